import { alignTexts, type TextMap, listTextNodes } from './align.ts';
import { editorHost } from './host.ts';
import type { EditedBlock, MarkedTexts, TextOrigin } from './marked-texts.ts';
import type { EditQueue } from './edit-queue.ts';

/** A text on the page: consecutive text nodes with the same origin. */
export interface PageText {
  nodes: readonly Text[];
  origin: TextOrigin;
  /** The content of the file that contains this text. Operations on the text use it as their base. */
  base: string;
}

/** Returns the blocks of the page, in order. */
export const listBlocks = () => [...document.querySelectorAll<HTMLElement>('main > [data-block]')];

/** Resolves after the first render. Texts cannot be edited earlier, because that render replaces all elements. */
const firstRender = new Promise((resolve) => {
  if (document.documentElement.dataset['drawn'] !== undefined) resolve(undefined);
  document.addEventListener('pagewright:drawn', resolve);
});

const noTexts: MarkedTexts = {
  html: '',
  origins: [],
  texts: [],
  blocks: [],
  status: '',
  isMissing: false,
  variables: {},
  files: {},
};

/** The texts on the page in this window, with their origins. */
export class PageTexts {
  readonly #editQueue: EditQueue;
  #loading: Promise<MarkedTexts> | undefined;
  #route = '';

  constructor(editQueue: EditQueue) {
    this.#editQueue = editQueue;
  }

  /** Discards the origins. They are loaded again when needed. */
  invalidate(): void {
    this.#loading = undefined;
  }

  get route(): string {
    return editorHost().route();
  }

  /** Loads the texts and their origins. Resolves to no texts if the server refuses the request. */
  load(): Promise<MarkedTexts> {
    if (this.#loading && this.#route === this.route) return this.#loading;
    this.#route = this.route;
    const request = this.#editQueue.request<MarkedTexts>({ page: this.route });
    const loading = firstRender.then(async () => {
      const { status, answer } = await request;
      if (status === 200) return answer;
      // Load the texts again for the next action: the page reloads soon, because the server has restarted.
      if (this.#loading === loading) this.invalidate();
      return noTexts;
    });
    this.#loading = loading;
    return loading;
  }

  /** Returns the text that a node belongs to, or `undefined` if the node has no origin. */
  async findText(node: Text): Promise<PageText | undefined> {
    const markedTexts = await this.load();
    return toPageText(alignTexts(document, markedTexts), node, markedTexts);
  }

  /** Lists all visible, editable texts on the page, in order. */
  async listTexts(): Promise<PageText[]> {
    const markedTexts = await this.load();
    const map = alignTexts(document, markedTexts);
    const found: PageText[] = [];
    const visited = new Set<Text>();
    for (const node of map.keys()) {
      if (visited.has(node) || !isVisibleText(node)) continue;
      const text = toPageText(map, node, markedTexts);
      text?.nodes.forEach((one) => visited.add(one));
      if (text && 'kind' in text.origin) found.push(text);
    }
    return found;
  }

  /**
   * Returns the block that a section shows, with the content of its file. Returns `undefined` if no file contains it.
   */
  async findBlock(section: HTMLElement): Promise<{ block: EditedBlock; base: string } | undefined> {
    const { blocks, files } = await this.load();
    const block = blocks[listBlocks().indexOf(section)];
    return block ? { block, base: files[block.file] ?? '' } : undefined;
  }
}

/** Returns whether a text node is visible. Text that is only for screen readers has a box of 1 px. */
function isVisibleText({ parentElement }: Text): boolean {
  // While a text is edited, its element is hidden. Measure the visible copy, which is the next sibling.
  const element = parentElement?.closest('[data-pagewright-hidden]')?.nextElementSibling ?? parentElement;
  if (!element?.checkVisibility()) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 || height > 1;
}

function toPageText(map: TextMap, node: Text, { files }: MarkedTexts): PageText | undefined {
  const origin = findOrigin(map, node);
  if (!origin) return undefined;
  const region = node.parentElement?.closest('[data-block], body > *') ?? document.body;
  const siblings = listTextNodes(region);
  const index = siblings.indexOf(node);
  // Stay in one container: the same text may be on the page twice, for example for phones and for wide windows.
  const container = findTextContainer(node);
  const belongsToText = (one: Text | undefined) =>
    one !== undefined && isSamePlace(findOrigin(map, one), origin) && findTextContainer(one) === container;
  let [first, last] = [index, index];
  // Skip white space between two parts of a text, because it has no origin.
  const nextIndex = (from: number, step: number): number => {
    const next = siblings[from + step];
    if (belongsToText(next)) return from + step;
    return next?.data.trim() === '' && belongsToText(siblings[from + 2 * step]) ? from + 2 * step : from;
  };
  while (nextIndex(first, -1) !== first) first = nextIndex(first, -1);
  while (nextIndex(last, 1) !== last) last = nextIndex(last, 1);
  const base = 'kind' in origin ? (files[origin.file] ?? '') : '';
  return { nodes: 'kind' in origin ? siblings.slice(first, last + 1) : [node], origin, base };
}

/** Returns the origin of the longest part of a text node. */
function findOrigin(map: TextMap, node: Text): TextOrigin | undefined {
  const spans = map.get(node);
  if (!spans || node.data.trim() === '') return undefined;
  const [longest] = spans
    .filter(({ origin }) => origin !== undefined)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from));
  return longest?.origin;
}

export const isSamePlace = (one: TextOrigin | undefined, other: TextOrigin): boolean =>
  one !== undefined && originKey(one) === originKey(other);

const originKey = (origin: TextOrigin) =>
  'kind' in origin ? JSON.stringify([origin.file, origin.path, origin.leaf?.from]) : JSON.stringify(origin);

/** Returns the nearest ancestor of a text node that is not displayed inline. */
export function findTextContainer(node: Text): Element | null {
  let element = node.parentElement;
  while (element && /^inline$|^contents$/.test(getComputedStyle(element).display))
    element = element.parentElement;
  return element;
}

/**
 * Finds the visible text at a point in the window, even if a link that covers a card, or a rotating text, is above it.
 */
export function findTextAt(x: number, y: number): Text | undefined {
  const elements = document.elementsFromPoint(x, y);
  const region = elements[0]?.closest('[data-block], body > *');
  for (const element of elements) {
    if (!region?.contains(element)) return undefined;
    const found = listTextNodes(element).findLast(
      (node) => findBoxElement(node) === element && isVisibleAt(node, x, y),
    );
    if (found) return found;
  }
  return undefined;
}

function findBoxElement({ parentElement }: Text): Element | null {
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
