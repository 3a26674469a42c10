import { type Scalar, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { Lines } from '../diagnostics/positions.ts';
import type { Path } from '../base/data.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import type { DataLocation } from '../diagnostics/diagnostic.ts';
import { getSpan } from './keys.ts';
import type { FoldedText } from './folded-text.ts';
import type { YamlTree } from './parse.ts';

/** An edit that replaces part of the text at a path. */
export interface TextPartEdit {
  path: Path;
  within: { start: number; length: number };
  newText: string;
}

/** The data of a YAML file, with functions that find its positions. Scalars stay strings: `1.10` is `'1.10'`. */
export interface YamlDocument {
  file: string;
  /** The file content, as the author wrote it, with the offsets of its lines. */
  lines: Lines;
  data: unknown;
  /** The numbers of unreadable lines that were skipped. A setting that seems missing may be on one of them. */
  skippedLines: readonly number[];
  /** Returns the span of a setting in the author's text, or of the group around it if the setting is missing. */
  span(this: void, location: DataLocation): Span;
  /** Returns the texts whose line ends have a meaning in Markdown, but are lost because YAML joins the lines. */
  getFoldedTexts(this: void): readonly FoldedText[];
  /** Returns whether the value at a path is a list or group in brackets. */
  isInBrackets(path: Path): boolean;
  /** Returns whether the value at a path contains a duplicate key. `data` has only the first value of such a key. */
  hasDuplicateKey(this: void, path: Path): boolean;
  /**
   * Returns the edits that replace the text at a path, in its current style, or `undefined` if that is not possible.
   */
  setText(this: void, path: Path, newText: string): TextEdit[] | undefined;
  /** Like `setText`, but replaces parts of the text, which must not overlap. */
  setParts(this: void, path: Path, parts: readonly TextPartEdit[]): TextEdit[] | undefined;
}

/**
 * Returns the span in the file for part of a text. Counts all characters except spaces in the file and in the text,
 * because YAML folds lines and removes indentation, but keeps the order of all other characters.
 */
export function findSourceSpan(source: string, node: Scalar, start: number, length: number): Span {
  const text = String(node.value);
  const characterSpans = listCharacterSpans(source, node);
  const countBefore = countVisible(text.slice(0, start));
  const countInside = countVisible(text.slice(start, start + length));
  const first = characterSpans[countBefore];
  const last = characterSpans[countBefore + countInside - 1];
  return first && last && countInside > 0 ? { from: first.from, to: last.to } : getSpan(node);
}

const countVisible = (text: string) => text.replaceAll(/\s/g, '').length;

/** Returns the span in the file of each character of a text, except spaces. An escape counts as one character. */
function listCharacterSpans(source: string, node: Scalar): Span[] {
  const characterSpans: Span[] = [];
  const nodeSpan = getSpan(node);
  const isBlockScalar = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const isQuoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  const from = isBlockScalar ? source.indexOf('\n', nodeSpan.from) + 1 : nodeSpan.from + (isQuoted ? 1 : 0);
  const to = isQuoted ? nodeSpan.to - 1 : nodeSpan.to;
  for (let offset = from; offset < to;) {
    const { length, visibleCount } = measureCharacter(source, offset, node.type);
    for (let count = 0; count < visibleCount; count++)
      characterSpans.push({ from: offset, to: offset + length });
    offset += length;
  }
  return characterSpans;
}

function measureCharacter(
  source: string,
  offset: number,
  style: Scalar['type'],
): { length: number; visibleCount: number } {
  const character = source[offset] ?? '';
  if (style === 'QUOTE_SINGLE' && character === "'" && source[offset + 1] === "'")
    return { length: 2, visibleCount: 1 };
  if (style === 'QUOTE_DOUBLE' && character === '\\') {
    const next = source[offset + 1] ?? '';
    const digits = { x: 2, u: 4, U: 8 }[next];
    if (digits !== undefined) {
      const code = Number.parseInt(source.slice(offset + 2, offset + 2 + digits), 16);
      return {
        length: 2 + digits,
        visibleCount: Number.isNaN(code) || code > 0x10ffff ? 0 : countVisible(String.fromCodePoint(code)),
      };
    }
    return { length: 2, visibleCount: /[0abe"/\\]/.test(next) ? 1 : 0 };
  }
  return { length: 1, visibleCount: /\s/.test(character) ? 0 : 1 };
}

interface FoundNode {
  node: Node | null;
  pair?: Pair;
  /** Whether the whole path exists. */
  isComplete: boolean;
}

/** Finds the node at a path, or the nearest node around it if the path does not exist. */
export function findNode({ contents }: Pick<YamlTree, 'contents'>, path: Path): FoundNode {
  let result: FoundNode = { node: contents, isComplete: true };
  for (const step of path) {
    const { node } = result;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) return { ...result, isComplete: false };
      result = { node: pair.value as Node | null, pair, isComplete: true }; // parsed documents contain nodes
    } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
      result = { node: node.items[step] as Node | null, isComplete: true }; // parsed documents contain nodes
    } else return { ...result, isComplete: false };
  }
  return result;
}

