import type { Root, RootContent } from 'mdast';
import { editText, type Span, type TextEdit } from '../diagnostics/edits.ts';
import { truncate } from '../diagnostics/wording.ts';
import { hasBlockElements, collectHtmlText, convertHtmlToMarkdown } from './html-markdown.ts';
import { parseHtml } from './html-tree.ts';
import { createHtmlProblem } from './problems.ts';
import type { TextProblem } from './tree.ts';

/** The functions that parse either a short text or a long text. */
interface Reader {
  parse(text: string): Root;
  /** Returns the text that visitors see. */
  visibleText(text: string): string;
  isShort: boolean;
}

/** A tag in a paragraph, or a block of HTML. */
interface HtmlNode extends Span {
  isBlock: boolean;
  /**
   * What the HTML is inside: `group` means a list or a quotation, and `line` means a heading or a table cell, which
   * must stay on one line.
   */
  inside?: 'group' | 'line';
}

/** An HTML element or adjacent HTML blocks, with the equivalent Markdown as `newText` if the conversion is certain. */
interface HtmlPart extends Span {
  newText?: string | undefined;
}

/** The maximum number of tags that are converted, because each tag may require parsing all text after it. */
const maxTags = 1000;

/**
 * Adds fixes to the problems with pasted HTML. A fix replaces HTML with equivalent Markdown that shows the same words.
 */
export function addHtmlFixes(
  text: string,
  problems: readonly TextProblem[],
  reader: Reader,
): readonly TextProblem[] {
  if (!problems.some(({ rule }) => rule === 'raw-html')) return problems;
  const nodes = findHtmlNodes(reader.parse(text));
  if (nodes.length > maxTags) return problems;
  const parts: HtmlPart[] = [];
  const inline: TextEdit[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.from < (parts.at(-1)?.to ?? 0)) continue;
    const isBlock = node.isBlock && node.inside === undefined;
    const part = isBlock
      ? convertBlock(text, nodes.slice(index), reader)
      : convertInline(text, node, reader.isShort);
    parts.push(part);
    if (!isBlock && hasNewText(part)) inline.push(part);
  }
  const safeEdits = new Set<HtmlPart>(selectHarmlessEdits(text, inline, reader));
  const hasFix = (part: HtmlPart) => hasNewText(part) && (safeEdits.has(part) || !inline.includes(part));
  const edits = parts.filter((part): part is TextEdit => hasFix(part));
  // Report each element only once, without the tags inside it.
  const isReported = ({ start }: TextProblem) =>
    parts.some((part) => part.from <= start && start < part.to && (hasFix(part) || start > part.from));
  return [
    ...problems.filter((problem) => problem.rule !== 'raw-html' || !isReported(problem)),
    ...edits.map((edit) => createHtmlFix(text, edit, reader.isShort)),
  ].toSorted((a, b) => a.start - b.start);
}

const hasNewText = (part: HtmlPart): part is TextEdit => part.newText !== undefined;

function createHtmlFix(text: string, { from, to, newText }: TextEdit, isShort: boolean): TextProblem {
  const fixTitle = newText.includes('\n') ? 'write it as Markdown' : `write \`${truncate(newText.trim())}\``;
  return {
    rule: 'raw-html',
    ...createHtmlProblem(text.slice(from, to), isShort),
    start: from,
    length: to - from,
    fix: { title: newText.trim() === '' ? 'delete it' : fixTitle, safety: 'suggested', newText },
  };
}

function findHtmlNodes(root: Root): HtmlNode[] {
  const collectedNodes: HtmlNode[] = [];
  const visitNode = (node: Root | RootContent, inside: HtmlNode['inside'], isBlock: boolean): void => {
    if (node.type === 'html') {
      const [nodeStart = 0, nodeEnd = 0] = [node.position?.start.offset, node.position?.end.offset];
      collectedNodes.push({ from: nodeStart, to: nodeEnd, isBlock, ...(inside && { inside }) });
    } else if ('children' in node) {
      const isLine = node.type === 'heading' || node.type === 'tableCell';
      const isGroup = ['listItem', 'blockquote', 'footnoteDefinition'].includes(node.type);
      const hasBlockChildren = node.type === 'root' || node.type === 'list' || isGroup;
      for (const child of node.children)
        visitNode(child, isLine ? 'line' : (inside ?? (isGroup ? 'group' : undefined)), hasBlockChildren);
    }
  };
  visitNode(root, undefined, true);
  return collectedNodes;
}

const collapseSpaces = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const removeSpaces = (text: string) => collapseSpaces(text).replaceAll(' ', '');

