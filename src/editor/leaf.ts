import type { BlockContent, PhrasingContent } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { sharedEnds } from '../../schema/diagnostics/edits.ts';
import { parseShortText } from '../../schema/markdown/parse.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import type { TextPlace } from './marked-texts.ts';

/** Converts a text between its Markdown source and editable HTML. */
export interface LeafText {
  /** Whether the text is edited with formatting (strong, em, s, code, links and line breaks), otherwise as source. */
  isRich: boolean;
  /** Whether two line breaks start a new paragraph or list item. */
  hasParagraphs: boolean;
  /** Whether the text may contain lists and tables. */
  hasBlocks: boolean;
  fill(element: HTMLElement): void;
  /** Returns the source with the current text of the element. */
  sourceWith(element: HTMLElement): string;
}

/** Creates the converter for the text of a place. */
export function leafText(place: TextPlace): LeafText {
  const { source, leaf } = place;
  const { from, to } = leaf ?? { from: 0, to: source.length };
  const written = source.slice(from, to);
  const { text, offsets } = unwrapped(written);
  const style = place.kind === 'plain' || leaf?.kind === 'code' ? undefined : styleOf(text);
  const separator = style && leaf?.kind === 'paragraph' ? separatorAfter(source.slice(0, from)) : undefined;
  const hasBlocks = separator?.(1) === '\n\n';
  const read = (element: HTMLElement) => {
    if (!style) return plainIn(element);
    if (hasBlocks) return printMarkdown(blocksIn(element), style);
    const { words } = splitBlanks(phrasingIn(element.childNodes));
    return (separator ? splitParagraphs(words) : [words])
      .map((children) => printMarkdown([paragraph(children)], style))
      .reduce((whole, next, at) => (at === 0 ? next : whole + (separator?.(at) ?? '') + next), '');
  };
  return {
    isRich: style !== undefined,
    hasParagraphs: separator !== undefined,
    hasBlocks,
    fill(element) {
      if (style) element.replaceChildren(...nodesOf(parseShortText(text).inline));
      else element.textContent = leaf?.kind === 'code' ? written : text;
    },
    sourceWith(element) {
      const now = read(element);
      if (now === text) return source;
      // Replace only the difference, to keep the line breaks of the author.
      const [start, end] = sharedEnds(text, now);
      const [first, last] = [offsets[start] ?? written.length, offsets[text.length - end] ?? written.length];
      return source.slice(0, from + first) + now.slice(start, now.length - end) + source.slice(from + last);
    },
  };
}

/** Joins the lines of a text. `offsets` has the offset of each character in the source. */
function unwrapped(source: string): { text: string; offsets: number[] } {
  const offsets: number[] = [];
  let text = '';
  // Matches soft line breaks, with the indent and quote marks of the next line. Hard line breaks stay.
  const pattern = /(?<!\\| {2})\r?\n[ \t]*(?:>[ \t]?)*/y;
  for (let index = 0; index < source.length;) {
    pattern.lastIndex = index;
    const [found] = pattern.exec(source) ?? [];
    offsets.push(index);
    text += found === undefined ? source[index] : ' ';
    index += found?.length ?? 1;
  }
  return { text, offsets };
}

/**
 * Returns what to insert between a paragraph and those after it: an empty line, or the mark of the next list item.
 * Undefined if the text cannot have further paragraphs.
 */
function separatorAfter(source: string): ((at: number) => string) | undefined {
  const marks = source.slice(source.lastIndexOf('\n') + 1);
  const entry = /^([\s>]*)(?:([-*+])|(\d+)([.)]))(\s+)$/.exec(marks);
  if (entry) {
    const [, before = '', bullet, number, dot = '', gap = ''] = entry;
    return (at) => `\n${before}${bullet ?? `${Number(number) + at}${dot}`}${gap}`;
  }
  return /^[\s>]*$/.test(marks) ? () => `\n${marks.trimEnd()}\n${marks}` : undefined;
}

const styles = [
  { emphasis: '*', strong: '*' },
  { emphasis: '_', strong: '*' },
  { emphasis: '*', strong: '_' },
  { emphasis: '_', strong: '_' },
] as const;
type Style = (typeof styles)[number];

/** Detects the emphasis marks of a text. Undefined if the text would change when it is printed again. */
function styleOf(text: string): Style | undefined {
  const holder = document.createElement('div');
  holder.append(...nodesOf(parseShortText(text).inline));
  const words = paragraph(phrasingIn(holder.childNodes));
  return styles.find((style) => printMarkdown([words], style) === text);
}

function nodesOf(inline: readonly Inline[]): Node[] {
  return inline.map((part): Node => {
    if (typeof part === 'string') return document.createTextNode(part);
    if ('strong' in part) return elementWith('strong', ...nodesOf(part.strong));
    if ('emphasis' in part) return elementWith('em', ...nodesOf(part.emphasis));
    if ('struck' in part) return elementWith('s', ...nodesOf(part.struck));
    if ('code' in part) return elementWith('code', new Text(part.code));
    if ('lineBreak' in part) return document.createElement('br');
    if ('footnote' in part) return document.createTextNode(`[^${part.footnote}]`);
    const link = elementWith('a', ...nodesOf(part.link));
    link.setAttribute('href', part.to);
    if (part.title !== undefined) link.title = part.title;
    return link;
  });
}

