import type { PhrasingContent } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';
import { parseShortText } from '../../schema/markdown/parse.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import type { TextPlace } from './marked-texts.ts';

/** The words of a text as they are edited, and how they become its source. */
export interface LeafText {
  /** As HTML with strong, em, code, links and line breaks; otherwise as the file has it. */
  isRich: boolean;
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
  const read = (element: HTMLElement) =>
    (style ? markdownIn(element, style) : plainIn(element)).replaceAll('\u00a0', ' ');
  return {
    isRich: style !== undefined,
    fill(element) {
      if (style) element.replaceChildren(...nodesOf(parseShortText(text).inline));
      else element.textContent = leaf?.kind === 'code' ? written : text;
    },
    sourceWith(element) {
      const now = read(element);
      if (now === text) return source;
      // Only what differs is replaced, as the author may have broken the lines of the rest.
      let start = 0;
      while (start < text.length && start < now.length && text[start] === now[start]) start++;
      let end = 0;
      while (end < text.length - start && end < now.length - start && text.at(-1 - end) === now.at(-1 - end))
        end++;
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

const plainIn = (element: HTMLElement) => element.textContent.replace(/\n$/, '');
