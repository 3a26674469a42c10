import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { inject } from 'vitest';
import { documentPath } from '../../schema/base/routes.ts';

export interface Link {
  text: string;
  href: string;
  target: string;
  rel: string;
}

/** A list item: a card, step, figure, question, person or table row. */
export interface Item {
  heading: string;
  text: string;
  icons: number;
  images: string[];
  /** The texts of nested list items. */
  points: string[];
  links: Link[];
}

export interface Section {
  /** The id and the text outside the items. */
  head: string;
  text: string;
  items: Item[];
  links: Link[];
  buttons: string[];
}

/** The content of a page without JavaScript, including folded text. */
export interface Reading {
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
  /** The internal URLs that the page links to, shows or loads. */
  addresses: string[];
  ids: string[];
  /** The text alternatives of pictures and videos. */
  descriptions: string[];
  /** The texts of dialogs. */
  dialogs: string[];
}

/** Pages that were read before, shared by all test files of a worker. */
const known = new Map<string, { document: Document; reading?: Reading }>();

function knownPage(route: string) {
  const file = join(inject('out'), documentPath(route));
  const page = known.get(file) ?? { document: parseHTML(readFileSync(file, 'utf8')).document };
  known.set(file, page);
  return page;
}

/** Reads a page of the built site. */
export function read(route: string): Reading {
  const page = knownPage(route);
  page.reading ??= readDocument(page.document);
  return page.reading;
}

/** Returns the elements of a page of the built site that match a selector. */
export const elementsOf = (route: string, selector: string): Element[] =>
  all(knownPage(route).document, selector);

/** Reads the HTML of a page. */
export const readHtml = (html: string): Reading => readDocument(parseHTML(html).document);

const inLine = new Set(['ABBR', 'B', 'CODE', 'EM', 'I', 'SPAN', 'STRONG', 'WBR']);
const unread = new Set(['SCRIPT', 'STYLE', 'SVG', 'TEMPLATE']);

function rawText(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? '';
  const name = node.nodeName.toUpperCase();
  if (node.nodeType !== node.ELEMENT_NODE || unread.has(name)) return '';
  const text = [...node.childNodes].map(rawText).join('');
  return inLine.has(name) ? text : ` ${text} `;
}
const textOf = (node: Node | null): string => (node ? rawText(node).replaceAll(/\s+/g, ' ').trim() : '');

const all = (root: ParentNode, selector: string): Element[] => [...root.querySelectorAll(selector)];
const attributeOf = (element: Element | null, ...names: string[]): string =>
  names.map((name) => element?.getAttribute(name)).find((value) => value != null) ?? '';

const linksIn = (root: ParentNode): Link[] =>
  all(root, 'a').map((link) => ({
    text: textOf(link),
    href: attributeOf(link, 'href'),
    target: attributeOf(link, 'target'),
    rel: attributeOf(link, 'rel'),
  }));

const itemTags = 'li, dl > div, tbody > tr, details, figure';

const itemOf = (element: Element): Item => ({
  heading:
    textOf(element.querySelector('h2, h3, h4, summary, dt, th, figcaption strong')) ||
    attributeOf(element.querySelector('img'), 'alt'),
  text: textOf(element),
  icons: all(element, 'svg:not([data-glyph])').length,
  images: all(element, 'img, video').map((image) => attributeOf(image, 'src')),
  points: all(element, 'li').map(textOf),
  links: linksIn(element),
});

function sectionOf(element: Element): Section {
  const words = all(element, 'h1, h2, h3, p, th').filter((one) => !one.closest(itemTags));
  const items = all(element, itemTags).filter((one) => !one.parentElement?.closest(itemTags));
  return {
    head: [element.id, ...words.map(textOf)].join(' · '),
    text: textOf(element),
    items: items.map(itemOf),
    links: linksIn(element),
    buttons: all(element, 'button').map(textOf),
  };
}

function readDocument(document: Document): Reading {
  const part = (name: string): Element => document.querySelector(name) ?? document.createElement(name);
  const main = part('main');
  return {
    title: document.title,
    description: attributeOf(document.querySelector('meta[name=description]'), 'content'),
    h1: all(document, 'h1').map(textOf),
    text: textOf(main),
    sections: all(main, ':scope > section').map(sectionOf),
    links: linksIn(main),
    header: linksIn(part('header')),
    footer: linksIn(part('footer')),
    pieces: all(main, `p, h1, h2, h3, h4, ${itemTags}`).map(textOf),
    addresses: all(document, '[href^="/"], [href^="#"], [src^="/"], [poster^="/"]').map((element) =>
      attributeOf(element, 'href', 'poster', 'src'),
    ),
    ids: all(document, '[id]').map(({ id }) => id),
    descriptions: all(main, 'img, video').map((image) => attributeOf(image, 'alt', 'aria-label')),
    dialogs: all(document, 'dialog').map(textOf),
  };
}

const fits = (text: string, words: string | RegExp) =>
  typeof words === 'string' ? text === words : words.test(text);

/**
 * Returns the headings of items in lower case, for each section about a subject. Omits sections without items.
 */
export function listsAbout(page: Reading, subject: RegExp): string[][] {
  return page.sections
    .filter(({ head, items }) => items.length > 0 && subject.test(head))
    .map(({ items }) => items.map(({ heading }) => heading.toLowerCase()));
}

/**
 * Returns the claims that no single paragraph, heading or list item of the page contains. ` & ` joins the parts of a
 * claim, and `|` joins alternatives.
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

/** Returns the targets of the links with a text. */
export const namedLinks = (links: readonly Link[], name: string | RegExp): string[] =>
  links.filter(({ text }) => fits(text, name)).map(({ href }) => href);

/** Returns the first section about a subject. Throws if there is none. */
export function sectionAbout(page: Reading, subject: RegExp): Section {
  const found = page.sections.find(({ head }) => subject.test(head));
  if (!found)
    throw new Error(
      `${page.title} has no section about ${String(subject)}; its sections are:\n` +
        `${page.sections.map(({ head }) => head).join('\n')}`,
    );
  return found;
}

/** Returns the items of the first section with a matching item. */
export const itemsWith = (page: Reading, fits: (item: Item) => boolean): Item[] =>
  page.sections.find(({ items }) => items.some(fits))?.items ?? [];
