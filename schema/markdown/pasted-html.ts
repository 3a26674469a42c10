import type { Root, RootContent } from 'mdast';
import { editText, type Span, type TextEdit } from '../diagnostics/edits.ts';
import { truncate } from '../diagnostics/wording.ts';
import { hasBlocks, htmlText, htmlToMarkdown } from './html-markdown.ts';
import { readHtml } from './html-tree.ts';
import { htmlProblem } from './problems.ts';
import type { TextProblem } from './tree.ts';

/** The parser of a text. */
interface Reader {
  parse(text: string): Root;
  /** Returns the text that visitors see. */
  visibleText(text: string): string;
  isShort: boolean;
}

/** A tag in a paragraph, or a block of HTML. */
interface HtmlNode extends Span {
  isBlock: boolean;
  /** Whether it is in a list or a quotation, or in a single line: a heading or a cell. */
  inside?: 'group' | 'line';
}

/** An element or adjacent blocks, with equivalent Markdown if certain. */
interface HtmlPart extends Span {
  newText?: string | undefined;
}

/** A limit, because each tag may require parsing all the text after it. */
const mostTags = 1000;

/** Adds fixes to the problems of pasted HTML: equivalent Markdown that shows the same words. */
export function addHtmlFixes(
  text: string,
  faults: readonly TextProblem[],
  reader: Reader,
): readonly TextProblem[] {
  if (!faults.some(({ rule }) => rule === 'raw-html')) return faults;
  const nodes = htmlNodes(reader.parse(text));
  if (nodes.length > mostTags) return faults;
  const parts: HtmlPart[] = [];
  const inline: TextEdit[] = [];
  for (const [at, node] of nodes.entries()) {
    if (node.from < (parts.at(-1)?.to ?? 0)) continue;
    const isBlock = node.isBlock && node.inside === undefined;
    const part = isBlock ? blockPart(text, nodes.slice(at), reader) : inlinePart(text, node, reader.isShort);
    parts.push(part);
    if (!isBlock && isEdit(part)) inline.push(part);
  }
  const kept = new Set<HtmlPart>(keepWords(text, inline, reader));
  const isMended = (part: HtmlPart) => isEdit(part) && (kept.has(part) || !inline.includes(part));
  const edits = parts.filter((part): part is TextEdit => isMended(part));
  // An element is reported once, without the tags inside it.
  const isTold = ({ start }: TextProblem) =>
    parts.some((part) => part.from <= start && start < part.to && (isMended(part) || start > part.from));
  return [
    ...faults.filter((fault) => fault.rule !== 'raw-html' || !isTold(fault)),
    ...edits.map((edit) => htmlFault(text, edit, reader.isShort)),
  ].toSorted((a, b) => a.start - b.start);
}

const isEdit = (part: HtmlPart): part is TextEdit => part.newText !== undefined;

function htmlFault(text: string, { from, to, newText }: TextEdit, isShort: boolean): TextProblem {
  const shown = newText.includes('\n') ? 'write it as Markdown' : `write \`${truncate(newText.trim())}\``;
  return {
    rule: 'raw-html',
    ...htmlProblem(text.slice(from, to), isShort),
    start: from,
    length: to - from,
    fix: { title: newText.trim() === '' ? 'delete it' : shown, safety: 'suggested', newText },
  };
}

function htmlNodes(root: Root): HtmlNode[] {
  const found: HtmlNode[] = [];
  const walk = (node: Root | RootContent, inside: HtmlNode['inside'], isBlock: boolean): void => {
    if (node.type === 'html') {
      const [from = 0, to = 0] = [node.position?.start.offset, node.position?.end.offset];
      found.push({ from, to, isBlock, ...(inside && { inside }) });
    } else if ('children' in node) {
      const isLine = node.type === 'heading' || node.type === 'tableCell';
      const isGroup = ['listItem', 'blockquote', 'footnoteDefinition'].includes(node.type);
      const holdsBlocks = node.type === 'root' || node.type === 'list' || isGroup;
      for (const child of node.children)
        walk(child, isLine ? 'line' : (inside ?? (isGroup ? 'group' : undefined)), holdsBlocks);
    }
  };
  walk(root, undefined, true);
  return found;
}

const collapse = (words: string) => words.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const removeSpaces = (words: string) => collapse(words).replaceAll(' ', '');

