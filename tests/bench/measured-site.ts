import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOf, isArticle, routeOf, usesShared, writeManyPages } from './many-pages.ts';

/** A generated site and what the bench changes in it. */
export interface MeasuredSite {
  pages: string;
  /** The route of the page that is edited, which ends with the shared block. */
  route: string;
  /** Deletes all that was made of the pages. */
  clear(): void;
  /** Changes one word of the page, and returns the new one, which is nowhere else. */
  editPage(): string;
  /** The same in the shared block. */
  editShared(): string;
  /** The same in the navigation. */
  editNavigation(): string;
  /** Whether each page has a share picture of its own, or the site one for all. */
  choosePictures(own: boolean): void;
  /** An error unless the built page shows this word. */
  demandBuilt(word: string): void;
}

/** Generates a site of so many pages in a folder. */
export function writeMeasuredSite(folder: string, count: number): MeasuredSite {
  const pages = join(folder, 'pages');
  writeManyPages(pages, count);
  const numbers = Array.from({ length: count }, (_, at) => (at + Math.floor(count / 2)) % count);
  const edited = numbers.find((number) => usesShared(number, count) && !isArticle(number)) ?? 0;
  const route = routeOf(edited);
  let edits = 0;
  const replace = (path: string, pattern: RegExp) => {
    const file = join(pages, path);
    const word = `Edited${(edits += 1)}`;
    const text = readFileSync(file, 'utf8');
    if (!pattern.test(text)) throw new Error(`There is nothing to edit in ${path}.`);
    writeFileSync(file, text.replace(pattern, `$1${word}`));
    return word;
  };
  return {
    pages,
    route,
    clear: () => {
      for (const name of readdirSync(folder).filter((name) => name !== 'pages'))
        rmSync(join(folder, name), { recursive: true, force: true });
    },
    editPage: () => replace(fileOf(edited), /^( +lead: )\w+/m),
    editShared: () => replace('_shared/call.yaml', /^(lead: )\w+/m),
    editNavigation: () => replace('_site.yaml', /(items: \[\{ label: )\w+/),
    choosePictures: (own) => {
      const file = join(pages, '_site.yaml');
      const others = readFileSync(file, 'utf8').replace(/^share: .*\n/m, '');
      writeFileSync(file, `${others}share: ${own ? 'pages' : 'site'}\n`);
    },
    demandBuilt: (word) => {
      const html = readFileSync(join(folder, 'dist', route, 'index.html'), 'utf8');
      if (!html.includes(word)) throw new Error(`What was built of ${route} does not show the last edit.`);
    },
  };
}
