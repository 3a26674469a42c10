import { isMap, isPair, isSeq } from 'yaml';
import { type Lines, linesOf, lineText, positionAt } from '../diagnostics/positions.ts';
import { valueAt, type Path } from '../base/data.ts';
import { type Diagnostic, type InData, type FixCandidate, mapLocation } from '../diagnostics/diagnostic.ts';
import {
  applyEdits,
  type EditedText,
  editText,
  originSpan,
  type Span,
  type TextEdit,
} from '../diagnostics/edits.ts';
import { parseTree, type YamlTree } from './parse.ts';
import { tooDeepAt } from './preflight.ts';
import { spanAt, textNodeAt } from './spans.ts';
import { candidatesAround, candidatesOnLine, dropLine } from './candidates.ts';
import { irregularIndents } from './indent-candidates.ts';
import { linesFrom } from './recover-lines.ts';
import { isCommentInText } from './private-comments.ts';

/** A text without the list items far from a problem: it has the same problem, but is faster to parse. */
interface Narrowed {
  text: string;
  /** The number of code units removed before the remaining items. */
  shift: number;
}

/** Removes the items that end before `from` or start after `to`, if the list extends to the end of the text. */
function narrowToEntries(text: string, from: number, to: number): Narrowed {
  const lines = linesOf(text);
  const whole = { text, shift: 0 };
  const first = lineFrom(lines, 1, 1, (line) => /^ *- /.test(line));
  if (first === undefined) return whole;
  const indent = indentOf(lineText(lines, first));
  const isEntry = (line: string) => indentOf(line) === indent && line.startsWith('- ', indent);
  const begin = lineFrom(lines, positionAt(lines, from).line - 1, -1, isEntry);
  const end = lineFrom(lines, positionAt(lines, to).line + 1, 1, isEntry) ?? lines.starts.length + 1;
  if (begin === undefined || begin < first) return whole;
  const isInside = (line: string) => line.trim() === '' || indentOf(line) > indent || isEntry(line);
  for (let at = first; at <= lines.starts.length; at++)
    if ((at < begin || at >= end) && !isInside(lineText(lines, at))) return whole;
  const offset = (line: number) => lines.starts[line - 1] ?? text.length;
  return {
    text: text.slice(0, offset(first)) + text.slice(offset(begin), offset(end)),
    shift: offset(begin) - offset(first),
  };
}

