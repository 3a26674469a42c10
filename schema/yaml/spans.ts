import { type Scalar, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { Lines } from '../diagnostics/positions.ts';
import type { Path } from '../base/data.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import type { InData } from '../diagnostics/diagnostic.ts';
import { spanOf } from './keys.ts';
import type { FoldedText } from './folded-text.ts';
import type { YamlTree } from './parse.ts';

/** A part of the text at a path, and its replacement. */
export interface NewPart {
  path: Path;
  within: { start: number; length: number };
  newText: string;
}

/** The data of a YAML file with its positions. Scalars stay strings: `1.10` is `'1.10'`. */
export interface YamlDocument {
  file: string;
  /** The author's text with its lines. */
  lines: Lines;
  data: unknown;
  /** The numbers of unreadable lines that were skipped. A setting that seems missing may be on one of them. */
  leftOut: readonly number[];
  /** Returns the span of a setting in the author's text. If it is missing, returns that of the nearest enclosing one. */
  span(this: void, place: InData): Span;
  /** Returns the texts whose line ends have a meaning in Markdown, but are lost because YAML joins the lines. */
  folded(this: void): readonly FoldedText[];
  /** Whether the value is a flow collection, in brackets. */
  inBrackets(path: Path): boolean;
  /** Whether the value contains a duplicate key. `data` has only the first of its values. */
  hasDuplicateKey(this: void, path: Path): boolean;
  /** Returns the edits of the author's text that set a text in its current style. Undefined if there is no such text. */
  setText(this: void, path: Path, newText: string): TextEdit[] | undefined;
  /** Like `setText`, for parts of a text that do not overlap. */
  setParts(this: void, path: Path, parts: readonly NewPart[]): TextEdit[] | undefined;
}

/**
 * Finds the source span of a part of a text value. It counts characters in both, without spaces: YAML folds lines and
 * removes indentation, but keeps the order of all other characters.
 */
export function spanInSource(source: string, node: Scalar, start: number, length: number): Span {
  const text = String(node.value);
  const units = unitsOf(source, node);
  const before = countVisible(text.slice(0, start));
  const inside = countVisible(text.slice(start, start + length));
  const first = units[before];
  const last = units[before + inside - 1];
  return first && last && inside > 0 ? { from: first.from, to: last.to } : spanOf(node);
}

const countVisible = (text: string) => text.replaceAll(/\s/g, '').length;

/** Returns the spans of all characters except spaces. An escape is one character. */
function unitsOf(source: string, node: Scalar): Span[] {
  const units: Span[] = [];
  const whole = spanOf(node);
  const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const inQuotes = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  const from = block ? source.indexOf('\n', whole.from) + 1 : whole.from + (inQuotes ? 1 : 0);
  const to = inQuotes ? whole.to - 1 : whole.to;
  for (let at = from; at < to;) {
    const { length, visible } = unitAt(source, at, node.type);
    for (let count = 0; count < visible; count++) units.push({ from: at, to: at + length });
    at += length;
  }
  return units;
}

function unitAt(source: string, at: number, style: Scalar['type']): { length: number; visible: number } {
  const char = source[at] ?? '';
  if (style === 'QUOTE_SINGLE' && char === "'" && source[at + 1] === "'") return { length: 2, visible: 1 };
  if (style === 'QUOTE_DOUBLE' && char === '\\') {
    const next = source[at + 1] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[next];
    if (digits !== undefined) {
      const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16);
      return {
        length: 2 + digits,
        visible: Number.isNaN(code) || code > 0x10ffff ? 0 : countVisible(String.fromCodePoint(code)),
      };
    }
    return { length: 2, visible: /[0abe"/\\]/.test(next) ? 1 : 0 };
  }
  return { length: 1, visible: /\s/.test(char) ? 0 : 1 };
}

interface Found {
  node: Node | null;
  pair?: Pair;
  /** Whether the whole path exists. */
  whole: boolean;
}

/** Finds the node at a path, or the nearest enclosing one if it is missing. */
export function findAt({ contents }: Pick<YamlTree, 'contents'>, path: Path): Found {
  let found: Found = { node: contents, whole: true };
  for (const step of path) {
    const { node } = found;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) return { ...found, whole: false };
      found = { node: pair.value as Node | null, pair, whole: true }; // parsed documents contain nodes
    } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
      found = { node: node.items[step] as Node | null, whole: true }; // parsed documents contain nodes
    } else return { ...found, whole: false };
  }
  return found;
}

