import type { BlockContent, PhrasingContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { countSharedEnds } from '../../schema/diagnostics/edits.ts';
import { parseShortText } from '../../schema/markdown/parse.ts';
import { removeLeaf } from '../../schema/markdown/remove-leaf.ts';
import { strikethroughExtension } from '../../schema/markdown/strikethrough.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import type { TextPlace } from './marked-texts.ts';

/** Converts text between its Markdown source and editable HTML. */
export interface TextConverter {
  /**
   * Whether the text is edited with visible formatting (strong, em, s, code, links and line breaks). If not, it is
   * edited as source text.
   */
  isRich: boolean;
  /** Whether two line breaks start a new paragraph or list item. */
  hasParagraphs: boolean;
  /** Whether the text may contain lists and tables. */
  hasBlocks: boolean;
  fill(element: HTMLElement): void;
  /** Returns the Markdown source for the current content of the element. */
  readSource(element: HTMLElement): string;
}

/** Creates the converter for the text at a place. */
export function createTextConverter(place: TextPlace): TextConverter {
  const { source, leaf } = place;
  const { from, to } = leaf ?? { from: 0, to: source.length };
  const leafSource = source.slice(from, to);
  const isCell = leaf?.kind === 'cell';
  const { text, offsets } = unwrapLines(leafSource, isCell);
  const style = place.kind === 'plain' || leaf?.kind === 'code' ? undefined : detectStyle(text);
  const separator = style && leaf?.kind === 'paragraph' ? createSeparator(source.slice(0, from)) : undefined;
  const hasBlocks = separator?.(1) === '\n\n';
  const readText = (element: HTMLElement) => {
    if (!style) return readPlainText(element);
    if (hasBlocks) return printMarkdown(readBlocks(element), style);
    const { words } = splitWhitespace(readPhrasing(element.childNodes));
    return (separator ? splitParagraphs(words) : [words])
      .map((children) => printMarkdown([toParagraph(children)], style))
      .reduce((whole, next, at) => (at === 0 ? next : whole + (separator?.(at) ?? '') + next), '');
  };
  return {
    isRich: style !== undefined,
    hasParagraphs: separator !== undefined,
    hasBlocks,
    fill(element) {
      if (style) element.replaceChildren(...toNodes(parseShortText(text).inline));
      else element.textContent = leaf?.kind === 'code' ? leafSource : text;
    },
    readSource(element) {
      const currentText = readText(element);
      if (currentText === text) return source;
      if (currentText === '' && leaf) return removeLeaf(source, leaf);
      // Replace only the part that differs, to keep the author's line breaks in the rest of the source.
      const [start, end] = countSharedEnds(text, currentText);
      const [first, last] = [
        offsets[start] ?? leafSource.length,
        offsets[text.length - end] ?? leafSource.length,
      ];
      const changedText = currentText.slice(start, currentText.length - end);
      return (
        source.slice(0, from + first) +
        (isCell ? escapeForCell(changedText) : changedText) +
        source.slice(from + last)
      );
    },
  };
}

/** Escapes text for a table cell, where a `|` ends the cell, even in code. */
const escapeForCell = (text: string) => text.replaceAll('|', String.raw`\|`);

/**
 * Joins the lines of the source text, and unescapes each `|` in a table cell. Returns the resulting text, and the source
 * offset of each of its characters.
 */
function unwrapLines(source: string, isCell: boolean): { text: string; offsets: number[] } {
  const offsets: number[] = [];
  let text = '';
  // Matches soft line breaks, with the indent and quote marks of the next line. Hard line breaks stay.
  const pattern = /(?<!\\| {2})\r?\n[ \t]*(?:>[ \t]?)*/y;
  for (let index = 0; index < source.length;) {
    const pair = isCell ? source.slice(index, index + 2) : '';
    if (pair === String.raw`\|` || pair === String.raw`\\`) {
      const unescaped = pair === String.raw`\|` ? '|' : pair;
      offsets.push(...[index, index + 1].slice(0, unescaped.length));
      text += unescaped;
      index += 2;
      continue;
    }
    pattern.lastIndex = index;
    const [found] = pattern.exec(source) ?? [];
    offsets.push(index);
    text += found === undefined ? source[index] : ' ';
    index += found?.length ?? 1;
  }
  return { text, offsets };
}

/**
 * Returns a function that creates the text before each further paragraph: an empty line, or the mark of the next list
 * item. Returns `undefined` if the text cannot have further paragraphs.
 */
function createSeparator(source: string): ((at: number) => string) | undefined {
  const linePrefix = source.slice(source.lastIndexOf('\n') + 1);
  const itemMark = /^([\s>]*)(?:([-*+])|(\d+)([.)]))(\s+)$/.exec(linePrefix);
  if (itemMark) {
    const [, indent = '', bullet, number, delimiter = '', gap = ''] = itemMark;
    return (at) => `\n${indent}${bullet ?? `${Number(number) + at}${delimiter}`}${gap}`;
  }
  return /^[\s>]*$/.test(linePrefix) ? () => `\n${linePrefix.trimEnd()}\n${linePrefix}` : undefined;
}

