import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';

const tables = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };
const all = {
  extensions: [...tables.extensions, gfmFootnote()],
  mdastExtensions: [...tables.mdastExtensions, gfmFootnoteFromMarkdown()],
};
const lineMarks = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
];
const oneParagraph = { extensions: [{ disable: { null: lineMarks } }] };

/** CommonMark with tables and footnotes. */
export const longMarkdown = (text: string): Root => fromMarkdown(text, all);

/** The same without footnotes: what could have been meant by a short text. */
export const shortMarkdown = (text: string): Root => fromMarkdown(text, tables);

/** Only what stands within lines: at their beginning no mark means anything. */
export const inlineMarkdown = (text: string): Root => fromMarkdown(text, oneParagraph);

// A mark within a line, or what two blanks or a blank line do.
const inlineMark = /[\\`*_[\]<&~\n\t]| {2}/;
const lineMark = /^\s*(?:[-+>#=|•‣▪●]|\d{1,9}[.)])/;

/** Whether a short text surely holds nothing but words. */
export const isPlain = (text: string): boolean => !inlineMark.test(text) && !lineMark.test(text);

const anyMark = /[\\`*_[\]<&~|\t]|^ |[ ]{2}|^(?:[-+>#=•‣▪●–—·◦○■□➢➤►→✓✔]|\d{1,9}[.)])/m;

/** Whether a longer text surely holds nothing but paragraphs. */
export const isPlainLong = (text: string): boolean => !anyMark.test(text);
