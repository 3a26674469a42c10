import { lookAt } from './before-reading.ts';
import type { Fault, Range } from './fault.ts';
import { type Cause, causesAround, causesOnLine, oddness, withoutLine } from './line-causes.ts';
import { type Lines, linesOf, positionAt, rangeAt, withoutByteOrderMark } from './lines.ts';
import { type MendedText, mend, originOf, type TextEdit } from './mended-text.ts';
import { findAt, isInBrackets, type Part, pathAt, spanAt, textNodeAt, type Within } from './places.ts';
import { needsQuotes, oneLine, quoted } from './quote.ts';
import { rules } from './rules/index.ts';
import type { TextFault } from './text-fault.ts';
import { whereIn } from './where.ts';
import { parseTree, type YamlTree } from './yaml-tree.ts';

/** Steps from the top of a document to a value: setting names and positions in lists, from 0. */
export type Path = readonly (string | number)[];

/** What a YAML file says, and where it says it. All single values are text: `1.10` stays `1.10`. */
export interface YamlDocument {
  file: string;
  /** The author's text, with its lines. */
  lines: Lines;
  data: unknown;
  /** Lines that could not be read and were left out: what seems missing may stand there. */
  leftOut: readonly number[];
  /** The place of a setting; of the nearest thing written, if it is missing. */
  range(path: Path, part?: Part, within?: Within): Range;
  /** Whether the value is written in brackets, on one line. */
  inBrackets(path: Path): boolean;
  /** What is written there, letter by letter. */
  source(path: Path, part?: Part): string;
  /** How to put another text in the place of a value, of a part of it, or of a name, keeping its quotation marks. */
  replacement(path: Path, part: Part, newText: string, within?: Within): string;
}

/** The result of reading a file. */
export interface Reading {
  document: YamlDocument;
  faults: Fault[];
  /** Why there is no data to check further. */
  refused?: string;
}

/** Finds what makes no sense in data, and where. */
export type Judge = (data: unknown) => readonly { path: Path; part?: Part; rule: string }[];

/** Letters that may be parsed in search of the causes of one file's faults: a bound on time that is the same on every machine. */
const mostLettersParsed = 6_000_000;
const mostRepairs = 25;

/** Reads YAML text. Where it is broken, it is repaired in memory, so that the rest can be checked as well. */
export function readDocument(file: string, source: string, judge: Judge = () => []): Reading {
  const text = withoutByteOrderMark(source);
  const look = lookAt(text);
  if (look.refused !== undefined) return { document: documentOf(file, text, { text: '' }, '', []), faults: look.faults.map((fault) => faultAt(file, text, fault, [], '')), refused: look.refused };
  const repair = new Repair(look.edits.length > 0 ? mend({ text }, look.edits) : { text }, judge);
  repair.mendErrors();
  repair.mendMisplacedLines();
  const { mended, tree } = repair;
  const found = [...look.faults, ...repair.faults, ...tree.faults.map((fault) => inOriginal(fault, mended))];
  const document = documentOf(file, text, mended, tree.data, repair.leftOut, tree);
  const faults = found.map((fault) => faultAt(file, text, fault, pathOf(fault, tree, mended), tree.data));
  return { document, faults, ...(repair.gaveUp ? { refused: 'too much of it could not be read' } : {}) };
}

/** Mends a text step by step, each time by the likeliest cause of what is wrong first. */
class Repair {
  mended: MendedText;
  tree: YamlTree;
  readonly judge: Judge;
  readonly faults: TextFault[] = [];
  readonly leftOut: number[] = [];
  gaveUp = false;
  parsed = 0;

  constructor(mended: MendedText, judge: Judge) {
    this.mended = mended;
    this.judge = judge;
    this.tree = this.parse(mended.text);
  }

  parse(text: string): YamlTree {
    this.parsed += text.length;
    return parseTree(text);
  }

