import type { Span, TextEdit } from '../../schema/diagnostics/edits.ts';
import type { CheckedChange } from './place-settings.ts';

/** A message of the checker at a span of the text of a file. */
export interface SourceFault extends Span {
  severity: 'error' | 'warning';
  message: string;
  /** What to do about it. */
  hint?: string;
  /** What may stand there, or the likeliest of it. */
  valid?: readonly string[];
  fix?: { title: string; edits: readonly TextEdit[] };
}

/** What the checker says of the text of a file. */
export interface CheckedSource extends Pick<CheckedChange, 'elsewhere'> {
  faults: readonly SourceFault[];
}

/** What can be written at an offset of a text. */
export interface Suggestion {
  label: string;
  kind: 'setting' | 'block' | 'choice' | 'value' | 'example';
  /** Its name for people. */
  detail: string;
  info?: string;
  text: string;
}

/** Help at an offset of the text of a file. */
export interface SourceHelp {
  /** Where the word begins that a suggestion replaces. */
  from: number;
  /** The likeliest first. */
  suggestions: readonly Suggestion[];
  /** The setting at the offset. */
  about?: { label: string; info: string; values?: readonly string[] };
}
