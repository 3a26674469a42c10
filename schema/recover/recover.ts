import { type Lines, linesOf, lineText, positionAt } from '../base/lines.ts';
import type { Path } from '../base/path.ts';
import { applyEdits, mend, type MendedText, originOf } from '../base/text-edits.ts';
import type { Part } from '../diagnostics/problem.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';
import { parseTree, type YamlTree } from '../yaml/parse.ts';
import { spanAt, textNodeAt } from '../yaml/positions.ts';
import { causesAround, causesOnLine, withoutLine } from './candidates.ts';
import type { Cause } from './cause.ts';
import { oddness } from './indent-candidates.ts';
import { type Narrowed, narrowed } from './narrow.ts';

/** Finds what makes no sense in data, and where. */
export type Judge = (data: unknown) => readonly { path: Path; part?: Part; rule: string; fix?: unknown }[];

/** Letters that may be parsed in search of the causes of one file's faults: a bound on time that is the same on every machine. */
const mostLettersParsed = 3_000_000;
const mostRepairs = 25;

/** Mends a text step by step, each time by the likeliest cause of what is wrong first. */
export class Repair {
  mended: MendedText;
  tree: YamlTree;
  readonly judge: Judge;
  readonly diagnostics: TextDiagnostic[] = [];
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
      if (this.diagnostics.length >= mostRepairs || this.parsed > mostLettersParsed) {
        this.gaveUp = true;
        const last = withoutLine(this.mended.text, firstError(this.tree));
        this.take({
          ...last,
          diagnostic: { ...last.diagnostic, note: 'there may be more such faults below this line' },
        });
        return;
      }
      const before = this.mended.text;
      const cause = this.likeliest();
      if (cause) {
        this.take({
          ...cause,
          diagnostic: {
            ...cause.diagnostic,
            note: cause.diagnostic.note ?? 'the rest of this file was checked as if this were fixed',
          },
        });
      } else {
        const left = withoutLine(before, firstError(this.tree));
        this.leftOut.push(positionAt(linesOf(this.mended.text), left.diagnostic.from).line);
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
      if (problems.length + this.tree.diagnostics.length === 0) return;
      const lines = linesOf(this.mended.text);
      const suspicious = [
        ...problems
          .filter(({ rule }) => rule === 'wrong-indentation')
          .flatMap(({ path }) => continuationsOf(this.tree, path).slice(-1)),
        ...problems
          .filter(
            ({ rule, fix }) =>
              fix === undefined && ['unknown-key', 'wrong-type', 'unknown-block'].includes(rule),
          )
          .map(({ path, part }) => spanAt(this.tree, path, part ?? 'value')[0]),
        ...this.tree.diagnostics.filter(({ rule }) => rule === 'duplicate-key').map(({ from }) => from),
        ...problems
          .filter(({ rule }) => rule === 'unknown-block' || rule === 'wrong-value')
          .flatMap(({ path }) => continuationsOf(this.tree, path)),
      ].map((offset) => positionAt(lines, offset).line);
      const twice = this.tree.diagnostics.find(({ rule }) => rule === 'duplicate-key');
      // What is written twice may belong to an item that begins above it.
      if (twice) suspicious.unshift(...itemAbove(lines, positionAt(lines, twice.from).line));
      const causes = [...new Set(suspicious)]
        .slice(0, 8)
        .flatMap((line) => causesOnLine(this.mended.text, line));
      const [first] = suspicious;
      if (first === undefined) return;
      const near = this.near(causes, lines.starts[first - 1] ?? 0);
      const now = this.parse(near.text);
      const best = this.best(causes, near, undefined, settingsIn(now.data));
      // A line at its right place makes no new fault.
      if (
        !best ||
        best.score >= this.score(now) ||
        best.problems.some((problem) => !problems.some((one) => isSame(one, problem)))
      )
        return;
      this.take(best.cause);
    }
  }

  take({ diagnostic, edits }: Cause): void {
    this.diagnostics.push(inOriginal(diagnostic, this.mended));
    this.mended = mend(this.mended, edits);
    this.tree = this.parse(this.mended.text);
  }

  likeliest(): Cause | undefined {
    const at = firstError(this.tree);
    const causes = causesAround(this.tree.text, at);
    const near = this.near(causes, at);
    const base = this.parse(near.text);
    if (base.errors.length === 0)
      return this.best(causes, whole(this.tree), firstErrorLine(this.tree))?.cause;
    return this.best(causes, near, firstErrorLine(base))?.cause;
  }

  /** The part of the text that decides between causes. */
  near(causes: readonly Cause[], at: number): Narrowed {
    let [from, to] = [at, at];
    for (const edit of causes.flatMap(({ edits }) => edits))
      [from, to] = [Math.min(from, edit.from), Math.max(to, edit.to)];
    return narrowed(this.mended.text, from, to);
  }

  /** The cause whose repair helps most: the text reads on behind the broken line, makes more sense, and looks more usual. */
  best(
    causes: readonly Cause[],
    { text, shift }: Narrowed,
    brokenLine?: number,
    leastSettings = 0,
  ): { cause: Cause; score: number; problems: Problems } | undefined {
    let best: { cause: Cause; score: number; problems: Problems; rank: number[] } | undefined;
    for (const cause of causes) {
      if (this.parsed > mostLettersParsed) break;
      const now = applyEdits(
        text,
        cause.edits.map((edit) => ({ ...edit, from: edit.from - shift, to: edit.to - shift })),
      );
      const tree = this.parse(now);
      const added = cause.edits.reduce((sum, edit) => sum + (edit.text.match(/\n/g)?.length ?? 0), 0);
      if (tree.errors.length > 0 && (brokenLine === undefined || firstErrorLine(tree) - added <= brokenLine))
        continue;
      // What becomes part of a text has no faults any more, and is lost.
      const settings = settingsIn(tree.data);
      if (settings < leastSettings) continue;
      const problems = this.judge(tree.data);
      const score = nonsense(problems) + tree.diagnostics.length;
      const rank = [
        tree.errors.length === 0 ? -Infinity : -firstError(tree),
        score,
        -settings,
        oddness(now),
        cause.diagnostic.fix?.edits.length ?? 0,
      ];
      if (!best || isLess(rank, best.rank)) best = { cause, score, problems, rank };
    }
    return best;
  }

  /** How little sense a text makes. */
  score(tree: YamlTree): number {
    return nonsense(this.judge(tree.data)) + tree.diagnostics.length;
  }
}

