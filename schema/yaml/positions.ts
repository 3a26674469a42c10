import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import type { Path } from '../base/path.ts';
import type { Span } from '../base/text-edits.ts';
import type { InData } from '../diagnostics/diagnostic.ts';
import type { YamlTree } from './parse.ts';
import { spanInSource } from './scalar-span.ts';

interface Found {
  node: Node | null;
  pair?: Pair;
  /** Whether all steps of the path were found. */
  whole: boolean;
}

/** What is written at a path; the nearest thing around it, if it is missing. */
export function findAt({ contents }: YamlTree, path: Path): Found {
  let found: Found = { node: contents, whole: true };
  for (const step of path) {
    const { node } = found;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
      if (!pair) return { ...found, whole: false };
      found = { node: pair.value as Node | null, pair, whole: true }; // parsed documents hold nodes
    } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
      found = { node: node.items[step] as Node | null, whole: true }; // as above
    } else return { ...found, whole: false };
  }
  return found;
}

/** Where a part of a setting stands in the text. */
export function spanAt(tree: YamlTree, place: InData): Span {
  const [from, to] = offsetsAt(tree, place);
  return { from, to };
}

function offsetsAt(tree: YamlTree, { path, part = 'value', within }: InData): [from: number, to: number] {
  const found = findAt(tree, path);
  const key = found.pair?.key;
  const name = isScalar(key) ? span(key) : undefined;
  if (!found.whole || part === 'first') return firstOf(found.node) ?? name ?? span(tree.contents);
  if (part === 'name' && name) return name;
  const empty = isScalar(found.node) && found.node.type === 'PLAIN' && found.node.value === '';
  if (found.node === null || empty) {
    if (name) return name;
    const [at] = span(found.node);
    const dash = tree.text.lastIndexOf('-', at);
    return dash === -1 ? [at, at] : [dash, dash + 1];
  }
  const value =
    isScalar(found.node) && within
      ? spanInSource(tree.text, found.node, within.start, within.length)
      : valueSpan(tree.text, found.node);
  return part === 'entry' && name ? [name[0], value[1]] : value;
}

/** Which setting stands at an offset. */
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
      node = pair.value as Node | null; // as above
    } else if (isSeq(node)) {
      const items = node.items as Node[]; // as above
      const index = items.findLastIndex((item) => (item?.range?.[0] ?? Infinity) <= offset);
      if (index === -1 || (node.range?.[1] ?? 0) < offset) return path;
      path.push(index);
      node = items[index] ?? null;
    } else return path;
  }
}

/** Whether a group or list is written in brackets, on one line. */
export function isInBrackets(node: Node | null): boolean {
  return (isMap(node) || isSeq(node)) && node.flow === true;
}

function span(node: Node | null): [number, number] {
  const [from = 0, to = from] = node?.range ?? [];
  return [from, to];
}

function valueSpan(text: string, node: Node): [number, number] {
  const [from, to] = span(node);
  if (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')) {
    const first = text.indexOf('\n', from) + 1;
    const start = first + (/^[ \t\r\n]*/.exec(text.slice(first, to))?.[0].length ?? 0);
    return first === 0 || start >= to
      ? [from, from + 1]
      : [start, start + text.slice(start, to).trimEnd().length];
  }
  if ((isMap(node) || isSeq(node)) && !node.flow) return firstOf(node) ?? [from, to];
  return [from, to];
}

/** The first setting of a group, or the first entry of a list; a group in brackets as a whole. */
function firstOf(node: Node | null): [number, number] | undefined {
  if (isMap(node) && !node.flow) {
    const [pair] = node.items;
    if (!pair) return undefined;
    const [from, nameEnd] = span(pair.key as Node | null); // as above
    const value = pair.value as Node | null; // as above
    return [from, isScalar(value) && value.value !== '' ? span(value)[1] : nameEnd + 1];
  }
  if (isSeq(node) && !node.flow) {
    const [item] = node.items;
    return item ? (firstOf(item as Node) ?? span(item as Node)) : undefined; // as above
  }
  return node ? span(node) : undefined;
}

/** The text at a path, for a change that keeps its quotation marks. */
export function textNodeAt(tree: YamlTree, path: Path): Scalar | undefined {
  const { node, whole } = findAt(tree, path);
  return whole && isScalar(node) ? node : undefined;
}
