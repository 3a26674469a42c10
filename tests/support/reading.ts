import type { Page } from 'playwright';
import { beforeAll, inject } from 'vitest';
import { lasting, startBrowser } from './browser.ts';

export interface Link {
  text: string;
  href: string;
  target: string;
  rel: string;
}

/** An item of a list: a card, a step, a figure, a question, a person, a row of a table. */
export interface Item {
  heading: string;
  text: string;
  icons: number;
  images: string[];
  /** The texts of lists inside. */
  points: string[];
  links: Link[];
}

export interface Section {
  id: string;
  /** The id and the text outside the items. */
  head: string;
  text: string;
  items: Item[];
  links: Link[];
  buttons: string[];
}

/** The content of a page without JavaScript, including folded text. */
export interface Reading {
  status: number;
  title: string;
  description: string;
  h1: string[];
  text: string;
  sections: Section[];
  links: Link[];
  header: Link[];
  footer: Link[];
  /** The texts of all paragraphs, headings, cards and figures. */
  pieces: string[];
  /** Internal URLs that the page links, shows or loads. */
  addresses: string[];
  /** The targets of links within the page, and all its ids. */
  anchors: string[];
  ids: string[];
  /** The text alternatives of pictures and videos. */
  descriptions: string[];
}

/** Shared by all files of a worker: what it has read, and the page that it reads with. */
const known = new Map<string, Promise<Reading>>();
let desk: Page | undefined;

/** Reads pages as the server sends them, without scripts and styles. Each page is read once. */
export function startReader(): (path: string) => Promise<Reading> {
  const visit = startBrowser();
  beforeAll(async () => {
    if (desk && !desk.isClosed()) return;
    desk = (await visit('about:blank')).page;
    lasting.add(desk.context());
  });
  const read = async (path: string): Promise<Reading> => {
    const answer = await fetch(inject('site') + path);
    const text = await answer.text();
    return { status: answer.status, ...(await desk!.evaluate(readDocument, text)) }; // set above
  };
  return (path) => {
    const address = inject('site') + path;
    const reading = known.get(address) ?? read(path);
    known.set(address, reading);
    return reading;
  };
}

/** Runs in the page. */
function readDocument(html: string): Omit<Reading, 'status'> {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const inLine = new Set(['ABBR', 'B', 'CODE', 'EM', 'I', 'SPAN', 'STRONG']);
  const raw = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    if (!(node instanceof Element) || ['SCRIPT', 'STYLE', 'svg', 'TEMPLATE'].includes(node.nodeName))
      return '';
    const text = [...node.childNodes].map(raw).join('');
    return inLine.has(node.nodeName) ? text : ` ${text} `;
  };
  const textOf = (node: Node | null) => (node ? raw(node).replaceAll(/\s+/g, ' ').trim() : '');
  const all = (root: ParentNode, selector: string) => [...root.querySelectorAll(selector)];
  const linksIn = (root: ParentNode) =>
    all(root, 'a').map((link) => ({
      text: textOf(link),
      href: link.getAttribute('href') ?? '',
      target: link.getAttribute('target') ?? '',
      rel: link.getAttribute('rel') ?? '',
    }));
  const itemTags = 'li, dl > div, tbody > tr, details, figure';

  const item = (element: Element): Item => ({
    heading:
      textOf(element.querySelector('h2, h3, h4, summary, dt, th, figcaption strong')) ||
      element.querySelector('img')?.getAttribute('alt') ||
      '',
    text: textOf(element),
    icons: all(element, 'svg:not([data-glyph])').length,
    images: all(element, 'img, video').map((image) => image.getAttribute('src') ?? ''),
    points: all(element, 'li').map(textOf),
    links: linksIn(element),
  });
  const section = (element: Element): Section => ({
    id: element.id,
    head: [
      element.id,
      ...all(element, 'h1, h2, h3, p, th')
        .filter((one) => !one.closest(itemTags))
        .map(textOf),
    ].join(' · '),
    text: textOf(element),
    items: all(element, itemTags)
      .filter((one) => !one.parentElement?.closest(itemTags))
      .map(item),
    links: linksIn(element),
    buttons: all(element, 'button').map(textOf),
  });
  const [main, header, footer] = ['main', 'header', 'footer'].map(
    (name) => document.querySelector(name) ?? document.createElement(name),
  ) as [Element, Element, Element];
  return {
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
    h1: all(document, 'h1').map(textOf),
    text: textOf(main),
    sections: all(main, ':scope > section').map(section),
    links: linksIn(main),
    header: linksIn(header),
    footer: linksIn(footer),
    pieces: all(main, `p, h1, h2, h3, h4, ${itemTags}`).map(textOf),
    addresses: [
      ...new Set(
        all(document, '[href^="/"], [src^="/"], [poster^="/"]').map(
          (element) =>
            (
              element.getAttribute('href') ??
              element.getAttribute('poster') ??
              element.getAttribute('src') ??
              ''
            ).split('#')[0] ?? '',
        ),
      ),
    ],
    anchors: all(document, 'a[href^="#"]').map((link) => link.getAttribute('href') ?? ''),
    ids: all(document, '[id]').map(({ id }) => `#${id}`),
    descriptions: all(main, 'img, video').map(
      (image) => image.getAttribute('alt') ?? image.getAttribute('aria-label') ?? '',
    ),
  };
}

const fits = (text: string, words: string | RegExp) =>
  typeof words === 'string' ? text.toLowerCase().includes(words.toLowerCase()) : words.test(text);

/**
 * Of each section about something, the headings of its items in lower case; sections without items are left
 * out.
 */
export function listsAbout(page: Reading, subject: RegExp): string[][] {
  return page.sections
    .filter(({ head, items }) => items.length > 0 && subject.test(head))
    .map(({ items }) => items.map(({ heading }) => heading.toLowerCase()));
}

/** The number of items of each section about a subject. */
export const countsAbout = (page: Reading, subject: RegExp): number[] =>
  listsAbout(page, subject).map(({ length }) => length);

/**
 * Claims that no single paragraph, card or figure of the page makes. The parts of a claim are joined by ` & `, and
 * alternatives by `|`.
 */
export function unsaid(page: Reading, claims: readonly string[]): string[] {
  const pieces = page.pieces.map((piece) => piece.toLowerCase().replaceAll('–', '-'));
  return claims.filter((claim) => {
    const parts = claim.toLowerCase().split(' & ');
    const isSaidBy = (piece: string) =>
      parts.every((part) => part.split('|').some((words) => piece.includes(words)));
    return !pieces.some(isSaidBy);
  });
}

/** The targets of the links with that name. */
export const namedLinks = (links: readonly Link[], name: string | RegExp): string[] =>
  links.filter(({ text }) => fits(text, name)).map(({ href }) => href);

/** The first section about a subject. Throws if there is none. */
export function sectionAbout(page: Reading, subject: RegExp): Section {
  const found = page.sections.find(({ head }) => subject.test(head));
  if (!found)
    throw new Error(
      `${page.title} has no section about ${String(subject)}; its sections are:\n` +
        `${page.sections.map(({ head }) => head).join('\n')}`,
    );
  return found;
}
