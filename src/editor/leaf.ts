import type { PhrasingContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { sharedEnds } from '../../schema/diagnostics/edits.ts';
import { parseShortText } from '../../schema/markdown/parse.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import type { TextPlace } from './marked-texts.ts';

/** The words of a text as they are edited, and how they become its source. */
export interface LeafText {
  /** As HTML with strong, em, code, links and line breaks; otherwise as the file has it. */
  isRich: boolean;
  /** Whether a part with two line breaks becomes a paragraph of its own. */
  hasParagraphs: boolean;
  /** Fills an element with the text. */
  fill(element: HTMLElement): void;
  /** The whole source with the text that is in the element now. */
  sourceWith(element: HTMLElement): string;
}

/** Reads the text of a place for an element. */
export function leafText(place: TextPlace): LeafText {
  const { source, leaf } = place;
  const { from, to } = leaf ?? { from: 0, to: source.length };
  const written = source.slice(from, to);
  const { text, at } = unwrapped(written);
  const style = place.kind === 'plain' || leaf?.kind === 'code' ? undefined : styleOf(text);
  // Within a list or a quotation, each line would need its marks.
  const hasParagraphs =
    style !== undefined && leaf?.kind === 'paragraph' && /(?:^|\n)$/.test(source.slice(0, from));
  const read = (element: HTMLElement) => {
    const now = (style ? markdownIn(element, style) : plainIn(element)).replaceAll('\u00a0', ' ');
    return hasParagraphs ? now.replaceAll(/(?:\\\n){2,}/g, '\n\n') : now;
  };
  return {
    isRich: style !== undefined,
    hasParagraphs,
    fill(element) {
      if (style) element.replaceChildren(...nodesOf(parseShortText(text).inline));
      else element.textContent = leaf?.kind === 'code' ? written : text;
    },
    sourceWith(element) {
      const now = read(element);
      if (now === text) return source;
      // Only what differs is replaced, as the author may have broken the lines of the rest.
      const [start, end] = sharedEnds(text, now);
      const [first, last] = [at[start] ?? written.length, at[text.length - end] ?? written.length];
      return source.slice(0, from + first) + now.slice(start, now.length - end) + source.slice(from + last);
    },
  };
}

/** A text in one line, and where each of its characters stands in the source. */
function unwrapped(source: string): { text: string; at: number[] } {
  const at: number[] = [];
  let text = '';
  // A hard line break stays, and so do the lines of anything that is no paragraph.
  const pattern = /(?<!\\| {2})\r?\n[ \t]*(?:>[ \t]?)*/y;
  for (let index = 0; index < source.length;) {
    pattern.lastIndex = index;
    const [found] = pattern.exec(source) ?? [];
    at.push(index);
    text += found === undefined ? source[index] : ' ';
    index += found?.length ?? 1;
  }
  return { text, at };
}

const styles = [
  { emphasis: '*', strong: '*' },
  { emphasis: '_', strong: '*' },
  { emphasis: '*', strong: '_' },
  { emphasis: '_', strong: '_' },
] as const;
type Style = (typeof styles)[number];

/** The marks with which a text is written. Undefined if it cannot be written back as it is. */
function styleOf(text: string): Style | undefined {
  const holder = document.createElement('div');
  holder.append(...nodesOf(parseShortText(text).inline));
  return styles.find((style) => markdownIn(holder, style) === text);
}

function nodesOf(inline: readonly Inline[]): Node[] {
  return inline.map((part): Node => {
    if (typeof part === 'string') return document.createTextNode(part);
    if ('strong' in part) return elementWith('strong', nodesOf(part.strong));
    if ('emphasis' in part) return elementWith('em', nodesOf(part.emphasis));
    if ('code' in part) return elementWith('code', [document.createTextNode(part.code)]);
    if ('lineBreak' in part) return document.createElement('br');
    if ('footnote' in part) return document.createTextNode(`[^${part.footnote}]`);
    const link = elementWith('a', nodesOf(part.link));
    link.setAttribute('href', part.to);
    if (part.title !== undefined) link.title = part.title;
    return link;
  });
}

function elementWith(tag: string, children: readonly Node[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

function markdownIn(element: HTMLElement, { emphasis, strong }: Style): string {
  const children = phrasingIn(element);
  const text = toMarkdown({ type: 'paragraph', children }, { emphasis, strong, resourceLink: true });
  return text.replace(/\n$/, '');
}

function phrasingIn(parent: Node): PhrasingContent[] {
  return [...parent.childNodes].flatMap((node): PhrasingContent[] => {
    if (node instanceof Text)
      return node.data === ''
        ? []
        : [{ type: 'text', value: node.data.replaceAll('\u00a0', ' ').replaceAll('\n', ' ') }];
    if (!(node instanceof HTMLElement)) return [];
    const children = phrasingIn(node);
    if (node.matches('br')) return node.nextSibling ? [{ type: 'break' }] : [];
    if (children.length === 0) return [];
    if (node instanceof HTMLAnchorElement) {
      const title = node.title === '' ? null : node.title;
      return [{ type: 'link', url: node.getAttribute('href') ?? '', title, children }];
    }
    if (node.matches('strong,b')) return [{ type: 'strong', children }];
    if (node.matches('em,i')) return [{ type: 'emphasis', children }];
    if (node.matches('code')) return [{ type: 'inlineCode', value: node.textContent }];
    return children;
  });
}

const skipped = 'head,script,style,template,noscript,iframe,svg,[hidden]';
const blocks = 'p,div,li,h1,h2,h3,h4,h5,h6,tr,blockquote,pre,section,article,table,ul,ol,dt,dd,figure';

/**
 * The words of pasted HTML with strong, em, code and links, and nothing else of it. Blocks are apart by two line breaks,
 * or by a blank.
 */
export function pastedWords(html: string, { hasParagraphs }: Pick<LeafText, 'hasParagraphs'>): Node[] {
  const words = document.createElement('div');
  let needsGap = false;
  const add = (node: Node) => {
    if (needsGap && words.lastChild)
      words.append(...(hasParagraphs ? ['br', 'br'].map((tag) => document.createElement(tag)) : [' ']));
    needsGap = false;
    appendTo(words, node);
  };
  const walk = (parent: Node, wrap: (node: Node) => Node): void => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        const [, before, text = '', after] = /^(\s*)(.*?)(\s*)$/s.exec(node.data) ?? [];
        // A mark cannot begin or end with a blank.
        if (before && words.lastChild && !needsGap) add(new Text(' '));
        if (text !== '') add(wrap(new Text(text.replaceAll(/\s+/g, ' '))));
        if (text !== '' && after) add(new Text(' '));
      } else if (node instanceof HTMLElement && !node.matches(skipped) && node.style.display !== 'none') {
        const isBlock = node.matches(blocks);
        needsGap ||= isBlock || node.matches('br');
        const mark = markOf(node);
        walk(node, mark ? (child) => wrap(appendTo(mark.cloneNode(), child)) : wrap);
        needsGap ||= isBlock;
      }
    }
  };
  walk(new DOMParser().parseFromString(html, 'text/html').body, (node) => node);
  return [...words.childNodes];
}

