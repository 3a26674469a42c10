import type { Span, TextEdit } from '../../schema/diagnostics/edits.ts';
import type { CheckedChange } from './setting-types.ts';

/** A message of the checker about a span of a source text. */
export interface SourceDiagnostic extends Span {
  severity: 'error' | 'warning';
  message: string;
  /** How to fix it. */
  hint?: string;
  /** Valid values, or the likeliest of them. */
  valid?: readonly string[];
  fix?: { title: string; edits: readonly TextEdit[] };
}

/** The result of checking the text of a file. */
export interface CheckedSource extends Pick<CheckedChange, 'elsewhere'> {
  faults: readonly SourceDiagnostic[];
}

/** A suggestion at an offset of a source text. */
export interface Suggestion {
  label: string;
  kind: 'setting' | 'block' | 'choice' | 'value' | 'example';
  /** The label that authors know. */
  detail: string;
  info?: string;
  text: string;
}

/** Suggestions and documentation at an offset of a source text. */
export interface SourceHelp {
  /** The start of the word that a suggestion replaces. */
  from: number;
  /** Sorted, likeliest first. */
  suggestions: readonly Suggestion[];
  /** The setting at the offset. */
  about?: { label: string; info: string; values?: readonly string[] };
}