/** Returns the number of the nearest matching line, below or above. */
function lineFrom(
  lines: Lines,
  start: number,
  step: 1 | -1,
  fits: (line: string) => boolean,
): number | undefined {
  for (const { number, text } of linesFrom(lines, start, step)) if (fits(text)) return number;
  return undefined;
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Counts the settings and items in a node, including duplicate keys. A key without a colon is part of a text. */
function countNodes(node: unknown): number {
  if (isPair(node)) return countNodes(node.value);
  if (!isMap(node) && !isSeq(node)) return 0;
  const items = node.items.filter((item) => !isPair(item) || item.value !== null);
  return items.reduce<number>((sum, item) => sum + 1 + countNodes(item), 0);
}

/** Counts the settings and items in data. */
function countSettings(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce<number>((sum, inner) => sum + 1 + countSettings(inner), 0);
}

/** Counts the settings and items that the schema does not check: unknown settings, and the content of unknown blocks. */
function countUnchecked(data: unknown, diagnostics: readonly Diagnostic<InData>[]): number {
  return diagnostics.reduce((sum, { rule, path }) => {
    if (rule === 'unknown-key') return sum + 1 + countSettings(valueAt(data, path));
    const isOfNoType = rule === 'unknown-block' || (rule === 'missing-key' && path.at(-1) === 'type');
    return isOfNoType ? sum + countSettings(valueAt(data, path.slice(0, -1))) : sum;
  }, 0);
}

/** Validates data against a schema. */
export type Validate = (data: unknown) => readonly Diagnostic<InData>[];

/** The result of applying a candidate to the text. A lower rank is better. */
interface Trial {
  candidate: FixCandidate;
  diagnostics: readonly Diagnostic<InData>[];
  penalty: number;
  rank: number[];
}

/** Maximum code units to parse while recovering one file. Unlike a time limit, it is the same on every machine. */
const maxParsedCodeUnits = 1_500_000;
const maxEdits = 25;

/** Advice instead of a fix, because the fix might publish a private comment. */
const adviceForComments =
  'if the text after the `#` is private, put it on its own line above, with a space after the `#`; ' +
  'if it is for visitors, put quotation marks around the whole text';

/** Recovers a text step by step. Each step applies the best candidate for the first problem. */
export class Recovery {
  edited: EditedText;
  tree: YamlTree;
  readonly validate: Validate;
  readonly diagnostics: Diagnostic<Span>[] = [];
  /** Unreadable lines that were removed. */
  readonly leftOut: number[] = [];
  gaveUp = false;
  /** Whether an edit may have moved a private comment into a text. */
  hasCommentInText = false;
  parsed = 0;

  constructor(edited: EditedText, validate: Validate) {
    this.edited = edited;
    this.validate = validate;
    this.tree = this.parse(edited.text);
  }

  parse(text: string): YamlTree {
    this.parsed += text.length;
    // Edits can remove quotation marks around brackets, and the parser is recursive.
    const deep = tooDeepAt(text);
    return deep === undefined
      ? parseTree(text)
      : { text, contents: null, data: '', errors: [{ code: 'TOO_DEEP', at: deep }], diagnostics: [] };
  }

  /** Applies candidates until YAML accepts the text. */
  untilItParses(): void {
    while (this.tree.errors.length > 0) {
      const { text } = this.edited;
      const unreadable = dropLine(text, firstError(this.tree));
      const deletion = [{ ...unreadable.line, newText: '' }];
      if (this.diagnostics.length >= maxEdits || this.parsed > maxParsedCodeUnits) {
        this.gaveUp = true;
        const note = 'there may be more such problems below this line';
        return this.take({ ...unreadable.diagnostic, note }, deletion);
      }
      const found = this.likeliest();
      if (found) {
        const note = found.note ?? 'the rest of this file was checked as if this were fixed';
        // If the author gets advice instead of a fix, the edits only make the rest of the file readable.
        const fix = found.advice === undefined ? found.fix : undefined;
        this.take({ ...found, fix, note }, found.fix.edits);
      } else {
        this.leftOut.push(positionAt(linesOf(text), unreadable.diagnostic.from).line);
        this.take(unreadable.diagnostic, deletion);
      }
      this.gaveUp = this.edited.text === text;
      if (this.gaveUp) return;
    }
  }

  /** Recovers lines that YAML accepts, but that are only valid in another position or with a colon. */
  mendMisreadLines(): void {
    if (this.gaveUp) return;
    for (let count = 0; count < maxEdits && this.parsed < maxParsedCodeUnits; count++) {
      const diagnostics = this.validate(this.tree.data);
      if (diagnostics.length + this.tree.diagnostics.length === 0) return;
      const lines = linesOf(this.edited.text);
      const suspicious = suspiciousLines(this.tree, diagnostics, lines);
      const [first] = suspicious;
      if (first === undefined) return;
      const candidates = [...new Set(suspicious)]
        .slice(0, 8)
        .flatMap((line) => candidatesOnLine(this.edited.text, line));
      const near = this.near(candidates, lines.starts[first - 1] ?? 0);
      const now = this.parse(near.text);
      const nearDiagnostics = this.validate(now.data);
      const best = this.best(candidates, near, undefined, {
        settings: countNodes(now.contents),
        unchecked: countUnchecked(now.data, nearDiagnostics),
        diagnostics: nearDiagnostics,
      });
      // A line in its correct position causes no new diagnostic, except that a narrowed list may have too few items.
      const known = [...diagnostics, ...nearDiagnostics];
      const isNew = (one: Diagnostic<InData>) => !known.some((other) => isSame(other, one));
      if (!best || best.penalty >= scoreOf(now, nearDiagnostics) || best.diagnostics.some(isNew)) return;
      this.take(best.candidate, best.candidate.fix.edits);
    }
  }

  take(diagnostic: Diagnostic<Span>, edits: readonly TextEdit[]): void {
    const { edited } = this;
    this.edited = editText(edited, edits);
    this.tree = this.parse(this.edited.text);
    const hasComment = diagnostic.fix !== undefined && isCommentInText(edited.text, edits, this.tree);
    this.hasCommentInText ||= hasComment;
    const found = hasComment ? { ...diagnostic, fix: undefined, advice: adviceForComments } : diagnostic;
    this.diagnostics.push(mapLocation(found, (span: Span) => originSpan(edited, span)));
  }

  likeliest(): FixCandidate | undefined {
    const at = firstError(this.tree);
    const candidates = candidatesAround(this.tree.text, at);
    const near = this.near(candidates, at);
    const now = this.parse(near.text);
    // Without the other items of the list, there may be no problem. Then use the whole text.
    return now.errors.length === 0
      ? this.best(candidates, { text: this.tree.text, shift: 0 }, firstErrorLine(this.tree))?.candidate
      : this.best(candidates, near, firstErrorLine(now))?.candidate;
  }

  /** Returns the part of the text that is enough to compare candidates. */
  near(candidates: readonly FixCandidate[], at: number): Narrowed {
    let [from, to] = [at, at];
    for (const edit of candidates.flatMap(({ fix }) => fix.edits))
      [from, to] = [Math.min(from, edit.from), Math.max(to, edit.to)];
    return narrowToEntries(this.edited.text, from, to);
  }

  /** Finds the candidate with which YAML reads furthest beyond the broken line, and least of the data is invalid. */
  best(
    candidates: readonly FixCandidate[],
    { text, shift }: Narrowed,
    brokenLine?: number,
    now?: { settings: number; unchecked: number; diagnostics: readonly Diagnostic<InData>[] },
  ): Trial | undefined {
    let best: Trial | undefined;
    const named: Trial[] = [];
    for (const candidate of candidates) {
      if (this.parsed > maxParsedCodeUnits) break;
      const { edits } = candidate.fix;
      const edited = applyEdits(
        text,
        edits.map((edit) => ({ ...edit, from: edit.from - shift, to: edit.to - shift })),
      );
      const tree = this.parse(edited);
      const added = linesIn(edited) - linesIn(text);
      if (tree.errors.length > 0 && (brokenLine === undefined || firstErrorLine(tree) - added <= brokenLine))
        continue;
      // A setting that becomes part of a text would be lost without a diagnostic.
      const settings = countNodes(tree.contents);
      if (now && settings < now.settings) continue;
      const found = this.validate(tree.data);
      // So would a setting that moves to a position that the schema does not check.
      if (now && countUnchecked(tree.data, found) > now.unchecked) continue;
      if (now && candidate.rule === 'wrong-indentation' && changesOwner(now.diagnostics, found)) continue;
      const diagnostics = withoutValues(candidate, found);
      const penalty = scoreOf(tree, diagnostics);
      const rank = [
        tree.errors.length === 0 ? -Infinity : edited.length - text.length - firstError(tree),
        penalty,
        -settings,
        irregularIndents(edited),
        edits.length,
      ];
      const trial = { candidate, penalty, diagnostics, rank };
      if (candidate.names) named.push(trial);
      if (!best || isLess(rank, best.rank)) best = trial;
    }
    if (!best || !mayHoldName(best, named)) return best;
    const { candidate } = best;
    return { ...best, candidate: { ...candidate, fix: { ...candidate.fix, safety: 'suggested' } } };
  }
}

/** Returns the numbers of the lines that may be misplaced, the likeliest first. */
function suspiciousLines(tree: YamlTree, diagnostics: readonly Diagnostic<InData>[], lines: Lines): number[] {
  const ofRules = (...rules: Diagnostic['rule'][]) => diagnostics.filter(({ rule }) => rules.includes(rule));
  const lineAt = (offset: number) => positionAt(lines, offset).line;
  const twice = tree.diagnostics.filter(({ rule }) => rule === 'duplicate-key');
  const [first] = twice;
  const item = first && lineFrom(lines, lineAt(first.from) - 1, -1, (line) => /^ *- /.test(line));
  return [
    // A duplicate setting may belong to an item whose first line lacks a dash.
    ...(item === undefined ? [] : [item]),
    ...[
      ...ofRules('wrong-indentation').flatMap(({ path }) => continuationsOf(tree, path).slice(-1)),
      ...ofRules('unknown-key', 'wrong-type', 'unknown-block')
        .filter((one) => !isOtherChoice(one) && !isReshapedOnLine(tree, one))
        .map(({ path, part }) => spanAt(tree, { path, part }).from),
      ...twice.map(({ from }) => from),
      ...tree.diagnostics.filter(({ rule }) => rule === 'needs-quotes').map(({ from }) => from),
      ...ofRules('unknown-block', 'wrong-value').flatMap(({ path }) => continuationsOf(tree, path)),
    ].map(lineAt),
  ];
}

/** Whether a fix changes both the name and the value: `status: draft` of a block becomes `hidden: true`. */
const isOtherChoice = ({ fix }: Diagnostic<InData>) =>
  fix?.edits.length === 2 && fix.edits.some(({ part }) => part === 'name');

/** Whether a value of a wrong type is on the line of its name. It needs another form, not another position. */
function isReshapedOnLine(tree: YamlTree, { rule, path }: Diagnostic<InData>): boolean {
  if (rule !== 'wrong-type' || typeof path.at(-1) !== 'string') return false;
  const [name, value] = [spanAt(tree, { path, part: 'name' }), spanAt(tree, { path })];
  return !tree.text.slice(name.from, value.from).includes('\n');
}

/** Whether two diagnostics have the same rule and setting, regardless of position. */
function isSame(a: Diagnostic<InData>, b: Diagnostic<InData>): boolean {
  return a.rule === b.rule && a.path.at(-1) === b.path.at(-1);
}

const ofValues: ReadonlySet<string> = new Set(['empty', 'missing-key', 'wrong-value']);

/** Removes diagnostics about the values of settings whose names are the reason for the candidate. */
const withoutValues = ({ names = [] }: FixCandidate, found: readonly Diagnostic<InData>[]) =>
  found.filter(({ rule, path }) => !ofValues.has(rule) || !path.some((step) => names.includes(String(step))));

/** Whether a part of a text may be a setting, so that quotation marks around the whole text are only a guess. */
const mayHoldName = ({ candidate, penalty }: Trial, named: readonly Trial[]): boolean =>
  candidate.rule === 'needs-quotes' && named.some((one) => one.penalty <= penalty);

/**
 * Whether an edit moves a setting into another group but fixes nothing else. The setting may belong to the outer
 * group: a `note` below all prices is not a note of the last price.
 */
function changesOwner(before: readonly Diagnostic<InData>[], after: readonly Diagnostic<InData>[]): boolean {
  const mended = before.filter((one) => !after.some((other) => isSame(one, other)));
  return mended.every(
    ({ rule, path }) => rule === 'unknown-key' || (rule === 'missing-key' && path.at(-1) === 'type'),
  );
}

/** Scores how far a text is from being valid. The score of a valid text is 0. Data that is not a page counts most. */
function scoreOf(tree: YamlTree, diagnostics: readonly Diagnostic<InData>[]): number {
  return diagnostics.reduce((sum, { path }) => sum + (path.length === 0 ? 100 : 1), tree.diagnostics.length);
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Returns the offset of the first parse error, after any leading spaces. */
function firstError({ text, errors }: YamlTree): number {
  const at = errors.reduce((first, error) => Math.min(first, error.at), Infinity);
  const isBlankSoFar = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
  return at + ((isBlankSoFar ? /^\s*/ : /^ */).exec(text.slice(at))?.[0].length ?? 0);
}

const linesIn = (text: string) => text.split('\n').length;

function firstErrorLine(tree: YamlTree): number {
  return positionAt(linesOf(tree.text), firstError(tree)).line;
}

/** Returns the offsets of the second and later lines of a text. Each of these lines may be intended as a setting. */
function continuationsOf(tree: YamlTree, path: Path): number[] {
  const node = textNodeAt(tree, path);
  const [from = 0, to = 0] = node?.range ?? [];
  return [...tree.text.slice(from, to).matchAll(/\n[ \t]*(?=\S)/g)].map(
    ({ index, 0: blank }) => from + index + blank.length,
  );
}
