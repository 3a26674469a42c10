import type { Path } from '../base/data.ts';
import type { Value } from './new-yaml.ts';

/** A change of a file as JSON. `path` is its place in the base text, and `old` the value that was there. */
export type Operation = { path: Path } & (
  | { do: 'set'; old: string; new: string }
  | { do: 'add'; new: Value }
  | { do: 'insert'; new: Value }
  | { do: 'duplicate'; old: Value }
  | { do: 'move'; to: number; old: Value }
  | { do: 'remove'; old: Value }
  /** Replaces an entry; `source` is how it is written in a file of its own. */
  | { do: 'replace'; old: Value; new: Value; source?: string }
);
