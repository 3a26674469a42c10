import type { Root, Definition, FootnoteDefinition, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { memoize } from '../base/cache.ts';
import { fastParseLong, fastParseShort } from './fast-parse.ts';
import { withNumberedLetters } from './letter-lists.ts';
import { shortTextProblem, tooDeepIn, tooManyMarks } from './problems.ts';
import { foreignMarks, mayHaveForeignMarks, withoutUnseen } from './foreign-marks.ts';
import { runTogetherLines } from './stray-marks.ts';
import { joinedLines } from './joined-lines.ts';
import { unseenDefinitions } from './lost-words.ts';
import { visibleWords } from './plain-text.ts';
import { addHtmlFixes } from './pasted-html.ts';
import { ParseContext, type FileResult } from './parse-context.ts';
import { parseInline } from './parse-inline.ts';
import { parseBlocks } from './parse-blocks.ts';
import type { Inline, TextProblem, TextPart } from './tree.ts';

// Chinese, Japanese and Korean have no spaces around bold words, which CommonMark would require.
const marks = {
  extensions: [cjkFriendlyExtension(), gfmStrikethroughCjkFriendly({ singleTilde: false })],
  mdastExtensions: [gfmStrikethroughFromMarkdown()],
};
const tables = {
  extensions: [gfmTable(), ...marks.extensions],
  mdastExtensions: [gfmTableFromMarkdown(), ...marks.mdastExtensions],
};
const fullSyntax = {
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
const oneParagraph = { ...marks, extensions: [{ disable: { null: lineMarks } }, ...marks.extensions] };

/** Parses CommonMark with tables, footnotes and lists with letters. */
export const longMarkdown = (text: string): Root => fromMarkdown(withNumberedLetters(text), fullSyntax);

/** Parses CommonMark with tables, to detect blocks in a short text. */
export const shortMarkdown = (text: string): Root => fromMarkdown(text, tables);

/** Parses inline Markdown only: marks at the start of a line have no meaning. */
const inlineMarkdown = (text: string): Root => fromMarkdown(text, oneParagraph);

/** The result for a text of one paragraph. */
interface ShortText extends FileResult {
  inline: Inline[];
}

/** The result for a text of paragraphs, headings, lists and other blocks. */
interface LongText extends FileResult {
  parts: TextPart[];
}

const nothing: FileResult = { links: [], pictures: [], headings: [], faults: [] };

const failedParse = (fault: TextProblem): FileResult => ({ ...nothing, faults: [fault] });

/** Parses a short text. Cached, because the checker parses the same texts again after a page is read. */
export const parseShortText = memoize(500, (text: string): ShortText => {
  const common = fastParseShort(text);
  return common ? { ...nothing, ...common } : parseShort(text);
});

/** Parses a long text. */
export const parseLongText = memoize(100, (text: string): LongText => {
  const common = fastParseLong(text);
  return common ? { ...nothing, ...common } : parseLong(text);
});

/** Like `parseShortText`, without the fast path and the cache. */
export function parseShort(text: string): ShortText {
  const short = readShort(text);
  const visibleText = (other: string) => visibleWords(readShort(other).inline);
  return {
    ...short,
    faults: addHtmlFixes(text, short.faults, { parse: shortMarkdown, visibleText, isShort: true }),
  };
}

function readShort(text: string): ShortText {
  const many = tooManyMarks(text);
  if (many) return { ...failedParse(many), inline: [] };
  const found = new ParseContext(text, true);
  const root = shortMarkdown(text);
  const deep = tooDeepIn(root);
  if (deep) return { ...failedParse(deep), inline: [] };
  const [first, second] = root.children;
  const odd = first?.type === 'paragraph' ? second : first;
  if (first?.type === 'paragraph' && second === undefined) {
    const inline = parseInline(first.children, found);
    if (found.faults.length === 0) found.faults.push(...runTogetherLines(text, 0));
    if (found.faults.length === 0) found.faults.push(...joinedLines(text.trimEnd(), 0));
    return { ...found.all(), faults: withForeignMarks(found, root, 'short'), inline };
  }
  // HTML has its own diagnostic.
  if (odd && odd.type !== 'html' && !isMeantAsWords(odd, text))
    found.fault(odd, { rule: 'short-text', ...shortTextProblem(odd.type) });
  const inline = inlineMarkdown(text).children.flatMap((one, at) =>
    one.type === 'paragraph' ? [...(at === 0 ? [] : [' ']), ...parseInline(one.children, found)] : [],
  );
  return { ...found.all(), faults: withForeignMarks(found, root, 'short'), inline };
}

/** Adds marks of other systems to the problems of a text. They replace other problems in the same span. */
function withForeignMarks(
  { source, faults }: ParseContext,
  root: Root,
  kind: 'short' | 'long',
): TextProblem[] {
  if (!mayHaveForeignMarks(source)) return faults;
  const foreign = foreignMarks(source, withoutUnseen(source, root), kind);
  const isExplained = ({ start, length }: TextProblem) =>
    foreign.some((one) => one.start < start + length && start < one.start + one.length);
  return [...foreign, ...faults.filter((one) => !isExplained(one))];
}

/** A single line such as `3. October` or `+ 5 %` is text, not a list. */
const isMeantAsWords = (node: RootContent, text: string): boolean =>
  node.type === 'list' && !text.trim().includes('\n') && (node.ordered === true || /^\s*\+/.test(text));

/** Like `parseLongText`, without the fast path and the cache. */
export function parseLong(text: string): LongText {
  const long = readLong(text);
  const visibleText = (other: string) => visibleWords(readLong(other).parts);
  return {
    ...long,
    faults: addHtmlFixes(text, long.faults, { parse: longMarkdown, visibleText, isShort: false }),
  };
}

function readLong(text: string): LongText {
  const many = tooManyMarks(text);
  if (many) return { ...failedParse(many), parts: [] };
  const found = new ParseContext(text);
  const root = longMarkdown(text);
  const deep = tooDeepIn(root);
  if (deep) return { ...failedParse(deep), parts: [] };
  const notes = new Map<string, FootnoteDefinition>();
  for (const one of definitionsIn(root)) {
    const known: Map<string, Definition | FootnoteDefinition> =
      one.type === 'definition' ? found.definitions : notes;
    // The first definition wins.
    if (!known.has(one.identifier)) known.set(one.identifier, one);
  }
  const parts = parseBlocks(root.children, found);
  // Footnotes may refer to later ones.
  const footnotes: TextPart[][] = [];
  for (const name of found.footnotes) footnotes.push(parseBlocks(notes.get(name)?.children ?? [], found));
  if (footnotes.length > 0) parts.push({ footnotes, from: 1 });
  unseenDefinitions(root, found);
  return { ...found.all(), faults: withForeignMarks(found, root, 'long'), parts };
}

function definitionsIn(node: Root | RootContent): (Definition | FootnoteDefinition)[] {
  if (node.type === 'definition') return [node];
  if (!('children' in node)) return [];
  const inner = (node.children as RootContent[]).flatMap(definitionsIn); // the type that mdast declares
  return node.type === 'footnoteDefinition' ? [node, ...inner] : inner;
}
