import type { Nodes } from 'mdast';
import type { Leaf } from './leaves.ts';
import { parseLongMarkdown } from './parse.ts';

/** Parts that are removed together with their only child. */
const wrapperTypes: ReadonlySet<Nodes['type']> = new Set(['root', 'list', 'listItem', 'blockquote']);

/**
 * Returns a long text without a leaf and its Markdown marks, such as the `-` of a list item. The next list item takes
 * over the mark, so that the first number of a list stays the same. An emptied table cell stays.
 */
export function removeLeaf(text: string, { kind, from, to }: Leaf): string {
  const cut = (start: number, end: number) => text.slice(0, start) + text.slice(end);
  if (kind === 'cell' || kind === 'code') return cut(from, to);
  const [node, ...parents] = findNodesAround(parseLongMarkdown(text), from, to).toReversed();
  let removed = node;
  for (const parent of parents) {
    if (!removed || !('children' in parent) || !wrapperTypes.has(parent.type)) return cut(from, to);
    const siblings: readonly Nodes[] = parent.children;
    const index = siblings.indexOf(removed);
    const [previous, next] = [siblings[index - 1], siblings[index + 1]];
    if (next) return cut(getContentStart(removed), getContentStart(next));
    if (previous) return cut(getSpan(previous).end, getSpan(removed).end);
    removed = parent;
  }
  return '';
}

/** Returns the nodes that contain a span of the text, down to a paragraph or heading. The outermost node comes first. */
function findNodesAround(node: Nodes, from: number, to: number): Nodes[] {
  if (node.type === 'paragraph' || node.type === 'heading' || !('children' in node)) return [node];
  const children: readonly Nodes[] = node.children;
  const child = children.find((item) => getSpan(item).start <= from && to <= getSpan(item).end);
  return child ? [node, ...findNodesAround(child, from, to)] : [node];
}

const getSpan = ({ position }: Nodes) => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

/** Returns where the content of a list item or any other node starts. */
const getContentStart = (node: Nodes): number =>
  getSpan((node.type === 'listItem' ? node.children[0] : undefined) ?? node).start;