/** Appends a node, into the last one if that has the same mark. */
function appendTo(parent: Node, node: Node): Node {
  const last = parent.lastChild;
  const isSame =
    last instanceof Element && !last.matches('br') && last.cloneNode().isEqualNode(node.cloneNode());
  if (isSame) [...node.childNodes].forEach((child) => appendTo(last, child));
  else parent.appendChild(node);
  return parent;
}

/** The mark that pasted words have: text processors write it as an element or as a style. */
function markOf(element: HTMLElement): HTMLElement | undefined {
  const { fontWeight, fontStyle } = element.style;
  const address = element.getAttribute('href') ?? '';
  if (element.matches('a') && /^(?:https?:|mailto:|tel:|\/(?!\/))/.test(address)) {
    const link = document.createElement('a');
    link.setAttribute('href', address);
    return link;
  }
  if (element.matches('code,tt,kbd,samp')) return document.createElement('code');
  const isStrong =
    fontWeight === '' ? element.matches('strong,b') : Number(fontWeight) >= 600 || fontWeight === 'bold';
  if (isStrong) return document.createElement('strong');
  return (fontStyle === '' ? element.matches('em,i') : fontStyle === 'italic')
    ? document.createElement('em')
    : undefined;
}

const plainIn = (element: HTMLElement) => element.textContent.replace(/\n$/, '');
