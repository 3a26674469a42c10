import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { authoredPage } from './authored-page.ts';
import { madeUpText } from './made-up-text.ts';
import { plainPage } from './plain-page.ts';

/** As many as a group of authors keeps in one folder. */
const pagesInFolder = 20;
/** As many pages use the shared block, if there are so many. */
const sharing = 100;

/** Writes a site of so many plain pages in one folder, the same each time and without any diagnostic. */
export function writePlainPages(folder: string, pages: number): void {
  writeCommon(folder);
  for (let number = 0; number < pages; number++) {
    // `index.yaml` leads to the first, and each page to the next.
    write(
      join(folder, number === 0 ? 'index.yaml' : `page-${number}.yaml`),
      plainPage(number, number + 1 < pages ? `/page-${number + 1}` : '/', madeUpText(number)),
    );
  }
}

/**
 * Writes a site of two pages or more in folders, every second one as authors write: of those every third is
 * an article and every fifth has a form. The same seed makes the same site, and it has no diagnostic.
 */
export function writeManyPages(folder: string, pages: number, seed = 1): void {
  writeCommon(folder);
  write(join(folder, '_shared/call.yaml'), shared);
  const { random } = madeUpText(seed);
  for (let number = 0; number < pages; number++) {
    const made = madeUpText(seed * 1_000_000 + number);
    const variation = {
      next: routeOf((number + 1) % pages),
      other: routeOf(random(pages)),
      isArticle: isArticle(number),
      hasForm: number % 10 === 1,
      usesShared: usesShared(number, pages),
    };
    const isAuthored = number % 2 === 1;
    const text = isAuthored ? authoredPage(number, variation, made) : plainPage(number, variation.next, made);
    write(join(folder, fileOf(number)), text);
  }
}

/** Whether a page of such a site is an article. */
export const isArticle = (number: number): boolean => number % 6 === 3;

/** Whether a page of such a site ends with the shared block. */
export function usesShared(number: number, pages: number): boolean {
  const authored = (number - 1) / 2;
  const every = Math.max(1, Math.floor(pages / 2 / sharing));
  return authored % every === Math.floor(every / 2) && authored < every * sharing;
}

/** The route of a page of such a site: sections hold pages and a section of their own. */
export function routeOf(number: number): string {
  if (number === 0) return '/';
  const group = Math.floor((number - 1) / pagesInFolder);
  const section = `/section-${Math.floor(group / 2)}${group % 2 === 0 ? '' : '/more'}`;
  return (number - 1) % pagesInFolder === 0 ? section : `${section}/page-${number}`;
}

/** The file of a page of such a site, in the pages folder. */
export function fileOf(number: number): string {
  const isFolder = number === 0 || (number - 1) % pagesInFolder === 0;
  return `${routeOf(number).slice(1)}${isFolder ? '/index' : ''}.yaml`.replace(/^\//, '');
}

/** What every site has besides its pages. */
function writeCommon(folder: string): void {
  write(join(folder, '_site.yaml'), site);
  write(join(folder, '404.yaml'), errorPage);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const site = `company: Harbour Office
url: https://www.example.org
language: en
email: post@example.org
phone: +44 20 7946 0000
navigation:
  label: Main
  menu: Menu
  close: Close
  skip: Skip
  home: home
  items: [{ label: Home, to: / }]
  action: { label: Write, to: / }
footer: { label: More }
`;

const errorPage = `title: Not found
description: What is shown for an address that leads nowhere.
blocks: [{ type: hero, heading: There is nothing here }]
`;

const shared = `# On some hundred pages.
type: cta
heading: "Ask the office: we know the tide"
lead: Whoever calls before noon hears from us the same day.
actions: [{ label: Write to the office, to: / }]
`;