  /** Until YAML accepts the text. */
  mendErrors(): void {
    while (this.tree.errors.length > 0) {
      if (this.faults.length >= mostRepairs || this.parsed > mostLettersParsed) {
        this.gaveUp = true;
        const last = withoutLine(this.mended.text, firstError(this.tree));
        this.take({ ...last, fault: { ...last.fault, note: 'there may be more such faults below this line' } });
        return;
      }
      const before = this.mended.text;
      const cause = this.likeliest();
      if (cause) {
        this.take({ ...cause, fault: { ...cause.fault, note: cause.fault.note ?? 'the rest of this file was checked as if this were fixed' } });
      } else {
        const left = withoutLine(before, firstError(this.tree));
        this.leftOut.push(positionAt(linesOf(this.mended.text), left.fault.from).line);
        this.take(left);
      }
      if (this.mended.text === before) {
        this.gaveUp = true;
        return;
      }
    }
  }

  /** Lines that YAML accepts where they stand, but that only make sense elsewhere. */
  mendMisplacedLines(): void {
    if (this.gaveUp) return;
    for (let count = 0; count < 5 && this.parsed < mostLettersParsed; count++) {
      const problems = this.judge(this.tree.data);
      const score = nonsense(problems) + this.tree.faults.length;
      if (score === 0) return;
      const lines = linesOf(this.mended.text);
      const suspicious = [
        ...problems.filter(({ rule }) => ['unknown-key', 'wrong-type', 'unknown-block'].includes(rule)).map(({ path, part }) => spanAt(this.tree, path, part ?? 'value')[0]),
        ...this.tree.faults.filter(({ rule }) => rule === 'duplicate-key').map(({ from }) => from),
        ...problems.filter(({ rule }) => rule === 'unknown-block' || rule === 'wrong-value').flatMap(({ path }) => continuationsOf(this.tree, path)),
      ].map((offset) => positionAt(lines, offset).line);
      const causes = [...new Set(suspicious)].slice(0, 8).flatMap((line) => causesOnLine(this.mended.text, line));
      const best = this.best(causes, (tree) => tree.errors.length === 0);
      if (!best || best.score >= score) return;
      this.take(best.cause);
    }
  }

  take({ fault, edits }: Cause): void {
    this.faults.push(inOriginal(fault, this.mended));
    this.mended = mend(this.mended, edits);
    this.tree = this.parse(this.mended.text);
  }

  likeliest(): Cause | undefined {
    const lines = linesOf(this.tree.text);
    const line = positionAt(lines, firstError(this.tree)).line;
    const causes = causesAround(this.tree.text, firstError(this.tree));
    return this.best(causes, (tree, edits) => {
      if (tree.errors.length === 0) return true;
      const shift = edits.reduce((sum, edit) => sum + (edit.text.match(/\n/g)?.length ?? 0), 0);
      return positionAt(linesOf(tree.text), firstError(tree)).line - shift > line;
    })?.cause;
  }

  /** The cause whose repair helps most: the text reads further, makes more sense, and looks more usual. */
  best(causes: readonly Cause[], helps: (tree: YamlTree, edits: readonly TextEdit[]) => boolean): { cause: Cause; score: number } | undefined {
    let best: { cause: Cause; score: number; rank: number[] } | undefined;
    for (const cause of causes) {
      if (this.parsed > mostLettersParsed) break;
      const { text } = mend({ text: this.mended.text }, cause.edits);
      const tree = this.parse(text);
      if (!helps(tree, cause.edits)) continue;
      const score = nonsense(this.judge(tree.data)) + tree.faults.length;
      const rank = [tree.errors.length === 0 ? 0 : -firstError(tree), score, oddness(text), cause.fault.fix?.edits.length ?? 0];
      if (tree.errors.length === 0) rank[0] = -Infinity;
      if (!best || isLess(rank, best.rank)) best = { cause, score, rank };
    }
    return best;
  }
}

