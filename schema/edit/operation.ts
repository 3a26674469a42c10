import type { Path } from '../base/data.ts';
import type { Value } from './new-yaml.ts';

/** A change of a file, as JSON. `path` is the path of a value in the base text, and `old` its previous content. */
export type Operation = { path: Path } & (
  | { do: 'set'; old: string; new: string }
  | { do: 'add'; new: Value }
  | { do: 'insert'; new: Value }
  | { do: 'duplicate'; old: Value }
  | { do: 'move'; to: number; old: Value }
  | { do: 'remove'; old: Value }
  /** Replaces an item. `source` is the text of a file that contained the new item, to keep its style and comments. */
  | { do: 'replace'; old: Value; new: Value; source?: string }
);