/** Converts the first HTML block and those directly below it. */
function blockPart(text: string, [first, ...others]: readonly HtmlNode[], reader: Reader): HtmlPart {
  let [from, limit] = [first?.from ?? 0, first?.to ?? 0];
  for (const next of others) {
    if (!next.isBlock || next.inside || text.slice(limit, next.from).trim() !== '') break;
    limit = next.to;
  }
  const none = { from, to: readHtml(text, from, from + 1)?.end ?? from };
  const { nodes = [], end: to = limit } = readHtml(text, from, limit) ?? {};
  if (!/^[ \t]*(?:\n|$)/.test(text.slice(to)) || nodes.every(({ type }) => type === 'text')) return none;
  const markdown = htmlToMarkdown(nodes, reader.isShort);
  if (markdown === undefined) return none;
  if (removeSpaces(reader.visibleText(markdown)) !== removeSpaces(htmlText(nodes))) return none;
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const isApart = reader.isShort || before.trim() === '' || /\n[ \t]*\n[ \t]*$/.test(before);
  const isApartBelow = reader.isShort || after.trim() === '' || /^[ \t]*\n[ \t]*\n/.test(after);
  return { from, to, newText: `${isApart ? '' : '\n'}${markdown}${isApartBelow ? '' : '\n'}` };
}

/** Converts an element in a paragraph. Its text is already Markdown. */
function inlinePart(text: string, node: HtmlNode, isShort: boolean): HtmlPart {
  const { from, inside } = node;
  const lineBreak = lineBreaks(text, node, isShort);
  const { nodes = [], end: to = from } = readHtml(text, from, from + 1) ?? {};
  const part = lineBreak ?? { from, to, newText: inlineMarkdown(text, from, to, nodes) };
  return inside === 'line' && part.newText?.includes('\n') ? { from, to } : part;
}

function inlineMarkdown(text: string, from: number, to: number, nodes: Parameters<typeof htmlText>[0]) {
  const words = text.slice(from, to).replaceAll(/<[^<>]*>/g, '');
  const touches = text[from - 1] === '>' || text[to] === '<';
  if (nodes.length === 0 || touches || hasBlocks(nodes) || /[\\*_`[\]<|]/.test(words)) return undefined;
  const markdown = htmlToMarkdown(nodes, true);
  if (markdown === undefined || markdown === '') return undefined;
  const [, before = '', after = ''] = /^(\s*)[^]*?(\s*)$/.exec(words) ?? [];
  return before + markdown + after;
}

/** Selects the edits that do not change the visible words. Bisects them, because each test parses the text. */
function keepWords(text: string, edits: readonly TextEdit[], { visibleText }: Reader): readonly TextEdit[] {
  const before = visibleText(text);
  const isBreak = ({ from }: TextEdit) => /^<br/i.test(text.slice(from, from + 3));
  const select = (some: readonly TextEdit[], compare: (words: string) => string): readonly TextEdit[] => {
    const after = some.length === 0 ? before : visibleText(editText({ text }, some).text);
    if (compare(after) === compare(before)) return some;
    if (some.length === 1) return [];
    const half = Math.ceil(some.length / 2);
    return [...select(some.slice(0, half), compare), ...select(some.slice(half), compare)];
  };
  // A line break may replace a space or be next to one.
  const breaks = edits.filter(isBreak);
  const others = edits.filter((edit) => !isBreak(edit));
  return [...select(breaks, removeSpaces), ...select(others, collapse)];
}

const breaks = /<br\s*\/?>(?:\s*<br\s*\/?>)*/iy;

/** Converts `<br>` to a backslash at the end of a line, and two of them to a new paragraph. */
function lineBreaks(text: string, { from, inside }: HtmlNode, isShort: boolean): HtmlPart | undefined {
  breaks.lastIndex = from;
  const [written] = breaks.exec(text) ?? [];
  if (written === undefined) return undefined;
  const to = from + written.length;
  const isAtEdge =
    /(?:^|\n[ \t]*\n)[ \t]*$/.test(text.slice(0, from)) || /^\s*?(?:\n[ \t]*\n|\s*$)/.test(text.slice(to));
  if (isAtEdge) return { from, to, newText: '' };
  const isEndOfLine = /^[ \t]*\n/.test(text.slice(to));
  const isDouble = /br.*br/is.test(written);
  if (isDouble) return inside || isShort ? { from, to } : { from, to, newText: isEndOfLine ? '\n' : '\n\n' };
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const [marks = ''] =
    /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]+)*/.exec(text.slice(lineStart, from)) ?? [];
  return { from, to, newText: isEndOfLine ? '\\' : `\\\n${marks.replaceAll(/[^>\s]/g, ' ')}` };
}
