import { type RuleId, type Severity, getSeverity } from './rules.ts';
import { findNearest } from './similar-names.ts';
import { findTypo, findSameName } from './same-name.ts';
import { type Lines, type Range, rangeAt } from './positions.ts';
import type { Path } from '../base/data.ts';
import type { Span } from './edits.ts';

/** Creates a diagnostic about a whole file. Its range is the start of the file. */
export function createFileDiagnostic(
  file: string,
  rule: RuleId,
  message: string,
  advice: string,
): Diagnostic {
  return createDiagnostic({
    rule,
    message,
    file,
    range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    path: [],
    advice,
  });
}

/**
 * A problem in an author's file. `L` is the type of its location: a path in data (`DataLocation`), a span in a text
 * (`Span`), or, in reports, a range in a file (`FileLocation`). `M` is the location type for related positions and
 * edits.
 */
export type Diagnostic<L = FileLocation, M = L extends FileLocation ? RangeLocation : L> = L & {
  rule: RuleId;
  severity: Severity;
  /** One plain sentence that starts with a lower-case letter and has no full stop. */
  message: string;
  /** The label that is shown under the marked text. */
  label?: string;
  /** The value that the author probably meant. The label becomes `did you mean … ?`. */
  didYouMean?: string;
  note?: string;
  /** What the author can do about the problem, if there is no automatic fix. */
  advice?: string;
  /** The value that the author wrote. */
  received?: string;
  /** The valid values, or only the most similar ones if there are more than twelve. */
  valid?: string[];
  /** The number of all valid values, if `valid` does not contain all of them. */
  validCount?: number;
  related?: (M & { label: string })[];
  fix?: Fix<M>;
};

/** Edits that resolve a diagnostic: `safe` if they match the author's intention, `suggested` if they are a guess. */
export interface Fix<M = RangeLocation> {
  title: string;
  safety: 'safe' | 'suggested';
  edits: (M & { newText: string })[];
}

/** A location in the parsed data of a file, as a path. */
export interface DataLocation {
  path: Path;
  /**
   * The part of the setting: its value, its key (`name`), key and value (`entry`), the first setting in its value
   * (`first`), all of its lines (`line`), or its whole value, for an edit that replaces the value with YAML (`yaml`).
   */
  part?: 'value' | 'name' | 'entry' | 'first' | 'line' | 'yaml';
  /** The part of the text at the path, if not the whole text. In code units. */
  within?: { start: number; length: number };
  /** The expected kind of text, if YAML may have read the text as a list or a group by mistake. */
  expected?: 'text' | 'long-text';
}

interface RangeLocation {
  range: Range;
}

interface FileLocation extends RangeLocation {
  /** Path relative to the project, such as `pages/about/us.yaml`. */
  file: string;
  /** The location in the file's data, for programs. */
  path: Path;
  /** The location in the page, for people: `block 2 of 5 (stats) > items > item 3 > value`. */
  where?: string;
}

/** A possible problem in a text, and the edits that would fix it. */
export type FixCandidate = Diagnostic<Span> & {
  fix: Fix<Span>;
  /** Words that the edits turn into keys. The candidate is likely if the schema has settings with these names. */
  names?: readonly string[];
};

/** The fields of a diagnostic, except the severity, which its rule determines. */
type DiagnosticFields<L> = Omit<Diagnostic<L>, 'severity'>;
/** A fix that replaces exactly the marked text of its diagnostic. */
type ReplacementFix = Omit<Fix, 'edits'> & { newText: string };

/** The fields that are needed to create a diagnostic about data. */
export type DiagnosticInit = Omit<DiagnosticFields<DataLocation>, 'fix'> & {
  fix?: Fix<DataLocation> | ReplacementFix;
};

/** Creates a diagnostic. Its rule determines its severity. */
export function createDiagnostic(init: DiagnosticInit): Diagnostic<DataLocation>;
export function createDiagnostic(init: DiagnosticFields<Span> & { fix: Fix<Span> }): FixCandidate;
export function createDiagnostic(init: DiagnosticFields<Span>): Diagnostic<Span>;
export function createDiagnostic(init: DiagnosticFields<FileLocation>): Diagnostic;
export function createDiagnostic(
  init: Partial<DataLocation> &
    Pick<Diagnostic, 'rule' | 'didYouMean'> & { fix?: Fix<object> | ReplacementFix },
): object {
  const { path, part, within, rule, didYouMean, fix } = init;
  const edits = fix && ('edits' in fix ? fix.edits : [{ path, part, within, newText: fix.newText }]);
  return {
    ...init,
    ...(didYouMean !== undefined && { label: `did you mean \`${didYouMean}\`?` }),
    severity: getSeverity(rule),
    fix: fix && { title: fix.title, safety: fix.safety, edits },
  };
}