/** Creates an element with children. */
export function elementWith(tag: string, ...children: readonly Node[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

function printMarkdown(children: BlockContent[], { emphasis, strong }: Style): string {
  const marks = { emphasis, strong, resourceLink: true, bullet: '-', listItemIndent: 'one' } as const;
  // Only the handlers, because the escapes of this extension would change `about ~5`.
  const struck = { handlers: gfmStrikethroughToMarkdown().handlers ?? {} };
  const extensions = [gfmTableToMarkdown(), struck];
  const text = toMarkdown({ type: 'root', children }, { ...marks, extensions });
  return text.replace(/\n$/, '');
}

const paragraph = (children: PhrasingContent[]) => ({ type: 'paragraph' as const, children });

/** Reads the paragraphs, lists and tables of an element. */
function blocksIn(element: Element): BlockContent[] {
  const blocks: BlockContent[] = [];
  let words: ChildNode[] = [];
  for (const node of [...element.childNodes, undefined]) {
    const block = node instanceof HTMLElement ? toMarkdownBlock(node) : undefined;
    if (node && !block) words.push(node);
    else {
      blocks.push(...splitParagraphs(phrasingIn(words)).map(paragraph), ...(block ? [block] : []));
      words = [];
    }
  }
  return blocks;
}

function toMarkdownBlock(element: HTMLElement): BlockContent | undefined {
  if (element.matches('table')) {
    const toTableCell = ({ childNodes }: Node) => ({
      type: 'tableCell' as const,
      children: phrasingIn(childNodes),
    });
    const rows = [...element.querySelectorAll('tr')].map(({ children }) => ({
      type: 'tableRow' as const,
      children: [...children].map(toTableCell),
    }));
    return { type: 'table', children: rows };
  }
  if (!element.matches('ul,ol')) return undefined;
  const entries = [...element.children].map((entry) => ({
    type: 'listItem' as const,
    spread: false,
    children: blocksIn(entry),
  }));
  return { type: 'list', ordered: element.matches('ol'), spread: false, children: entries };
}

/** Splits text at two line breaks, even inside strong text or a link. */
function splitParagraphs(words: readonly PhrasingContent[]): PhrasingContent[][] {
  const all: PhrasingContent[][] = [[]];
  for (const [at, one] of words.entries()) {
    if (one.type === 'break' && words[at - 1]?.type === 'break') {
      all.push([]);
      continue;
    }
    const parts =
      'children' in one
        ? splitParagraphs(one.children).map((children) => ({ ...one, children }) as PhrasingContent) // of the same type
        : [one];
    all.at(-1)?.push(...parts.slice(0, 1));
    all.push(...parts.slice(1).map((part) => [part]));
  }
  return all.map((one) => splitBlanks(one).words).filter(({ length }) => length > 0);
}

type Mark = 'strong' | 'emphasis' | 'delete';

const marks: readonly (readonly [mark: Mark, tags: string])[] = [
  ['strong', 'strong,b'],
  ['emphasis', 'em,i'],
  ['delete', 's,strike,del'],
];

function phrasingIn(nodes: Iterable<Node>, outerMarks: readonly Mark[] = []): PhrasingContent[] {
  return [...nodes].flatMap((node): PhrasingContent[] => {
    // With `white-space: pre-wrap`, browsers insert line breaks as `\n`.
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
    const [mark] = marks.find(([, tags]) => node.matches(tags)) ?? [];
    const marksInside = mark === undefined ? outerMarks : [...outerMarks, mark];
    const { before, words: children, after } = splitBlanks(phrasingIn(node.childNodes, marksInside));
    if (children.length === 0) return before;
    // Formatting is not nested in the same formatting, such as strong text pasted into strong text.
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

/** Separates leading and trailing white space, which Markdown allows neither inside emphasis nor around a text. */
function splitBlanks(
  all: readonly PhrasingContent[],
): Record<'before' | 'words' | 'after', PhrasingContent[]> {
  const parts = all.flatMap((one): PhrasingContent[] => {
    if (one.type !== 'text') return [one];
    const values = one.value.split(/^(\s+)|(\s+)$/).filter(Boolean);
    return values.map((value) => ({ type: 'text', value }));
  });
  const isBlank = (one: PhrasingContent) =>
    one.type === 'break' || (one.type === 'text' && one.value.trim() === '');
  const from = parts.findIndex((one) => !isBlank(one));
  if (from === -1) return { before: parts, words: [], after: [] };
  const to = parts.findLastIndex((one) => !isBlank(one)) + 1;
  return { before: parts.slice(0, from), words: parts.slice(from, to), after: parts.slice(to) };
}

const plainIn = (element: HTMLElement) => element.textContent.replace(/\n$/, '');
