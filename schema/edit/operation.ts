import type { Path } from '../base/data.ts';
import type { Value } from './new-yaml.ts';

/** A part of a source text that is replaced. */
export interface SourceEdit {
  from: number;
  old: string;
  new: string;
}

/**
 * A change of a file as JSON. `path` is its place in the base text, and `old` the value that was
 * there. `exact` restores the source as it was written before; without it, or if it does not fit, the source is written
 * in the usual way.
 */
export type Operation = { path: Path; exact?: readonly SourceEdit[] } & (
  | { do: 'set'; old: string; new: string }
  | { do: 'add'; new: Value }
  | { do: 'insert'; new: Value }
  | { do: 'duplicate'; old: Value }
  | { do: 'move'; to: number; old: Value }
  | { do: 'remove'; old: Value }
  /** Replaces an entry; `source` is how it is written in a file of its own. */
  | { do: 'replace'; old: Value; new: Value; source?: string }
);