/** Converts an HTML block, together with the HTML blocks that directly follow it. */
function convertBlock(text: string, [first, ...nextNodes]: readonly HtmlNode[], reader: Reader): HtmlPart {
  let [from, limit] = [first?.from ?? 0, first?.to ?? 0];
  for (const nextNode of nextNodes) {
    if (!nextNode.isBlock || nextNode.inside || text.slice(limit, nextNode.from).trim() !== '') break;
    limit = nextNode.to;
  }
  const partWithoutFix = { from, to: parseHtml(text, from, from + 1)?.end ?? from };
  const { nodes = [], end: to = limit } = parseHtml(text, from, limit) ?? {};
  if (!/^[ \t]*(?:\n|$)/.test(text.slice(to)) || nodes.every(({ type }) => type === 'text'))
    return partWithoutFix;
  const markdown = convertHtmlToMarkdown(nodes, reader.isShort);
  if (markdown === undefined) return partWithoutFix;
  if (removeSpaces(reader.visibleText(markdown)) !== removeSpaces(collectHtmlText(nodes)))
    return partWithoutFix;
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const isAfterBlankLine = reader.isShort || before.trim() === '' || /\n[ \t]*\n[ \t]*$/.test(before);
  const isBeforeBlankLine = reader.isShort || after.trim() === '' || /^[ \t]*\n[ \t]*\n/.test(after);
  return { from, to, newText: `${isAfterBlankLine ? '' : '\n'}${markdown}${isBeforeBlankLine ? '' : '\n'}` };
}

/** Converts an HTML element in a paragraph. The text in the element is already Markdown. */
function convertInline(text: string, node: HtmlNode, isShort: boolean): HtmlPart {
  const { from, inside } = node;
  const lineBreak = convertLineBreaks(text, node, isShort);
  const { nodes = [], end: to = from } = parseHtml(text, from, from + 1) ?? {};
  const part = lineBreak ?? { from, to, newText: convertInlineElement(text, from, to, nodes) };
  return inside === 'line' && part.newText?.includes('\n') ? { from, to } : part;
}

function convertInlineElement(
  text: string,
  from: number,
  to: number,
  nodes: Parameters<typeof collectHtmlText>[0],
) {
  const innerText = text.slice(from, to).replaceAll(/<[^<>]*>/g, '');
  const isNextToTag = text[from - 1] === '>' || text[to] === '<';
  if (nodes.length === 0 || isNextToTag || hasBlockElements(nodes) || /[\\*_`[\]<|]/.test(innerText))
    return undefined;
  const markdown = convertHtmlToMarkdown(nodes, true);
  if (markdown === undefined || markdown === '') return undefined;
  const [, before = '', after = ''] = /^(\s*)[^]*?(\s*)$/.exec(innerText) ?? [];
  return before + markdown + after;
}

/**
 * Returns the edits that do not change the visible words. Bisects the list of edits, because testing an edit requires
 * parsing the whole text.
 */
function selectHarmlessEdits(
  text: string,
  edits: readonly TextEdit[],
  { visibleText }: Reader,
): readonly TextEdit[] {
  const before = visibleText(text);
  const isBreak = ({ from }: TextEdit) => /^<br/i.test(text.slice(from, from + 3));
  const selectEdits = (
    selection: readonly TextEdit[],
    normalize: (words: string) => string,
  ): readonly TextEdit[] => {
    const after = selection.length === 0 ? before : visibleText(editText({ text }, selection).text);
    if (normalize(after) === normalize(before)) return selection;
    if (selection.length === 1) return [];
    const half = Math.ceil(selection.length / 2);
    return [
      ...selectEdits(selection.slice(0, half), normalize),
      ...selectEdits(selection.slice(half), normalize),
    ];
  };
  // A line break may replace a space or be next to one, so spaces are ignored when the text is compared.
  const breaks = edits.filter(isBreak);
  const otherEdits = edits.filter((edit) => !isBreak(edit));
  return [...selectEdits(breaks, removeSpaces), ...selectEdits(otherEdits, collapseSpaces)];
}

const breaks = /<br\s*\/?>(?:\s*<br\s*\/?>)*/iy;

/**
 * Converts `<br>` to a backslash at the end of a line, and two `<br>` in a row to a new paragraph. Returns `undefined`
 * for other HTML.
 */
function convertLineBreaks(text: string, { from, inside }: HtmlNode, isShort: boolean): HtmlPart | undefined {
  breaks.lastIndex = from;
  const [lineBreakText] = breaks.exec(text) ?? [];
  if (lineBreakText === undefined) return undefined;
  const to = from + lineBreakText.length;
  const isAtEdge =
    /(?:^|\n[ \t]*\n)[ \t]*$/.test(text.slice(0, from)) || /^\s*?(?:\n[ \t]*\n|\s*$)/.test(text.slice(to));
  if (isAtEdge) return { from, to, newText: '' };
  const isEndOfLine = /^[ \t]*\n/.test(text.slice(to));
  const isDouble = /br.*br/is.test(lineBreakText);
  if (isDouble) return inside || isShort ? { from, to } : { from, to, newText: isEndOfLine ? '\n' : '\n\n' };
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const [marks = ''] =
    /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]+)*/.exec(text.slice(lineStart, from)) ?? [];
  return { from, to, newText: isEndOfLine ? '\\' : `\\\n${marks.replaceAll(/[^>\s]/g, ' ')}` };
}
