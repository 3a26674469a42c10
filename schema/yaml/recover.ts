import { isMap, isPair, isSeq } from 'yaml';
import { type Lines, indexLines, getLineText, positionAt } from '../diagnostics/positions.ts';
import { getValueAt, type Path } from '../base/data.ts';
import {
  type Diagnostic,
  type DataLocation,
  type FixCandidate,
  mapLocation,
} from '../diagnostics/diagnostic.ts';
import {
  applyEdits,
  type EditedText,
  editText,
  toOriginalSpan,
  type Span,
  type TextEdit,
} from '../diagnostics/edits.ts';
import { parseTree, type YamlTree } from './parse.ts';
import { findTooDeep } from './preflight.ts';
import { findSpan, findScalar } from './spans.ts';
import { findCandidatesAround, findCandidatesOnLine, describeUnreadableLine } from './candidates.ts';
import { countIrregularIndents } from './indent-candidates.ts';
import { iterateLines } from './recover-lines.ts';
import { movesCommentIntoText } from './private-comments.ts';

/** A text without the list items that are far from a problem. It still has the problem, but is faster to parse. */
interface NarrowedText {
  text: string;
  /** The number of code units that were removed before the remaining items. */
  shift: number;
}

/** Removes the list items that end before `from` or start after `to`, if only list items follow the first one. */
function narrowToItems(text: string, from: number, to: number): NarrowedText {
  const lines = indexLines(text);
  const unchangedText = { text, shift: 0 };
  const first = findLine(lines, 1, 1, (line) => /^ *- /.test(line));
  if (first === undefined) return unchangedText;
  const indent = countIndent(getLineText(lines, first));
  const isListItem = (line: string) => countIndent(line) === indent && line.startsWith('- ', indent);
  const startLine = findLine(lines, positionAt(lines, from).line - 1, -1, isListItem);
  const endLine = findLine(lines, positionAt(lines, to).line + 1, 1, isListItem) ?? lines.starts.length + 1;
  if (startLine === undefined || startLine < first) return unchangedText;
  const isInside = (line: string) => line.trim() === '' || countIndent(line) > indent || isListItem(line);
  for (let lineNumber = first; lineNumber <= lines.starts.length; lineNumber++)
    if ((lineNumber < startLine || lineNumber >= endLine) && !isInside(getLineText(lines, lineNumber)))
      return unchangedText;
  const getLineStart = (line: number) => lines.starts[line - 1] ?? text.length;
  return {
    text: text.slice(0, getLineStart(first)) + text.slice(getLineStart(startLine), getLineStart(endLine)),
    shift: getLineStart(startLine) - getLineStart(first),
  };
}

/** Returns the number of the nearest line that matches, from `start` upwards or downwards. */
function findLine(
  lines: Lines,
  start: number,
  step: 1 | -1,
  matches: (line: string) => boolean,
): number | undefined {
  for (const { number, text } of iterateLines(lines, start, step)) if (matches(text)) return number;
  return undefined;
}

const countIndent = (line: string) => line.length - line.trimStart().length;

/**
 * Returns the number of settings and items in a YAML node, including duplicate keys, but without keys that lack a
 * colon.
 */
function countParsedSettings(node: unknown): number {
  if (isPair(node)) return countParsedSettings(node.value);
  if (!isMap(node) && !isSeq(node)) return 0;
  const items = node.items.filter((item) => !isPair(item) || item.value !== null);
  return items.reduce<number>((sum, item) => sum + 1 + countParsedSettings(item), 0);
}

/** Returns the number of settings and items in data. */
function countSettings(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce<number>((sum, inner) => sum + 1 + countSettings(inner), 0);
}

/**
 * Returns the number of settings and items that validation skips: unknown settings, and the content of unknown blocks.
 */
