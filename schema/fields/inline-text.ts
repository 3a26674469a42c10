import { z } from 'zod';

/** A node of inline text, with the offset of its first code unit. */
export type InlineNode = { start: number } & (
  | { type: 'text' | 'code'; value: string }
  | { type: 'strong' | 'emphasis'; children: InlineNode[] }
  | { type: 'link'; children: InlineNode[]; words: string; to: string }
);

/** What is rendered of inline text: its nodes without their offsets. */
export type Inline =
  | string
  | { strong: Inline[] }
  | { emphasis: Inline[] }
  | { code: string }
  | { link: Inline[]; to: string };

/** A link in a text, with the offsets of its words and of its target. */
export interface TextLink {
  words: string;
  wordsStart: number;
  to: string;
  toStart: number;
}

// The order matters: code wins over everything inside it, two stars over one.
const mark = /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\(([^()\s]+)\)/gs;

/** `**strong**`, `*emphasis*`, `` `code` `` and `[links](/about/us)`; everything else stays as it is. */
export function parseInline(text: string, offset = 0): InlineNode[] {
  if (text !== '' && !/[`*[]/.test(text)) return [{ type: 'text', start: offset, value: text }];
  const nodes: InlineNode[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (to > end) nodes.push({ type: 'text', start: offset + end, value: text.slice(end, to) });
  };
  for (const { index, 0: whole, 1: code, 2: strong, 3: emphasis, 4: words = '', 5: to = '' } of text.matchAll(
    mark,
  )) {
    addText(index);
    const start = offset + index;
    if (code !== undefined) nodes.push({ type: 'code', start, value: code });
    else if (strong !== undefined)
      nodes.push({ type: 'strong', start, children: parseInline(strong, start + 2) });
    else if (emphasis !== undefined)
      nodes.push({ type: 'emphasis', start, children: parseInline(emphasis, start + 1) });
    else nodes.push({ type: 'link', start, children: parseInline(words, start + 1), words, to });
    end = index + whole.length;
  }
  addText(text.length);
  return nodes;
}

/** What is rendered of nodes; `shown` may change the text in them. */
export function inlineOf(
  nodes: readonly InlineNode[],
  shown: (text: string) => string = (text) => text,
): Inline[] {
  return nodes.map((node) => {
    if ('value' in node) return node.type === 'text' ? shown(node.value) : { code: shown(node.value) };
    const children = inlineOf(node.children, shown);
    if (node.type === 'link') return { link: children, to: node.to };
    return node.type === 'strong' ? { strong: children } : { emphasis: children };
  });
}

/** Every link among nodes, those within other marks included. */
export function linksIn(nodes: readonly InlineNode[]): TextLink[] {
  return nodes.flatMap((node) => {
    if ('value' in node) return [];
    const inner = linksIn(node.children);
    if (node.type !== 'link') return inner;
    const { start, words, to } = node;
    return [{ words, wordsStart: start + 1, to, toStart: start + words.length + 3 }, ...inner];
  });
}

/** A short text with inline marks. */
export const inlineText = z
  .string()
  .min(1)
  .transform((text) => inlineOf(parseInline(text)))
  .meta({ refersTo: 'inline-text' });
