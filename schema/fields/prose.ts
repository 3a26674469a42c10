import { z } from 'zod';
import { type Inline, parseInline } from './inline-markdown.ts';

/** A piece of longer text: a paragraph, a list, or a heading between paragraphs, which has an id where a list of contents leads to it. */
export type Prose = { paragraph: Inline[] } | { list: Inline[][] } | { subheading: string; id?: string };

/** Blank lines part the pieces; `- ` begins an entry of a list, `## ` a heading. */
export function parseProse(text: string): Prose[] {
  return text
    .split(/\n\s*\n/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece.startsWith('## ')) return { subheading: piece.slice(3) };
      if (piece.startsWith('- '))
        return { list: piece.split(/\n- /).map((entry) => parseInline(oneLine(entry.replace(/^- /, '')))) };
      return { paragraph: parseInline(oneLine(piece)) };
    });
}

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** Longer text, written as several paragraphs. */
export const prose = z.string().min(1).transform(parseProse);
