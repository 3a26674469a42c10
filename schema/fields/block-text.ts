import { z } from 'zod';
import { type Inline, type InlineNode, inlineOf, parseInline } from './inline-text.ts';

/** What is rendered of a part of a longer text; a heading has an id where a list of contents leads to it. */
export type BlockText = { paragraph: Inline[] } | { list: Inline[][] } | { subheading: string; id?: string };

/** A part of a longer text: its inline nodes, or the words of a heading. */
type Part = { paragraph: InlineNode[] } | { list: InlineNode[][] } | { subheading: string };

// Blank lines separate the parts; the space around each is no part of it.
const part = /\S[^]*?(?=\n\s*\n|$)/g;
const entry = /(?:^|\n)- ([^]*?)(?=\n- |$)/g;

function parseBlockText(text: string): Part[] {
  return [...text.matchAll(part)].map(({ 0: found, index }) => {
    const written = found.trimEnd();
    if (written.startsWith('## ')) return { subheading: written.slice(3) };
    if (!written.startsWith('- ')) return { paragraph: parseInline(written, index) };
    const entries = [...written.matchAll(entry)];
    return {
      list: entries.map(({ 0: whole, 1: words = '', index: at }) =>
        parseInline(words, index + at + whole.length - words.length),
      ),
    };
  });
}

/** The inline nodes of a longer text, headings left out. */
export function inlineNodesIn(text: string): InlineNode[] {
  return parseBlockText(text).flatMap((one) =>
    'paragraph' in one ? one.paragraph : 'list' in one ? one.list.flat() : [],
  );
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** Longer text: paragraphs, lists of `- ` and headings of `## `. */
export const blockText = z
  .string()
  .min(1)
  .transform((text) =>
    parseBlockText(text).map((one): BlockText => {
      if ('subheading' in one) return one;
      return 'list' in one
        ? { list: one.list.map((nodes) => inlineOf(nodes, oneLine)) }
        : { paragraph: inlineOf(one.paragraph, oneLine) };
    }),
  )
  .meta({ refersTo: 'block-text' });
