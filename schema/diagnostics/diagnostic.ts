import type { Range } from '../base/lines.ts';
import type { Path } from '../base/path.ts';
import type { RuleId } from '../rules/index.ts';

export type Severity = 'error' | 'warning';

/** Text to put in place of a range. */
export interface Edit {
  range: Range;
  newText: string;
}

/** A change that mends a fault: `safe` if it can only be what the author meant, else `suggested`. */
export interface Fix {
  title: string;
  safety: 'safe' | 'suggested';
  edits: Edit[];
}

/** One thing that is wrong in an author's file, in the author's words. */
export interface Diagnostic {
  rule: RuleId;
  severity: Severity;
  /** One plain sentence, lower case, no full stop. */
  message: string;
  /** Path as the author would type it, e.g. `pages/about/us.yaml`. */
  file: string;
  range: Range;
  /** Where in the document's data, for programs. */
  path: Path;
  /** Where in the page, for people: `block 2 of 5 (stats) > items > item 3 > value`. */
  where?: string;
  /** What stands under the marked text. */
  label?: string;
  /** What can stand there: all of it if it is little, else the nearest few. */
  valid?: string[];
  /** How much can stand there in all. */
  validCount?: number;
  note?: string;
  /** What the author wrote. */
  received?: string;
  /** Other places that have to do with it. */
  related?: { range: Range; label: string }[];
  /** How to mend it by hand, where no program can. */
  advice?: string;
  fixes: Fix[];
}

/** `file:line:column: error: sentence [rule]`, the form that editors and terminals make clickable. */
export function formatDiagnostic({ file, range, severity, message, label, rule }: Diagnostic): string {
  const guess = label?.startsWith('did you mean') ? `; ${label}` : '';
  return `${file}:${range.start.line}:${range.start.column}: ${severity}: ${message}${guess} [${rule}]`;
}

/** By file, then by place, so that an author can work from top to bottom. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column,
  );
}

/** The faults that keep a site from being published; warnings do not. */
export function errorsIn(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}