function countUncheckedSettings(data: unknown, diagnostics: readonly Diagnostic<DataLocation>[]): number {
  return diagnostics.reduce((sum, { rule, path }) => {
    if (rule === 'unknown-key') return sum + 1 + countSettings(getValueAt(data, path));
    const isUntypedBlock = rule === 'unknown-block' || (rule === 'missing-key' && path.at(-1) === 'type');
    return isUntypedBlock ? sum + countSettings(getValueAt(data, path.slice(0, -1))) : sum;
  }, 0);
}

/** A function that validates data against a schema. */
export type Validate = (data: unknown) => readonly Diagnostic<DataLocation>[];

/** The result of applying a candidate to the text. */
interface Trial {
  candidate: FixCandidate;
  diagnostics: readonly Diagnostic<DataLocation>[];
  /** How far the text is from being valid, as computed by `computePenalty`. */
  penalty: number;
  /** Criteria for comparing trials, the most important first. Lower is better. */
  rank: number[];
}

/**
 * Maximum number of code units to parse while recovering a file. Unlike a time limit, it gives the same result on every
 * machine.
 */
const maxParsedCodeUnits = 1_500_000;
const maxEdits = 25;

/** The advice that replaces a fix if the fix might publish a private comment. */
const adviceForComments =
  'if the text after the `#` is private, put it on its own line above, with a space after the `#`; ' +
  'if visitors should see it, put quotation marks around the whole text';

/** Recovers a text from errors step by step. Each step applies the best candidate for the first problem. */
export class Recovery {
  edited: EditedText;
  tree: YamlTree;
  readonly validate: Validate;
  readonly diagnostics: Diagnostic<Span>[] = [];
  /** The numbers of unreadable lines that were removed. */
  readonly skippedLines: number[] = [];
  hasGivenUp = false;
  /** Whether an edit may have moved a private comment into text for visitors. */
  hasCommentInText = false;
  parsedCodeUnits = 0;

  constructor(edited: EditedText, validate: Validate) {
    this.edited = edited;
    this.validate = validate;
    this.tree = this.parse(edited.text);
  }

  parse(text: string): YamlTree {
    this.parsedCodeUnits += text.length;
    // An edit can remove quotation marks around brackets, and the recursive parser fails if brackets are nested too
    // deeply.
    const deepOffset = findTooDeep(text);
    return deepOffset === undefined
      ? parseTree(text)
      : { text, contents: null, data: '', errors: [{ code: 'TOO_DEEP', at: deepOffset }], diagnostics: [] };
  }

  /** Applies candidates until YAML accepts the text. */
  recoverSyntax(): void {
    while (this.tree.errors.length > 0) {
      const { text } = this.edited;
      const droppedLine = describeUnreadableLine(text, findFirstError(this.tree));
      const deletion = [{ ...droppedLine.line, newText: '' }];
      if (this.diagnostics.length >= maxEdits || this.parsedCodeUnits > maxParsedCodeUnits) {
        this.hasGivenUp = true;
        const note = 'there may be more such problems below this line';
        return this.applyCandidate({ ...droppedLine.diagnostic, note }, deletion);
      }
      const candidate = this.findLikeliestCandidate();
      if (candidate) {
        const note = candidate.note ?? 'the rest of this file was checked as if this were fixed';
        // A candidate with advice offers no fix. Its edits only let the rest of the file be parsed.
        const fix = candidate.advice === undefined ? candidate.fix : undefined;
        this.applyCandidate({ ...candidate, fix, note }, candidate.fix.edits);
      } else {
        this.skippedLines.push(positionAt(indexLines(text), droppedLine.diagnostic.from).line);
        this.applyCandidate(droppedLine.diagnostic, deletion);
      }
      this.hasGivenUp = this.edited.text === text;
      if (this.hasGivenUp) return;
    }
  }

