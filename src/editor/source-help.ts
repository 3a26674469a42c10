import type { Span, TextEdit } from '../../schema/diagnostics/edits.ts';
import type { CheckedChange } from './setting-types.ts';

/** A diagnostic for a span of the source text. */
export interface SourceDiagnostic extends Span {
  severity: 'error' | 'warning';
  message: string;
  /** How to fix the problem. */
  hint?: string;
  /** The valid values, or only the likeliest if there are many. */
  valid?: readonly string[];
  fix?: { title: string; edits: readonly TextEdit[] };
}

/** The result of checking the source text of a file. */
export interface CheckedSource extends Pick<CheckedChange, 'elsewhere'> {
  faults: readonly SourceDiagnostic[];
}

/** A suggestion at an offset in the source text. */
export interface Suggestion {
  label: string;
  kind: 'setting' | 'block' | 'choice' | 'value' | 'example';
  /** The label that authors see in the settings panel. */
  detail: string;
  info?: string;
  text: string;
}

/** Suggestions and documentation for an offset in the source text. */
export interface SourceHelp {
  /** The start of the word that a suggestion replaces. */
  from: number;
  /** The suggestions, likeliest first. */
  suggestions: readonly Suggestion[];
  /** The documentation of the setting at the offset. */
  about?: { label: string; info: string; values?: readonly string[] };
}