/** How little sense data make. Data that are no page at all have but one fault, and that outweighs all others. */
function nonsense(problems: ReturnType<Judge>): number {
  return problems.reduce((sum, { path }) => sum + (path.length === 0 ? 100 : 1), 0);
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Where YAML gave up first. Some of its complaints begin with the blanks before what they mean. */
function firstError({ text, errors }: YamlTree): number {
  const at = Math.min(...errors.map((error) => error.at));
  return at + (/^ */.exec(text.slice(at))?.[0].length ?? 0);
}

/** The second and further lines of a text, each of which may have been meant as a setting. */
function continuationsOf(tree: YamlTree, path: Path): number[] {
  const node = textNodeAt(tree, path);
  const [from = 0, to = 0] = node?.range ?? [];
  return [...tree.text.slice(from, to).matchAll(/\n[ \t]*(?=\S)/g)].map(({ index, 0: blank }) => from + index + blank.length);
}

function inOriginal(fault: TextFault, mended: MendedText): TextFault {
  if (!mended.origin) return fault;
  const at = (offset: number) => originOf(mended, offset);
  return {
    ...fault,
    from: at(fault.from),
    to: Math.max(at(fault.to), at(fault.from)),
    ...(fault.related ? { related: fault.related.map(({ from, to, label }) => ({ from: at(from), to: at(to), label })) } : {}),
    ...(fault.fix ? { fix: { ...fault.fix, edits: fault.fix.edits.map(({ from, to, text }) => ({ from: at(from), to: at(to), text })) } } : {}),
  };
}

/** Where a fault stands; one that marks blanks belongs to what follows them. */
function pathOf({ from, rule }: TextFault, tree: YamlTree, mended: MendedText): Path {
  const offset = offsetIn(mended, from);
  const path = pathAt(tree, offset + (/^[ \t]*/.exec(tree.text.slice(offset))?.[0].length ?? 0));
  return rule === 'duplicate-key' || rule === 'unknown-key' ? path.slice(0, -1) : path;
}

/** The reverse of `originOf`, near enough to find a path. */
function offsetIn({ origin }: MendedText, original: number): number {
  if (!origin) return original;
  const found = origin.findIndex((at) => at >= original);
  return found === -1 ? origin.length - 1 : found;
}

function faultAt(file: string, text: string, fault: TextFault, path: Path, data: unknown): Fault {
  const lines = linesOf(text);
  const { rule, message, label, note, advice, from, to, related, fix } = fault;
  return {
    rule,
    severity: rules[rule].severity,
    message,
    file,
    range: rangeAt(lines, from, to),
    path,
    ...(data === '' || rule === 'several-documents' ? {} : { where: whereIn(data, path) }),
    ...(label === undefined ? {} : { label }),
    ...(note === undefined ? {} : { note }),
    ...(advice === undefined ? {} : { advice }),
    ...(related ? { related: related.map((one) => ({ range: rangeAt(lines, one.from, one.to), label: one.label })) } : {}),
    fixes: fix ? [{ title: fix.title, safety: fix.safety, edits: fix.edits.map((edit) => ({ range: rangeAt(lines, edit.from, edit.to), newText: edit.text })) }] : [],
  };
}

function documentOf(file: string, text: string, mended: MendedText, data: unknown, leftOut: readonly number[], parsed?: YamlTree): YamlDocument {
  let tree = parsed;
  let found: Lines | undefined;
  // Only a file with faults is asked for places, so trees are not kept for the others.
  const treeNow = () => (tree ??= parseTree(mended.text));
  const lines = () => (found ??= linesOf(text));
  const span = (path: Path, part: Part, within?: Within) => spanAt(treeNow(), path, part, within);
  if (leftOut.length === 0 && !mended.origin) tree = undefined;
  return {
    file,
    get lines() {
      return lines();
    },
    data,
    leftOut,
    range: (path, part = 'value', within) => {
      const [from, to] = span(path, part, within).map((offset) => originOf(mended, offset)) as [number, number]; // two in, two out
      return rangeAt(lines(), from, Math.max(from, to));
    },
    inBrackets: (path) => isInBrackets(findAt(treeNow(), path).node),
    source: (path, part = 'value') => treeNow().text.slice(...span(path, part)),
    replacement: (path, part, newText, within) => {
      if (part !== 'value' || within) return newText;
      const node = textNodeAt(treeNow(), path);
      if (node?.type === 'QUOTE_SINGLE') return `'${newText.replaceAll("'", "''")}'`;
      if (node?.type === 'QUOTE_DOUBLE') return quoted(newText);
      return needsQuotes(newText) ? oneLine(newText) : newText;
    },
  };
}