  /** Recovers lines that YAML accepts, but that the schema only allows with a different indentation or with a colon. */
  recoverMisreadLines(): void {
    if (this.hasGivenUp) return;
    for (let count = 0; count < maxEdits && this.parsedCodeUnits < maxParsedCodeUnits; count++) {
      const diagnostics = this.validate(this.tree.data);
      if (diagnostics.length + this.tree.diagnostics.length === 0) return;
      const lines = indexLines(this.edited.text);
      const suspiciousNumbers = findSuspiciousLines(this.tree, diagnostics, lines);
      const [first] = suspiciousNumbers;
      if (first === undefined) return;
      const candidates = [...new Set(suspiciousNumbers)]
        .slice(0, 8)
        .flatMap((line) => findCandidatesOnLine(this.edited.text, line));
      const narrowed = this.narrowAround(candidates, lines.starts[first - 1] ?? 0);
      const currentTree = this.parse(narrowed.text);
      const narrowedDiagnostics = this.validate(currentTree.data);
      const bestTrial = this.findBestTrial(candidates, narrowed, undefined, {
        settings: countParsedSettings(currentTree.contents),
        unchecked: countUncheckedSettings(currentTree.data, narrowedDiagnostics),
        diagnostics: narrowedDiagnostics,
      });
      // The right candidate causes no new diagnostic. Ignore diagnostics about too few items, because narrowing removes
      // items.
      const knownDiagnostics = [...diagnostics, ...narrowedDiagnostics];
      const isNew = (newDiagnostic: Diagnostic<DataLocation>) =>
        !knownDiagnostics.some((knownDiagnostic) => isSameDiagnostic(knownDiagnostic, newDiagnostic));
      if (
        !bestTrial ||
        bestTrial.penalty >= computePenalty(currentTree, narrowedDiagnostics) ||
        bestTrial.diagnostics.some(isNew)
      )
        return;
      this.applyCandidate(bestTrial.candidate, bestTrial.candidate.fix.edits);
    }
  }

  applyCandidate(diagnostic: Diagnostic<Span>, edits: readonly TextEdit[]): void {
    const { edited } = this;
    this.edited = editText(edited, edits);
    this.tree = this.parse(this.edited.text);
    const hasComment = diagnostic.fix !== undefined && movesCommentIntoText(edited.text, edits, this.tree);
    this.hasCommentInText ||= hasComment;
    const applied = hasComment ? { ...diagnostic, fix: undefined, advice: adviceForComments } : diagnostic;
    this.diagnostics.push(mapLocation(applied, (span: Span) => toOriginalSpan(edited, span)));
  }

  findLikeliestCandidate(): FixCandidate | undefined {
    const errorOffset = findFirstError(this.tree);
    const candidates = findCandidatesAround(this.tree.text, errorOffset);
    const narrowed = this.narrowAround(candidates, errorOffset);
    const currentTree = this.parse(narrowed.text);
    // Narrowing may have removed the problem together with other items of the list. In this case, use the whole text.
    return currentTree.errors.length === 0
      ? this.findBestTrial(candidates, { text: this.tree.text, shift: 0 }, findFirstErrorLine(this.tree))
          ?.candidate
      : this.findBestTrial(candidates, narrowed, findFirstErrorLine(currentTree))?.candidate;
  }

  /**
   * Returns the part of the text around an error and around the edits of its candidates. This part is enough to compare
   * the candidates.
   */
  narrowAround(candidates: readonly FixCandidate[], errorOffset: number): NarrowedText {
    let [from, to] = [errorOffset, errorOffset];
    for (const edit of candidates.flatMap(({ fix }) => fix.edits))
      [from, to] = [Math.min(from, edit.from), Math.max(to, edit.to)];
    return narrowToItems(this.edited.text, from, to);
  }

