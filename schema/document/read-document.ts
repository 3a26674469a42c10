import { type Lines, linesOf, type Range, rangeAt, withoutByteOrderMark } from '../base/lines.ts';
import type { Path } from '../base/path.ts';
import { mend, type MendedText, originOf } from '../base/text-edits.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Part, Within } from '../diagnostics/problem.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';
import { inOriginal, type Judge, Repair } from '../recover/recover.ts';
import { rules } from '../rules/index.ts';
import { parseTree, type YamlTree } from '../yaml/parse.ts';
import { findAt, isInBrackets, pathAt, spanAt, textNodeAt } from '../yaml/positions.ts';
import { needsQuotes, oneLine, quoted } from '../yaml/quoting.ts';
import { whereIn } from './breadcrumb.ts';
import { lookAt, notRead } from './preflight.ts';

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
  diagnostics: Diagnostic[];
  /** Why there is no data to check further. */
  refused?: string;
}

/** Faults of one file that are told. */
export const mostDiagnostics = 100;

/** Of the files without faults the one that was read last: its places are the likeliest to be asked for. */
let latest: YamlTree | undefined;

/** Reads YAML text. Where it is broken, it is repaired in memory, so that the rest can be checked as well. */
export function readDocument(
  file: string,
  source: string,
  judge: Judge = () => [],
  unread?: 'a-link' | 'too-large',
): Reading {
  const text = withoutByteOrderMark(source);
  const look = unread ? notRead(unread) : lookAt(text);
  if (look.refused !== undefined)
    return {
      document: documentOf(file, text, { text: '' }, '', []),
      diagnostics: look.diagnostics.map((diagnostic) => diagnosticAt(file, text, diagnostic, [], '')),
      refused: look.refused,
    };
  const repair = new Repair(look.edits.length > 0 ? mend({ text }, look.edits) : { text }, judge);
  repair.mendErrors();
  repair.mendMisplacedLines();
  const { mended, tree } = repair;
  const all = [
    ...look.diagnostics,
    ...repair.diagnostics,
    ...tree.diagnostics.map((diagnostic) => inOriginal(diagnostic, mended)),
  ];
  const document = documentOf(file, text, mended, tree.data, repair.leftOut, tree);
  // Nobody reads more of them, and each costs time.
  const diagnostics = all
    .slice(0, mostDiagnostics)
    .map((diagnostic) => diagnosticAt(file, text, diagnostic, pathOf(diagnostic, tree, mended), tree.data));
  return { document, diagnostics, ...(repair.gaveUp ? { refused: 'too much of it could not be read' } : {}) };
}

/** Where a fault stands; one that marks blanks belongs to what follows them. */
function pathOf({ from, rule }: TextDiagnostic, tree: YamlTree, mended: MendedText): Path {
  const offset = offsetIn(mended, from);
  const path = pathAt(tree, offset + (/^[ \t]*(?:- +)*/.exec(tree.text.slice(offset))?.[0].length ?? 0));
  return rule === 'duplicate-key' || rule === 'unknown-key' ? path.slice(0, -1) : path;
}

/** The reverse of `originOf`, near enough to find a path. */
function offsetIn({ origin }: MendedText, original: number): number {
  if (!origin) return original;
  const found = origin.findIndex((at) => at >= original);
  return found === -1 ? origin.length - 1 : found;
}

function diagnosticAt(
  file: string,
  text: string,
  diagnostic: TextDiagnostic,
  path: Path,
  data: unknown,
): Diagnostic {
  const lines = linesOf(text);
  const { rule, message, label, note, advice, from, to, related, fix } = diagnostic;
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
    ...(related
      ? { related: related.map((one) => ({ range: rangeAt(lines, one.from, one.to), label: one.label })) }
      : {}),
    fixes: fix
      ? [
          {
            title: fix.title,
            safety: fix.safety,
            edits: fix.edits.map((edit) => ({
              range: rangeAt(lines, edit.from, edit.to),
              newText: edit.text,
            })),
          },
        ]
      : [],
  };
}

function documentOf(
  file: string,
  text: string,
  mended: MendedText,
  data: unknown,
  leftOut: readonly number[],
  parsed?: YamlTree,
): YamlDocument {
  let tree = parsed;
  let found: Lines | undefined;
  // Only a file with faults is asked for places, so of the others just the latest tree is kept.
  const treeNow = () => (tree ??= latest?.text === mended.text ? latest : parseTree(mended.text));
  const lines = () => (found ??= linesOf(text));
  const span = (path: Path, part: Part, within?: Within) => spanAt(treeNow(), path, part, within);
  if (leftOut.length === 0 && !mended.origin) [latest, tree] = [tree, undefined];
  return {
    file,
    get lines() {
      return lines();
    },
    data,
    leftOut,
    range: (path, part = 'value', within) => {
      const [from, to] = span(path, part, within).map((offset) => originOf(mended, offset)) as [
        number,
        number,
      ]; // two in, two out
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