const styles = [
  { emphasis: '*', strong: '*' },
  { emphasis: '_', strong: '*' },
  { emphasis: '*', strong: '_' },
  { emphasis: '_', strong: '_' },
] as const;
type Style = (typeof styles)[number];

/**
 * Detects the emphasis marks that the text uses. Returns `undefined` if printing the text with these marks would change
 * it.
 */
function detectStyle(text: string): Style | undefined {
  const container = document.createElement('div');
  container.append(...toNodes(parseShortText(text).inline));
  const words = toParagraph(readPhrasing(container.childNodes));
  return styles.find((style) => printMarkdown([words], style) === text);
}

function toNodes(inline: readonly Inline[]): Node[] {
  return inline.map((part): Node => {
    if (typeof part === 'string') return document.createTextNode(part);
    if ('strong' in part) return createTextElement('strong', ...toNodes(part.strong));
    if ('emphasis' in part) return createTextElement('em', ...toNodes(part.emphasis));
    if ('struck' in part) return createTextElement('s', ...toNodes(part.struck));
    if ('code' in part) return createTextElement('code', new Text(part.code));
    if ('lineBreak' in part) return document.createElement('br');
    if ('footnote' in part) return document.createTextNode(`[^${part.footnote}]`);
    const link = createTextElement('a', ...toNodes(part.link));
    link.setAttribute('href', part.to);
    if (part.title !== undefined) link.title = part.title;
    return link;
  });
}

