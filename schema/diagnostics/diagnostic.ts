import { type RuleId, type Severity, severityOf } from './rules.ts';
import { nearest } from './did-you-mean.ts';
import { type Lines, type Range, rangeAt } from './positions.ts';
import type { Path } from '../util.ts';
import type { Span } from './edits.ts';

/** What is wrong with a file as a whole. */
export function fileDiagnostic(file: string, rule: RuleId, message: string, advice: string): Diagnostic {
  return diagnostic({
    rule,
    message,
    file,
    range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    path: [],
    advice,
  });
}

/**
 * One thing that is wrong in an author's file, in the author's words. `L` says where: a path in data
 * (`InData`), a span of a text (`Span`), or for reports a range of a file (`InFile`). `M` says where related
 * places and edits are.
 */
export type Diagnostic<L = InFile, M = L extends InFile ? InRange : L> = L & {
  rule: RuleId;
  severity: Severity;
  /** One plain sentence, lower case, no full stop. */
  message: string;
  /** What stands under the marked text. */
  label?: string;
  note?: string;
  /** How to fix it by hand, where no program can. */
  advice?: string;
  /** What the author wrote. */
  received?: string;
  /** What can stand there: all of it if it is little, else the nearest few. */
  valid?: string[];
  /** How much can stand there in all. */
  validCount?: number;
  /** Other places that have to do with it. */
  related?: (M & { label: string })[];
  fix?: Fix<M>;
};

/** Edits that resolve a diagnostic: `safe` if the author can only have meant them, else `suggested`. */
export interface Fix<M = InRange> {
  title: string;
  safety: 'safe' | 'suggested';
  edits: (M & { newText: string })[];
}

/** What stands at a path of data. */
export interface InData {
  path: Path;
  /** Its value, its key, both, the first setting of a mapping, or the whole lines of a setting. */
  part?: 'value' | 'name' | 'entry' | 'first' | 'line';
  /** Only these code units of the text there. */
  within?: { start: number; length: number };
  /** What was expected there, for causes that only the file's text can tell. */
  expected?: 'text';
}

export interface InRange {
  range: Range;
}

export interface InFile extends InRange {
  /** Path as the author would type it, e.g. `pages/about/us.yaml`. */
  file: string;
  /** Where in the document's data, for programs. */
  path: Path;
  /** Where in the page, for people: `block 2 of 5 (stats) > items > item 3 > value`. */
  where?: string;
}

/** What may be wrong with a text, and the edits that the author may have meant. */
export type FixCandidate = Diagnostic<Span> & { fix: Fix<Span> };

/** All of a diagnostic but what its rule says. */
type Given<L> = Omit<Diagnostic<L>, 'severity'>;
/** A fix that puts another text exactly where the diagnostic is. */
type OwnFix = Omit<Fix, 'edits'> & { newText: string };

/** What makes a diagnostic about data. */
export type DiagnosticInit = Omit<Given<InData>, 'fix'> & { fix?: Fix<InData> | OwnFix };

/** Makes a diagnostic; its rule says how severe it is. */
export function diagnostic(given: DiagnosticInit): Diagnostic<InData>;
export function diagnostic(given: Given<Span> & { fix: Fix<Span> }): FixCandidate;
export function diagnostic(given: Given<Span>): Diagnostic<Span>;
export function diagnostic(given: Given<InFile>): Diagnostic;
export function diagnostic(given: Partial<InData> & { rule: RuleId; fix?: Fix<object> | OwnFix }): object {
  const { path, part, within, rule, fix } = given;
  const edits = fix && ('edits' in fix ? fix.edits : [{ path, part, within, newText: fix.newText }]);
  return {
    ...given,
    severity: severityOf(rule),
    fix: fix && { title: fix.title, safety: fix.safety, edits },
  };
}

/** The same diagnostic with every location in other terms, or elsewhere. */
export function mapLocation<L, M>(found: Diagnostic<L, L>, to: (place: L) => M): Diagnostic<M, M> {
  const { rule, severity, message, label, note, advice, received, valid, validCount, related, fix } = found;
  const facts = { rule, severity, message, label, note, advice, received, valid, validCount };
  const edits = fix?.edits.map((edit) => ({ ...to(edit), newText: edit.newText }));
  return {
    ...to(found),
    ...facts,
    related: related?.map((one) => ({ ...to(one), label: one.label })),
    fix: fix && edits && { ...fix, edits },
  };
}

/** The same diagnostic at another path of other data. */
export function withPath(found: Diagnostic<InData>, place: (path: Path) => Path): Diagnostic<InData> {
  return mapLocation<InData, InData>(found, (one) => ({ ...one, path: place(one.path) }));
}

/** The same diagnostic for reports: in lines and columns of its file. */
export function toFileDiagnostic(
  found: Diagnostic<Span>,
  file: string,
  lines: Lines,
  path: Path = [],
  where?: string,
): Diagnostic {
  const toRange = ({ from, to }: Span): InRange => ({ range: rangeAt(lines, from, to) });
  return { ...mapLocation(found, toRange), file, path, where };
}

/** The label, list and fix that go with a closed list of choices. */
export function closedListLabels(
  written: string,
  candidates: readonly string[],
  best: string | undefined,
  near: readonly string[] = nearest(written, candidates, 5),
): Pick<Diagnostic, 'received' | 'valid' | 'validCount' | 'label'> & { fix?: OwnFix } {
  const isLong = candidates.length > 12;
  return {
    received: written,
    valid: [...(isLong ? near : candidates)],
    validCount: isLong ? candidates.length : undefined,
    ...(best !== undefined && {
      label: `did you mean \`${best}\`?`,
      fix: { title: `change \`${written}\` to \`${best}\``, safety: 'suggested', newText: best },
    }),
  };
}

/** `file:line:column: error: sentence [rule]`, the form that editors and terminals make clickable. */
export function formatDiagnostic({ file, range, severity, message, label, rule }: Diagnostic): string {
  const didYouMean = label?.startsWith('did you mean') ? `; ${label}` : '';
  return `${file}:${range.start.line}:${range.start.column}: ${severity}: ${message}${didYouMean} [${rule}]`;
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

/** What keeps a site from being published; warnings do not. */
export function filterErrors(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** What is wrong in the file at a path of the pages folder. */
export type DiagnosticInFile = readonly [path: string, found: DiagnosticInit];

/** A diagnostic before it has its path. */
export type DiagnosticWithoutPath = Omit<DiagnosticInit, 'path'>;