/** Returns the span of a location in data. */
export function findSpan(tree: YamlTree, { path, part = 'value', within }: DataLocation): Span {
  const { node, pair, isComplete } = findNode(tree, path);
  const name = isScalar(pair?.key) ? getSpan(pair.key) : undefined;
  if (!isComplete || part === 'first') return findFirstSpan(node) ?? name ?? getSpan(tree.contents);
  if (part === 'name' && name) return name;
  if (part === 'yaml' && node) {
    const { from, to } = getSpan(node);
    return { from, to: from + tree.text.slice(from, to).trimEnd().length };
  }
  const isEmpty = isScalar(node) && node.type === 'PLAIN' && node.value === '';
  if (node === null || isEmpty) {
    if (name) return name;
    const { from } = getSpan(node);
    const dash = tree.text.lastIndexOf('-', from);
    return dash === -1 ? { from, to: from } : { from: dash, to: dash + 1 };
  }
  const value =
    isScalar(node) && within
      ? findSourceSpan(tree.text, node, within.start, within.length)
      : getValueSpan(tree.text, node);
  return part === 'entry' && name ? { from: name.from, to: value.to } : value;
}

/** Returns the path of the setting at an offset. */
export function findPathAt({ contents }: YamlTree, offset: number): Path {
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

/** Returns whether a node is a mapping or sequence in brackets. */
export function isFlowCollection(node: Node | null): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

function getValueSpan(text: string, node: Node): Span {
  const { from, to } = getSpan(node);
  if (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')) {
    const first = text.indexOf('\n', from) + 1;
    const start = first + (/^[ \t\r\n]*/.exec(text.slice(first, to))?.[0].length ?? 0);
    return first === 0 || start >= to
      ? { from, to: from + 1 }
      : { from: start, to: start + text.slice(start, to).trimEnd().length };
  }
  return findFirstSpan(node) ?? { from, to };
}

/**
 * Returns the span of the first setting or item of a node without brackets. Returns the whole span of any other node.
 */
function findFirstSpan(node: Node | null): Span | undefined {
  if (isMap(node) && !node.flow) {
    const [pair] = node.items;
    if (!pair) return undefined;
    const { from, to } = getSpan(pair.key);
    return { from, to: isScalar(pair.value) && pair.value.value !== '' ? getSpan(pair.value).to : to + 1 };
  }
  if (isSeq(node) && !node.flow) {
    const [item] = node.items;
    return item ? (findFirstSpan(item as Node) ?? getSpan(item)) : undefined; // parsed documents contain nodes
  }
  return node ? getSpan(node) : undefined;
}

/** Returns the scalar at a path, or `undefined` if there is none. */
export function findScalar(tree: YamlTree, path: Path): Scalar | undefined {
  const { node, isComplete } = findNode(tree, path);
  return isComplete && isScalar(node) ? node : undefined;
}
