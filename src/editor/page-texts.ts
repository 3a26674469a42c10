import { alignTexts, type TextMap, textNodesIn } from './align.ts';
import { editorHost } from './host.ts';
import type { EditedBlock, MarkedTexts, TextOrigin } from './marked-texts.ts';
import type { Saver } from './save.ts';

/** A text on the page: consecutive text nodes with the same origin. */
export interface PageText {
  nodes: readonly Text[];
  origin: TextOrigin;
  /** The text of its file. */
  base: string;
}

/** Returns the blocks of the page, in order. */
export const listBlocks = () => [...document.querySelectorAll<HTMLElement>('main > [data-block]')];

/** Resolves after the first render, which replaces all elements. Texts cannot be edited before. */
const drawn = new Promise((resolve) => {
  if (document.documentElement.dataset['drawn'] !== undefined) resolve(undefined);
  document.addEventListener('pagewright:drawn', resolve);
});

/** The texts of the page in the window. */
export class PageTexts {
  readonly #editQueue: Saver;
  #loading: Promise<MarkedTexts> | undefined;
  #route = '';

  constructor(saver: Saver) {
    this.#editQueue = saver;
  }

  /** Discards the origins, so that they are loaded again when needed. */
  forget(): void {
    this.#loading = undefined;
  }

  get route(): string {
    return editorHost().route();
  }

  load(): Promise<MarkedTexts> {
    if (this.#loading && this.#route === this.route) return this.#loading;
    this.#route = this.route;
    const asked = this.#editQueue.ask<MarkedTexts>({ page: this.route });
    const loading = drawn.then(() => asked).then(({ answer }) => answer);
    this.#loading = loading;
    return loading;
  }

  /** Returns the text that a node belongs to. */
  async textOf(node: Text): Promise<PageText | undefined> {
    const marked = await this.load();
    return textIn(alignTexts(document, marked), node, marked);
  }

  /** Lists all visible, editable texts of the page in order. */
  async all(): Promise<PageText[]> {
    const marked = await this.load();
    const map = alignTexts(document, marked);
    const found: PageText[] = [];
    const seen = new Set<Text>();
    for (const node of map.keys()) {
      if (seen.has(node) || !isSeen(node)) continue;
      const text = textIn(map, node, marked);
      text?.nodes.forEach((one) => seen.add(one));
      if (text && 'kind' in text.origin) found.push(text);
    }
    return found;
  }

  /** Returns the block of a section, and the text of its file. */
  async blockOf(section: HTMLElement): Promise<{ block: EditedBlock; base: string } | undefined> {
    const { blocks, files } = await this.load();
    const block = blocks[listBlocks().indexOf(section)];
    return block ? { block, base: files[block.file] ?? '' } : undefined;
  }
}

/** Whether a text is visible. Texts only for screen readers have a box of 1 px. */
function isSeen({ parentElement }: Text): boolean {
  // A text that is being edited is hidden, and its copy is the next sibling.
  const element = parentElement?.closest('[data-pagewright-hidden]')?.nextElementSibling ?? parentElement;
  if (!element?.checkVisibility()) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 || height > 1;
}

function textIn(map: TextMap, node: Text, { files }: MarkedTexts): PageText | undefined {
  const origin = originOf(map, node);
  if (!origin) return undefined;
  const region = node.parentElement?.closest('[data-block], body > *') ?? document.body;
  const siblings = textNodesIn(region);
  const at = siblings.indexOf(node);
  // A text may be on the page twice, for example for phones and for wide windows.
  const line = lineOf(node);
  const isSame = (one: Text | undefined) =>
    one !== undefined && isSamePlace(originOf(map, one), origin) && lineOf(one) === line;
  let [first, last] = [at, at];
  // White space between two parts of a text has no origin.
  const follows = (from: number, step: number): number => {
    const next = siblings[from + step];
    if (isSame(next)) return from + step;
    return next?.data.trim() === '' && isSame(siblings[from + 2 * step]) ? from + 2 * step : from;
  };
  while (follows(first, -1) !== first) first = follows(first, -1);
  while (follows(last, 1) !== last) last = follows(last, 1);
  const base = 'kind' in origin ? (files[origin.file] ?? '') : '';
  return { nodes: 'kind' in origin ? siblings.slice(first, last + 1) : [node], origin, base };
}

/** Returns the origin of the longest part of a text node. */
function originOf(map: TextMap, node: Text): TextOrigin | undefined {
  const spans = map.get(node);
  if (!spans || node.data.trim() === '') return undefined;
  const [longest] = spans
    .filter(({ origin }) => origin !== undefined)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  return longest?.origin;
}

export const isSamePlace = (one: TextOrigin | undefined, other: TextOrigin): boolean =>
  one !== undefined && placeKey(one) === placeKey(other);

const placeKey = (origin: TextOrigin) =>
  'kind' in origin ? JSON.stringify([origin.file, origin.path, origin.leaf?.from]) : JSON.stringify(origin);

/** Returns the nearest ancestor of a text that is not displayed inline. */
export function lineOf(node: Text): Element | null {
  let element = node.parentElement;
  while (element && /^inline$|^contents$/.test(getComputedStyle(element).display))
    element = element.parentElement;
  return element;
}

/** Finds the visible text at a point of the window, even below a link that covers a card or a rotating text. */
export function nodeAt(x: number, y: number): Text | undefined {
  const all = document.elementsFromPoint(x, y);
  const region = all[0]?.closest('[data-block], body > *');
  for (const element of all) {
    if (!region?.contains(element)) return undefined;
    const found = textNodesIn(element).findLast(
      (node) => boxElement(node) === element && isVisibleAt(node, x, y),
    );
    if (found) return found;
  }
  return undefined;
}

function boxElement({ parentElement }: Text): Element | null {
  let element = parentElement;
  while (element && getComputedStyle(element).display === 'contents') element = element.parentElement;
  return element;
}

function isVisibleAt(node: Text, x: number, y: number): boolean {
  if (!node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left - 2 && x <= right + 2 && y >= top - 2 && y <= bottom + 2,
  );
}