/** How many settings and items there are. */
function settingsIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce<number>((sum, inner) => sum + 1 + settingsIn(inner), 0);
}

type Problems = ReturnType<Judge>;

/** Whether two problems are of the same kind with the same setting, wherever it stands now. */
function isSame(a: Problems[number], b: Problems[number]): boolean {
  return a.rule === b.rule && a.path.at(-1) === b.path.at(-1);
}

/** How little sense data make. Data that are no page at all have but one fault, and that outweighs all others. */
function nonsense(problems: Problems): number {
  return problems.reduce((sum, { path }) => sum + (path.length === 0 ? 100 : 1), 0);
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}

/** Where YAML gave up first. Some of its complaints begin with the blanks, or the blank lines, before what they mean. */
function firstError({ text, errors }: YamlTree): number {
  const at = errors.reduce((first, error) => Math.min(first, error.at), Infinity);
  const isBlankSoFar = text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
  return at + ((isBlankSoFar ? /^\s*/ : /^ */).exec(text.slice(at))?.[0].length ?? 0);
}

function firstErrorLine(tree: YamlTree): number {
  return positionAt(linesOf(tree.text), firstError(tree)).line;
}

const whole = ({ text }: YamlTree): Narrowed => ({ text, shift: 0 });

function itemAbove(lines: Lines, line: number): number[] {
  for (let at = line - 1; at > 0; at--) if (/^ *- /.test(lineText(lines, at))) return [at];
  return [];
}

/** The second and further lines of a text, each of which may have been meant as a setting. */
function continuationsOf(tree: YamlTree, path: Path): number[] {
  const node = textNodeAt(tree, path);
  const [from = 0, to = 0] = node?.range ?? [];
  return [...tree.text.slice(from, to).matchAll(/\n[ \t]*(?=\S)/g)].map(
    ({ index, 0: blank }) => from + index + blank.length,
  );
}

/** A fault at its place in the text as the author wrote it. */
export function inOriginal(diagnostic: TextDiagnostic, mended: MendedText): TextDiagnostic {
  if (!mended.origin) return diagnostic;
  const at = (offset: number) => originOf(mended, offset);
  return {
    ...diagnostic,
    from: at(diagnostic.from),
    to: Math.max(at(diagnostic.to), at(diagnostic.from)),
    ...(diagnostic.related
      ? { related: diagnostic.related.map(({ from, to, label }) => ({ from: at(from), to: at(to), label })) }
      : {}),
    ...(diagnostic.fix
      ? {
          fix: {
            ...diagnostic.fix,
            edits: diagnostic.fix.edits.map(({ from, to, text }) => ({ from: at(from), to: at(to), text })),
          },
        }
      : {}),
  };
}
