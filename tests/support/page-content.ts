import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { inject } from 'vitest';
import { getDocumentPath } from '../../schema/base/routes.ts';

export interface Link {
  text: string;
  href: string;
  target: string;
  rel: string;
}

/** A list item on a page: a card, step, figure, question, person or table row. */
export interface Item {
  heading: string;
  text: string;
  icons: number;
  images: string[];
  /** The texts of the list items nested in the item. */
  points: string[];
  links: Link[];
}

export interface Section {
  /** The id and text of the section, without its items. */
  head: string;
  text: string;
  items: Item[];
  links: Link[];
  buttons: string[];
}

/** The content of a page as read without JavaScript, including collapsed text. */
export interface PageContent {
  title: string;
  description: string;
  h1: string[];
  text: string;
  sections: Section[];
  links: Link[];
  header: Link[];
  footer: Link[];
  /** The texts of all paragraphs, headings and list items. */
  pieces: string[];
  /** The URLs of the site that the page links to, shows or loads. */
  addresses: string[];
  ids: string[];
  /** The text alternatives of pictures and videos. */
  descriptions: string[];
  /** The texts of the dialogs on the page. */
  dialogs: string[];
}

/** Pages that were already read, by route. All test files of a worker share this cache. */
const pageCache = new Map<string, { document: Document; reading?: PageContent }>();

function loadPage(route: string) {
  const file = join(inject('out'), getDocumentPath(route));
  const page = pageCache.get(file) ?? { document: parseHTML(readFileSync(file, 'utf8')).document };
  pageCache.set(file, page);
  return page;
}

/** Returns the content of a page in the built site. */
export function readPageContent(route: string): PageContent {
  const page = loadPage(route);
  page.reading ??= readDocument(page.document);
  return page.reading;
}

/** Returns the elements of a page in the built site that match a selector. */
export const queryPage = (route: string, selector: string): Element[] =>
  queryAll(loadPage(route).document, selector);

/** Returns the content of a page given as HTML. */
export const readHtml = (html: string): PageContent => readDocument(parseHTML(html).document);

const inlineElements = new Set(['ABBR', 'B', 'CODE', 'EM', 'I', 'SPAN', 'STRONG', 'WBR']);
const skippedElements = new Set(['SCRIPT', 'STYLE', 'SVG', 'TEMPLATE']);

function rawText(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? '';
  const name = node.nodeName.toUpperCase();
  if (node.nodeType !== node.ELEMENT_NODE || skippedElements.has(name)) return '';
  const text = [...node.childNodes].map(rawText).join('');
  return inlineElements.has(name) ? text : ` ${text} `;
}
const readText = (node: Node | null): string => (node ? rawText(node).replaceAll(/\s+/g, ' ').trim() : '');

const queryAll = (root: ParentNode, selector: string): Element[] => [...root.querySelectorAll(selector)];
const readAttribute = (element: Element | null, ...names: string[]): string =>
  names.map((name) => element?.getAttribute(name)).find((value) => value != null) ?? '';

const readLinks = (root: ParentNode): Link[] =>
  queryAll(root, 'a').map((link) => ({
    text: readText(link),
    href: readAttribute(link, 'href'),
    target: readAttribute(link, 'target'),
    rel: readAttribute(link, 'rel'),
  }));

const itemTags = 'li, dl > div, tbody > tr, details, figure';

const readItem = (element: Element): Item => ({
  heading:
    readText(element.querySelector('h2, h3, h4, summary, dt, th, figcaption strong')) ||
    readAttribute(element.querySelector('img'), 'alt'),
  text: readText(element),
  icons: queryAll(element, 'svg:not([data-glyph])').length,
  images: queryAll(element, 'img, video').map((image) => readAttribute(image, 'src')),
  points: queryAll(element, 'li').map(readText),
  links: readLinks(element),
});

function readSection(element: Element): Section {
  const words = queryAll(element, 'h1, h2, h3, p, th').filter((candidate) => !candidate.closest(itemTags));
  const items = queryAll(element, itemTags).filter(
    (candidate) => !candidate.parentElement?.closest(itemTags),
  );
  return {
    head: [element.id, ...words.map(readText)].join(' · '),
    text: readText(element),
    items: items.map(readItem),
    links: readLinks(element),
    buttons: queryAll(element, 'button').map(readText),
  };
}

function readDocument(document: Document): PageContent {
  const findPart = (name: string): Element => document.querySelector(name) ?? document.createElement(name);
  const main = findPart('main');
  return {
    title: document.title,
    description: readAttribute(document.querySelector('meta[name=description]'), 'content'),
    h1: queryAll(document, 'h1').map(readText),
    text: readText(main),
    sections: queryAll(main, ':scope > section').map(readSection),
    links: readLinks(main),
    header: readLinks(findPart('header')),
    footer: readLinks(findPart('footer')),
    pieces: queryAll(main, `p, h1, h2, h3, h4, ${itemTags}`).map(readText),
    addresses: queryAll(document, '[href^="/"], [href^="#"], [src^="/"], [poster^="/"]').map((element) =>
      readAttribute(element, 'href', 'poster', 'src'),
    ),
    ids: queryAll(document, '[id]').map(({ id }) => id),
    descriptions: queryAll(main, 'img, video').map((image) => readAttribute(image, 'alt', 'aria-label')),
    dialogs: queryAll(document, 'dialog').map(readText),
  };
}

const matchesText = (text: string, words: string | RegExp) =>
  typeof words === 'string' ? text === words : words.test(text);

/** Returns the headings of the items, in lower case, for each section about a subject. Omits sections without items. */
export function listItemHeadings(page: PageContent, subject: RegExp): string[][] {
  return page.sections
    .filter(({ head, items }) => items.length > 0 && subject.test(head))
    .map(({ items }) => items.map(({ heading }) => heading.toLowerCase()));
}

/**
 * Returns the claims that are not contained in any single paragraph, heading or list item of the page. In a claim,
 * ` & ` joins parts that are all required, and `|` joins alternatives.
 */
export function findMissingClaims(page: PageContent, claims: readonly string[]): string[] {
  const pieces = page.pieces.map((piece) => piece.toLowerCase().replaceAll('–', '-'));
  return claims.filter((claim) => {
    const parts = claim.toLowerCase().split(' & ');
    const containsClaim = (piece: string) =>
      parts.every((part) => part.split('|').some((words) => piece.includes(words)));
    return !pieces.some(containsClaim);
  });
}

/** Returns the targets of the links with the given text. */
export const findLinkTargets = (links: readonly Link[], name: string | RegExp): string[] =>
  links.filter(({ text }) => matchesText(text, name)).map(({ href }) => href);

/** Returns the first section about a subject, or throws an error if there is none. */
export function findSection(page: PageContent, subject: RegExp): Section {
  const section = page.sections.find(({ head }) => subject.test(head));
  if (!section)
    throw new Error(
      `${page.title} has no section about ${String(subject)}; its sections are:\n` +
        `${page.sections.map(({ head }) => head).join('\n')}`,
    );
  return section;
}

/** Returns all items of the first section that contains a matching item. */
export const findItems = (page: PageContent, isMatch: (item: Item) => boolean): Item[] =>
  page.sections.find(({ items }) => items.some(isMatch))?.items ?? [];