/**
 * Returns a diagnostic with all locations converted: its own location, and those of its related positions and edits.
 */
export function mapLocation<L, M>(source: Diagnostic<L, L>, convert: (location: L) => M): Diagnostic<M, M> {
  const { rule, severity, message, label, didYouMean, note, advice, received, valid, validCount } = source;
  const { related, fix } = source;
  const commonFields = {
    rule,
    severity,
    message,
    label,
    didYouMean,
    note,
    advice,
    received,
    valid,
    validCount,
  };
  const edits = fix?.edits.map((edit) => ({ ...convert(edit), newText: edit.newText }));
  return {
    ...convert(source),
    ...commonFields,
    related: related?.map((relatedLocation) => ({
      ...convert(relatedLocation),
      label: relatedLocation.label,
    })),
    fix: fix && edits && { ...fix, edits },
  };
}

/** Returns a diagnostic about data with all its paths converted. */
export function mapDiagnosticPath(
  source: Diagnostic<DataLocation>,
  toPath: (path: Path) => Path,
): Diagnostic<DataLocation> {
  return mapLocation<DataLocation, DataLocation>(source, (location) => ({
    ...location,
    path: toPath(location.path),
  }));
}

/** Converts a diagnostic with spans to one with lines and columns in its file. */
export function toFileDiagnostic(
  source: Diagnostic<Span>,
  file: string,
  lines: Lines,
  path: Path = [],
  where?: string,
): Diagnostic {
  const toRange = ({ from, to }: Span): RangeLocation => ({ range: rangeAt(lines, from, to) });
  return { ...mapLocation(source, toRange), file, path, where };
}

/** Returns the label, valid values and fix for a diagnostic about a value that is not one of the valid choices. */
export function createChoiceLabels(
  input: string,
  candidates: readonly string[],
  bestCandidate: string | undefined,
  nearestCandidates: readonly string[] = findNearest(input, candidates, 5),
): Pick<Diagnostic, 'received' | 'valid' | 'validCount' | 'didYouMean'> & { fix?: ReplacementFix } {
  const isLong = candidates.length > 12;
  return {
    received: input,
    valid: [...(isLong ? nearestCandidates : candidates)],
    validCount: isLong ? candidates.length : undefined,
    ...(bestCandidate !== undefined && {
      didYouMean: bestCandidate,
      fix: {
        title: `change \`${input}\` to \`${bestCandidate}\``,
        safety: 'suggested',
        newText: bestCandidate,
      },
    }),
  };
}

/**
 * Like `createChoiceLabels`, but for names of pages, blocks and dialogs. Only `respelling`, which is the same name in a
 * different spelling, becomes a fix. A name that differs by a typo is only suggested, because it can mean something
 * else.
 */
export function createNameLabels(
  input: string,
  candidates: readonly string[],
  respelling: string | undefined = findSameName(input, candidates),
  typo: string | undefined = findTypo(input, candidates),
): ReturnType<typeof createChoiceLabels> {
  const labels = createChoiceLabels(input, candidates, respelling);
  return respelling === undefined && typo !== undefined ? { ...labels, didYouMean: typo } : labels;
}

/** Formats a diagnostic as `file:line:column: error: message [rule]`, which editors and terminals make clickable. */
export function formatDiagnostic(source: Diagnostic): string {
  const { file, range, severity, message, label, didYouMean, rule } = source;
  const guess = didYouMean === undefined ? '' : `; ${label}`;
  return `${file}:${range.start.line}:${range.start.column}: ${severity}: ${message}${guess} [${rule}]`;
}

/** Returns diagnostics sorted by file, then by position. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.column - b.range.start.column,
  );
}

/** Returns only the errors, which prevent publishing, and not the warnings. */
export function filterErrors(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** The path of a file in the pages folder, and a diagnostic about the file. */
export type DiagnosticInFile = readonly [path: string, diagnostic: DiagnosticInit];

/** A diagnostic without its path, which the caller adds. */
export type DiagnosticWithoutPath = Omit<DiagnosticInit, 'path'>;
