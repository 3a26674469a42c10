import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar } from 'yaml';
import type { Path } from '../base/path.ts';
import type { Span } from '../base/text-edits.ts';
import type { InData } from '../diagnostics/diagnostic.ts';
import type { YamlTree } from './parse.ts';
import { spanInSource } from './scalar-span.ts';
import { spanOf } from './span-of.ts';

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
export function spanAt(tree: YamlTree, { path, part = 'value', within }: InData): Span {
  const { node, pair, whole } = findAt(tree, path);
  const name = isScalar(pair?.key) ? spanOf(pair.key) : undefined;
  if (!whole || part === 'first') return firstOf(node) ?? name ?? spanOf(tree.contents);
  if (part === 'name' && name) return name;
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

/** The first setting of a group, or the first entry of a list; anything else, and brackets, as a whole. */
function firstOf(node: Node | null): Span | undefined {
  if (isMap(node) && !node.flow) {
    const [pair] = node.items;
    if (!pair) return undefined;
    const { from, to } = spanOf(pair.key);
    return { from, to: isScalar(pair.value) && pair.value.value !== '' ? spanOf(pair.value).to : to + 1 };
  }
  if (isSeq(node) && !node.flow) {
    const [item] = node.items;
    return item ? (firstOf(item as Node) ?? spanOf(item)) : undefined; // as above
  }
  return node ? spanOf(node) : undefined;
}

/** The text at a path, for a change that keeps its quotation marks. */
export function textNodeAt(tree: YamlTree, path: Path): Scalar | undefined {
  const { node, whole } = findAt(tree, path);
  return whole && isScalar(node) ? node : undefined;
}