  /**
   * Returns the trial after which YAML reads furthest and the fewest settings are invalid. Skips candidates after which
   * YAML still fails at or before the broken line.
   */
  findBestTrial(
    candidates: readonly FixCandidate[],
    { text, shift }: NarrowedText,
    brokenLine?: number,
    baseline?: { settings: number; unchecked: number; diagnostics: readonly Diagnostic<DataLocation>[] },
  ): Trial | undefined {
    let bestTrial: Trial | undefined;
    const namedTrials: Trial[] = [];
    for (const candidate of candidates) {
      if (this.parsedCodeUnits > maxParsedCodeUnits) break;
      const { edits } = candidate.fix;
      const edited = applyEdits(
        text,
        edits.map((edit) => ({ ...edit, from: edit.from - shift, to: edit.to - shift })),
      );
      const tree = this.parse(edited);
      const addedLines = countLines(edited) - countLines(text);
      if (
        tree.errors.length > 0 &&
        (brokenLine === undefined || findFirstErrorLine(tree) - addedLines <= brokenLine)
      )
        continue;
      // Reject a candidate that turns a setting into text, because the setting would be lost without a diagnostic.
      const settings = countParsedSettings(tree.contents);
      if (baseline && settings < baseline.settings) continue;
      const invalidData = this.validate(tree.data);
      // Reject a candidate that moves a setting to a place where validation skips it.
      if (baseline && countUncheckedSettings(tree.data, invalidData) > baseline.unchecked) continue;
      if (
        baseline &&
        candidate.rule === 'wrong-indentation' &&
        isNeedlessMove(baseline.diagnostics, invalidData)
      )
        continue;
      const diagnostics = ignoreValueDiagnostics(candidate, invalidData);
      const penalty = computePenalty(tree, diagnostics);
      const rank = [
        tree.errors.length === 0 ? -Infinity : edited.length - text.length - findFirstError(tree),
        penalty,
        -settings,
        countIrregularIndents(edited),
        edits.length,
      ];
      const trial = { candidate, penalty, diagnostics, rank };
      if (candidate.names) namedTrials.push(trial);
      if (!bestTrial || isLowerRank(rank, bestTrial.rank)) bestTrial = trial;
    }
    if (!bestTrial || !canContainKey(bestTrial, namedTrials)) return bestTrial;
    const { candidate } = bestTrial;
    return { ...bestTrial, candidate: { ...candidate, fix: { ...candidate.fix, safety: 'suggested' } } };
  }
}

/** Returns the numbers of lines that may be indented or written wrongly, the most likely first. */
function findSuspiciousLines(
  tree: YamlTree,
  diagnostics: readonly Diagnostic<DataLocation>[],
  lines: Lines,
): number[] {
  const filterByRules = (...rules: Diagnostic['rule'][]) =>
    diagnostics.filter(({ rule }) => rules.includes(rule));
  const lineAt = (offset: number) => positionAt(lines, offset).line;
  const duplicates = tree.diagnostics.filter(({ rule }) => rule === 'duplicate-key');
  const [first] = duplicates;
  const itemLine = first && findLine(lines, lineAt(first.from) - 1, -1, (line) => /^ *- /.test(line));
  return [
    // A duplicate setting may belong to an item whose first line lacks a dash.
    ...(itemLine === undefined ? [] : [itemLine]),
    ...[
      ...filterByRules('wrong-indentation').flatMap(({ path }) =>
        findContinuationLines(tree, path).slice(-1),
      ),
      ...filterByRules('unknown-key', 'wrong-type', 'unknown-block')
        .filter((diagnostic) => !hasRenamingFix(diagnostic) && !isWrongTypeOnKeyLine(tree, diagnostic))
        .map(({ path, part }) => findSpan(tree, { path, part }).from),
      ...duplicates.map(({ from }) => from),
      ...tree.diagnostics.filter(({ rule }) => rule === 'needs-quotes').map(({ from }) => from),
      ...filterByRules('unknown-block', 'wrong-value').flatMap(({ path }) =>
        findContinuationLines(tree, path),
      ),
    ].map(lineAt),
  ];
}

/**
 * Returns whether a fix changes the name and the value of a setting, such as `status: draft` in a block to `hidden:
 * true`.
 */
const hasRenamingFix = ({ fix }: Diagnostic<DataLocation>) =>
  fix?.edits.length === 2 && fix.edits.some(({ part }) => part === 'name');