/** Creates an element with children. */
export function createTextElement(tag: string, ...children: readonly Node[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

function printMarkdown(children: BlockContent[], { emphasis, strong }: Style): string {
  const options = { emphasis, strong, resourceLink: true, bullet: '-', listItemIndent: 'one' } as const;
  const extensions = [gfmTableToMarkdown(), strikethroughExtension];
  const text = toMarkdown({ type: 'root', children }, { ...options, extensions });
  return text.replace(/\n$/, '');
}

const toParagraph = (children: PhrasingContent[]) => ({ type: 'paragraph' as const, children });

/** Reads the paragraphs, lists and tables of an element. */
function readBlocks(element: Element): BlockContent[] {
  const blocks: BlockContent[] = [];
  let words: ChildNode[] = [];
  for (const node of [...element.childNodes, undefined]) {
    const block = node instanceof HTMLElement ? toMarkdownBlock(node) : undefined;
    if (node && !block) words.push(node);
    else {
      blocks.push(...splitParagraphs(readPhrasing(words)).map(toParagraph), ...(block ? [block] : []));
      words = [];
    }
  }
  return blocks;
}

function toMarkdownBlock(element: HTMLElement): BlockContent | undefined {
  if (element.matches('table')) {
    const toTableCell = ({ childNodes }: Node) => ({
      type: 'tableCell' as const,
      children: readPhrasing(childNodes),
    });
    const rows = [...element.querySelectorAll('tr')].map(({ children }) => ({
      type: 'tableRow' as const,
      children: [...children].map(toTableCell),
    }));
    return { type: 'table', children: rows };
  }
  if (!element.matches('ul,ol')) return undefined;
  const items = [...element.children].map((item) => ({
    type: 'listItem' as const,
    spread: false,
    children: readBlocks(item),
  }));
  return { type: 'list', ordered: element.matches('ol'), spread: false, children: items };
}

/** Splits content into paragraphs at two line breaks, even inside strong text or a link. */
function splitParagraphs(words: readonly PhrasingContent[]): PhrasingContent[][] {
  const paragraphs: PhrasingContent[][] = [[]];
  for (const [at, node] of words.entries()) {
    if (node.type === 'break' && words[at - 1]?.type === 'break') {
      paragraphs.push([]);
      continue;
    }
    const parts =
      'children' in node
        ? splitParagraphs(node.children).map((children) => ({ ...node, children }) as PhrasingContent) // of the same type
        : [node];
    paragraphs.at(-1)?.push(...parts.slice(0, 1));
    paragraphs.push(...parts.slice(1).map((part) => [part]));
  }
  return paragraphs.map((node) => splitWhitespace(node).words).filter(({ length }) => length > 0);
}

type Mark = 'strong' | 'emphasis' | 'delete';

const markTags: readonly (readonly [mark: Mark, tags: string])[] = [
  ['strong', 'strong,b'],
  ['emphasis', 'em,i'],
  ['delete', 's,strike,del'],
];

function readPhrasing(nodes: Iterable<Node>, outerMarks: readonly Mark[] = []): PhrasingContent[] {
  return [...nodes].flatMap((node): PhrasingContent[] => {
    // Convert `\n` to line breaks, because browsers insert `\n` in elements with `white-space: pre-wrap`.
    if (node instanceof Text)
      return node.data
        .split(/(\n)/)
        .filter(Boolean)
        .map((value) => (value === '\n' ? { type: 'break' } : { type: 'text', value }));
    if (!(node instanceof HTMLElement)) return [];
    if (node.matches('br')) return [{ type: 'break' }];
    if (node.tagName === 'CODE')
      return node.textContent === ''
        ? []
        : [{ type: 'inlineCode', value: node.textContent.replaceAll('\n', ' ') }];
    const [mark] = markTags.find(([, tags]) => node.matches(tags)) ?? [];
    const marksInside = mark === undefined ? outerMarks : [...outerMarks, mark];
    const { before, words: children, after } = splitWhitespace(readPhrasing(node.childNodes, marksInside));
    if (children.length === 0) return before;
    // Do not nest the same formatting, for example when strong text is pasted into strong text.
    if (mark !== undefined && outerMarks.includes(mark)) return [...before, ...children, ...after];
    return [...before, ...addMark(node, mark, children), ...after];
  });
}

function addMark(
  element: HTMLElement,
  mark: Mark | undefined,
  children: PhrasingContent[],
): PhrasingContent[] {
  if (mark !== undefined) return [{ type: mark, children }];
  if (!element.matches('a')) return children;
  const title = element.title === '' ? null : element.title;
  return [{ type: 'link', url: element.getAttribute('href') ?? '', title, children }];
}

/** Separates leading and trailing white space, because Markdown allows it neither inside emphasis nor around a text. */
function splitWhitespace(
  nodes: readonly PhrasingContent[],
): Record<'before' | 'words' | 'after', PhrasingContent[]> {
  const parts = nodes.flatMap((node): PhrasingContent[] => {
    if (node.type !== 'text') return [node];
    const values = node.value.split(/^(\s+)|(\s+)$/).filter(Boolean);
    return values.map((value) => ({ type: 'text', value }));
  });
  const isWhitespace = (node: PhrasingContent) =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '');
  const from = parts.findIndex((node) => !isWhitespace(node));
  if (from === -1) return { before: parts, words: [], after: [] };
  const to = parts.findLastIndex((node) => !isWhitespace(node)) + 1;
  return { before: parts.slice(0, from), words: parts.slice(from, to), after: parts.slice(to) };
}

const readPlainText = (element: HTMLElement) => element.textContent.replace(/\n$/, '');
