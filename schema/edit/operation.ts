import type { Path } from '../base/data.ts';
import type { Value } from './new-yaml.ts';

/**
 * A change to a file, as JSON. `path` is the path of a value in the base text, and `old` is the value before the
 * change.
 */
export type Operation = { path: Path } & (
  | { do: 'set'; old: string; new: string }
  | { do: 'add'; new: Value }
  | { do: 'insert'; new: Value }
  | { do: 'duplicate'; old: Value }
  | { do: 'move'; to: number; old: Value }
  | { do: 'remove'; old: Value }
  /** Replaces an item. `source` is YAML file content with the new item. Its style and comments are kept. */
  | { do: 'replace'; old: Value; new: Value; source?: string }
);