/**
 * Returns whether a value of the wrong type is on the line of its name. Such a value must be written differently;
 * indenting it does not help.
 */
function isWrongTypeOnKeyLine(tree: YamlTree, { rule, path }: Diagnostic<DataLocation>): boolean {
  if (rule !== 'wrong-type' || typeof path.at(-1) !== 'string') return false;
  const [name, value] = [findSpan(tree, { path, part: 'name' }), findSpan(tree, { path })];
  return !tree.text.slice(name.from, value.from).includes('\n');
}

/** Returns whether two diagnostics have the same rule and setting name, regardless of their positions. */
function isSameDiagnostic(a: Diagnostic<DataLocation>, b: Diagnostic<DataLocation>): boolean {
  return a.rule === b.rule && a.path.at(-1) === b.path.at(-1);
}

const valueRules: ReadonlySet<string> = new Set(['empty', 'missing-key', 'wrong-value']);

/** Returns the diagnostics, except those about the values of settings that a candidate creates. */
const ignoreValueDiagnostics = (
  { names = [] }: FixCandidate,
  diagnostics: readonly Diagnostic<DataLocation>[],
) =>
  diagnostics.filter(
    ({ rule, path }) => !valueRules.has(rule) || !path.some((step) => names.includes(String(step))),
  );

/**
 * Returns whether part of a text may be a setting. In this case, quotation marks around the whole text are only a
 * guess.
 */
const canContainKey = ({ candidate, penalty }: Trial, namedTrials: readonly Trial[]): boolean =>
  candidate.rule === 'needs-quotes' && namedTrials.some((trial) => trial.penalty <= penalty);

/**
 * Returns whether a candidate only moves a setting into another group and resolves no other diagnostic. The setting may
 * belong where it is: a `note` below all prices is not a note about the last price.
 */
function isNeedlessMove(
  before: readonly Diagnostic<DataLocation>[],
  after: readonly Diagnostic<DataLocation>[],
): boolean {
  const resolvedDiagnostics = before.filter(
    (diagnosticBefore) =>
      !after.some((diagnosticAfter) => isSameDiagnostic(diagnosticBefore, diagnosticAfter)),
  );
  return resolvedDiagnostics.every(
    ({ rule, path }) => rule === 'unknown-key' || (rule === 'missing-key' && path.at(-1) === 'type'),
  );
}

/**
 * Returns a score for how far a text is from being valid. A valid text scores 0, and data that is not a page at all
 * scores highest.
 */
function computePenalty(tree: YamlTree, diagnostics: readonly Diagnostic<DataLocation>[]): number {
  return diagnostics.reduce((sum, { path }) => sum + (path.length === 0 ? 100 : 1), tree.diagnostics.length);
}

function isLowerRank(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, index) => value !== b[index]);
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0);
}

/**
 * Returns the offset of the first parse error. If there are spaces at this offset, returns the offset of the first
 * character after them.
 */
function findFirstError({ text, errors }: YamlTree): number {
  const offset = errors.reduce((first, error) => Math.min(first, error.at), Infinity);
  const isBlankSoFar = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
  return offset + ((isBlankSoFar ? /^\s*/ : /^ */).exec(text.slice(offset))?.[0].length ?? 0);
}

const countLines = (text: string) => text.split('\n').length;

function findFirstErrorLine(tree: YamlTree): number {
  return positionAt(indexLines(tree.text), findFirstError(tree)).line;
}

/** Returns the offsets of the second and later lines of a text. Each of these lines may be meant as a setting. */
function findContinuationLines(tree: YamlTree, path: Path): number[] {
  const node = findScalar(tree, path);
  const [from = 0, to = 0] = node?.range ?? [];
  return [...tree.text.slice(from, to).matchAll(/\n[ \t]*(?=\S)/g)].map(
    ({ index, 0: whitespace }) => from + index + whitespace.length,
  );
}
