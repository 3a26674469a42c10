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
import { tryFastParseLong, tryFastParseShort } from './fast-parse.ts';
import { numberLetteredLists } from './letter-lists.ts';
import { createShortTextProblem, checkNesting, checkMarkCount } from './problems.ts';
import { findForeignMarks, canHaveForeignMarks, maskInvisibleText } from './foreign-marks.ts';
import { findRunTogetherLines } from './stray-marks.ts';
import { findJoinedLines } from './joined-lines.ts';
import { reportUnusedDefinitions } from './lost-words.ts';
import { toVisibleText } from './plain-text.ts';
import { addHtmlFixes } from './pasted-html.ts';
import { ParseContext, type ParseResult } from './parse-context.ts';
import { parseInline } from './parse-inline.ts';
import { parseBlocks } from './parse-blocks.ts';
import type { Inline, TextProblem, TextPart } from './tree.ts';

// Chinese, Japanese and Korean put no spaces around bold words, but CommonMark sometimes needs them to recognise `**`.
const emphasisSyntax = {
  extensions: [cjkFriendlyExtension(), gfmStrikethroughCjkFriendly({ singleTilde: false })],
  mdastExtensions: [gfmStrikethroughFromMarkdown()],
};
const tableSyntax = {
  extensions: [gfmTable(), ...emphasisSyntax.extensions],
  mdastExtensions: [gfmTableFromMarkdown(), ...emphasisSyntax.mdastExtensions],
};
const fullSyntax = {
  extensions: [...tableSyntax.extensions, gfmFootnote()],
  mdastExtensions: [...tableSyntax.mdastExtensions, gfmFootnoteFromMarkdown()],
};
const blockConstructs = [
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
const inlineSyntax = {
  ...emphasisSyntax,
  extensions: [{ disable: { null: blockConstructs } }, ...emphasisSyntax.extensions],
};

/** Parses CommonMark with tables, footnotes and lettered lists. */
export const parseLongMarkdown = (text: string): Root => fromMarkdown(numberLetteredLists(text), fullSyntax);

/** Parses CommonMark with tables, to detect blocks in a short text. */
export const parseShortMarkdown = (text: string): Root => fromMarkdown(text, tableSyntax);

/** Parses only inline Markdown, so marks at the start of a line have no meaning. */
const parseInlineMarkdown = (text: string): Root => fromMarkdown(text, inlineSyntax);

/** The parse result of a short text, which is one paragraph. */
interface ShortText extends ParseResult {
  inline: Inline[];
}

/** The parse result of a long text, which has paragraphs, headings, lists and other blocks. */
interface LongText extends ParseResult {
  parts: TextPart[];
}

const emptyResult: ParseResult = { links: [], pictures: [], headings: [], problems: [] };

const toFailedResult = (problem: TextProblem): ParseResult => ({ ...emptyResult, problems: [problem] });

/**
 * Parses a short text. Results are cached, because the checker parses the same texts again after a page has been read.
 */
export const parseShortText = memoize(500, (text: string): ShortText => {
  const fastResult = tryFastParseShort(text);
  return fastResult ? { ...emptyResult, ...fastResult } : parseShort(text);
});

/** Parses a long text. Results are cached, as for `parseShortText`. */
export const parseLongText = memoize(100, (text: string): LongText => {
  const fastResult = tryFastParseLong(text);
  return fastResult ? { ...emptyResult, ...fastResult } : parseLong(text);
});

/** Like `parseShortText`, but without the fast path and the cache. */
export function parseShort(text: string): ShortText {
  const short = parseShortSource(text);
  const getVisibleText = (otherText: string) => toVisibleText(parseShortSource(otherText).inline);
  return {
    ...short,
    problems: addHtmlFixes(text, short.problems, {
      parse: parseShortMarkdown,
      visibleText: getVisibleText,
      isShort: true,
    }),
  };
}

function parseShortSource(text: string): ShortText {
  const markProblem = checkMarkCount(text);
  if (markProblem) return { ...toFailedResult(markProblem), inline: [] };
  const context = new ParseContext(text, true);
  const root = parseShortMarkdown(text);
  const depthProblem = checkNesting(root);
  if (depthProblem) return { ...toFailedResult(depthProblem), inline: [] };
  const [first, second] = root.children;
  const unsupportedNode = first?.type === 'paragraph' ? second : first;
  if (first?.type === 'paragraph' && second === undefined) {
    const inline = parseInline(first.children, context);
    if (context.problems.length === 0) context.problems.push(...findRunTogetherLines(text, 0));
    if (context.problems.length === 0) context.problems.push(...findJoinedLines(text.trimEnd(), 0));
    return { ...context.toResult(), problems: addForeignMarks(context, root, 'short'), inline };
  }
  // HTML is reported as `raw-html` instead.
  if (unsupportedNode && unsupportedNode.type !== 'html' && !isPlainSentence(unsupportedNode, text))
    context.report(unsupportedNode, { rule: 'short-text', ...createShortTextProblem(unsupportedNode.type) });
  const inline = parseInlineMarkdown(text).children.flatMap((node, index) =>
    node.type === 'paragraph' ? [...(index === 0 ? [] : [' ']), ...parseInline(node.children, context)] : [],
  );
  return { ...context.toResult(), problems: addForeignMarks(context, root, 'short'), inline };
}

/** Adds problems about marks from other systems. They replace other problems whose spans overlap. */
function addForeignMarks(
  { source, problems }: ParseContext,
  root: Root,
  kind: 'short' | 'long',
): TextProblem[] {
  if (!canHaveForeignMarks(source)) return problems;
  const foreignProblems = findForeignMarks(source, maskInvisibleText(source, root), kind);
  const isCoveredByForeign = ({ start, length }: TextProblem) =>
    foreignProblems.some(
      (problem) => problem.start < start + length && start < problem.start + problem.length,
    );
  return [...foreignProblems, ...problems.filter((problem) => !isCoveredByForeign(problem))];
}

/**
 * Returns whether a list node is a single line such as `3. October` or `+ 5 %`, which the author meant as text and not
 * as a list.
 */
const isPlainSentence = (node: RootContent, text: string): boolean =>
  node.type === 'list' && !text.trim().includes('\n') && (node.ordered === true || /^\s*\+/.test(text));

/** Like `parseLongText`, but without the fast path and the cache. */
export function parseLong(text: string): LongText {
  const long = parseLongSource(text);
  const getVisibleText = (otherText: string) => toVisibleText(parseLongSource(otherText).parts);
  return {
    ...long,
    problems: addHtmlFixes(text, long.problems, {
      parse: parseLongMarkdown,
      visibleText: getVisibleText,
      isShort: false,
    }),
  };
}

function parseLongSource(text: string): LongText {
  const markProblem = checkMarkCount(text);
  if (markProblem) return { ...toFailedResult(markProblem), parts: [] };
  const context = new ParseContext(text);
  const root = parseLongMarkdown(text);
  const depthProblem = checkNesting(root);
  if (depthProblem) return { ...toFailedResult(depthProblem), parts: [] };
  const footnoteDefinitions = new Map<string, FootnoteDefinition>();
  for (const definition of collectDefinitions(root)) {
    const definitionsById: Map<string, Definition | FootnoteDefinition> =
      definition.type === 'definition' ? context.definitions : footnoteDefinitions;
    // If a name has several definitions, the first definition wins.
    if (!definitionsById.has(definition.identifier)) definitionsById.set(definition.identifier, definition);
  }
  const parts = parseBlocks(root.children, context);
  // Parsing a footnote may add references to further footnotes.
  const footnotes: TextPart[][] = [];
  for (const name of context.footnotes)
    footnotes.push(parseBlocks(footnoteDefinitions.get(name)?.children ?? [], context));
  if (footnotes.length > 0) parts.push({ footnotes, from: 1 });
  reportUnusedDefinitions(root, context);
  return { ...context.toResult(), problems: addForeignMarks(context, root, 'long'), parts };
}

function collectDefinitions(node: Root | RootContent): (Definition | FootnoteDefinition)[] {
  if (node.type === 'definition') return [node];
  if (!('children' in node)) return [];
  const innerDefinitions = (node.children as RootContent[]).flatMap(collectDefinitions); // the type that mdast declares
  return node.type === 'footnoteDefinition' ? [node, ...innerDefinitions] : innerDefinitions;
}