/** Returns the span of a part of a setting. */
export function spanAt(tree: YamlTree, { path, part = 'value', within }: InData): Span {
  const { node, pair, whole } = findAt(tree, path);
  const name = isScalar(pair?.key) ? spanOf(pair.key) : undefined;
  if (!whole || part === 'first') return firstOf(node) ?? name ?? spanOf(tree.contents);
  if (part === 'name' && name) return name;
  if (part === 'yaml' && node) {
    const { from, to } = spanOf(node);
    return { from, to: from + tree.text.slice(from, to).trimEnd().length };
  }
  const isEmpty = isScalar(node) && node.type === 'PLAIN' && node.value === '';
  if (node === null || isEmpty) {
    if (name) return name;
    const { from } = spanOf(node);
    const dash = tree.text.lastIndexOf('-', from);
    return dash === -1 ? { from, to: from } : { from: dash, to: dash + 1 };
  }
  const value =
    isScalar(node) && within
      ? spanInSource(tree.text, node, within.start, within.length)
      : valueSpan(tree.text, node);
  return part === 'entry' && name ? { from: name.from, to: value.to } : value;
}

/** Returns the path of the setting at an offset. */
export function pathAt({ contents }: YamlTree, offset: number): Path {
  const path: (string | number)[] = [];
  let node: Node | null = contents;
  for (;;) {
    if (isMap(node)) {
      const pair = node.items.findLast(
        (item) => isScalar(item.key) && (item.key.range?.[0] ?? Infinity) <= offset,
      );
      const end = (node.range?.[1] ?? 0) >= offset;
      if (!pair || !end || !isScalar(pair.key)) return path;
      path.push(String(pair.key.value));
      node = pair.value as Node | null; // parsed documents contain nodes
    } else if (isSeq(node)) {
      const items = node.items as Node[]; // parsed documents contain nodes
      const index = items.findLastIndex((item) => (item?.range?.[0] ?? Infinity) <= offset);
      if (index === -1 || (node.range?.[1] ?? 0) < offset) return path;
      path.push(index);
      node = items[index] ?? null;
    } else return path;
  }
}

/** Whether a mapping or sequence is written in brackets. */
export function isInBrackets(node: Node | null): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

function valueSpan(text: string, node: Node): Span {
  const { from, to } = spanOf(node);
  if (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')) {
    const first = text.indexOf('\n', from) + 1;
    const start = first + (/^[ \t\r\n]*/.exec(text.slice(first, to))?.[0].length ?? 0);
    return first === 0 || start >= to
      ? { from, to: from + 1 }
      : { from: start, to: start + text.slice(start, to).trimEnd().length };
  }
  return firstOf(node) ?? { from, to };
}

/** Returns the span of the first setting or item of a block collection. For any other node, returns its whole span. */
function firstOf(node: Node | null): Span | undefined {
  if (isMap(node) && !node.flow) {
    const [pair] = node.items;
    if (!pair) return undefined;
    const { from, to } = spanOf(pair.key);
    return { from, to: isScalar(pair.value) && pair.value.value !== '' ? spanOf(pair.value).to : to + 1 };
  }
  if (isSeq(node) && !node.flow) {
    const [item] = node.items;
    return item ? (firstOf(item as Node) ?? spanOf(item)) : undefined; // parsed documents contain nodes
  }
  return node ? spanOf(node) : undefined;
}

/** Returns the scalar at a path, if any. */
export function textNodeAt(tree: YamlTree, path: Path): Scalar | undefined {
  const { node, whole } = findAt(tree, path);
  return whole && isScalar(node) ? node : undefined;
}
