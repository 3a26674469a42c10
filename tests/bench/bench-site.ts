import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocumentPath } from '../../schema/base/routes.ts';
import {
  toGeneratedFile,
  isArticle,
  toGeneratedRoute,
  usesSharedBlock,
  writeGeneratedSite,
} from '../support/generated-site.ts';

/** A generated site with functions that change, commit and check it for benchmarks. */
export interface BenchSite {
  pages: string;
  /** The route of the page that the benchmark edits. The page ends with the shared block. */
  route: string;
  /** The YAML file of the page that the benchmark edits. */
  file: string;
  /** Deletes the build output and the caches. */
  clear(): void;
  /** Commits all pages to a new Git repository. */
  commit(): void;
  /**
   * Changes one word in the page, the shared block or the
   * navigation. Returns the new word, which is unique on the site.
   */
  edit(target: 'page' | 'shared' | 'navigation'): string;
  /** Selects a separate share image for each page, or one share image for the whole site. */
  shareImages(share: 'pages' | 'site'): void;
  /** Throws unless the built page contains the word. */
  assertBuilt(word: string): void;
}

/** Generates a site with `count` pages in a folder. */
export function writeBenchSite(folder: string, count: number): BenchSite {
  const pages = join(folder, 'pages');
  writeGeneratedSite(pages, count);
  const numbers = Array.from({ length: count }, (_, index) => (index + Math.floor(count / 2)) % count);
  const editedNumber = numbers.find((number) => usesSharedBlock(number, count) && !isArticle(number)) ?? 0;
  const route = toGeneratedRoute(editedNumber);
  const editTargets = {
    page: [toGeneratedFile(editedNumber), /^( +lead: )\w+/m],
    shared: ['_shared/call.yaml', /^(lead: )\w+/m],
    navigation: ['_site.yaml', /(items: \[\{ label: )\w+/],
  } as const;
  let editCount = 0;
  return {
    pages,
    route,
    file: join(pages, toGeneratedFile(editedNumber)),
    clear: () => {
      for (const name of readdirSync(folder).filter((name) => name !== 'pages'))
        rmSync(join(folder, name), { recursive: true, force: true });
    },
    commit: () => {
      const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
      git('init', '--quiet');
      git('add', 'pages');
      git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', 'commit', '--quiet', '-m', 'Pages');
    },
    edit: (target) => {
      const [path, pattern] = editTargets[target];
      const file = join(pages, path);
      const word = `Edited${(editCount += 1)}`;
      writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, `$1${word}`));
      return word;
    },
    shareImages: (share) => {
      const file = join(pages, '_site.yaml');
      const settings = readFileSync(file, 'utf8').replace(/^share: .*\n/m, '');
      writeFileSync(file, `${settings}share: ${share}\n`);
    },
    assertBuilt: (word) => {
      const html = readFileSync(join(folder, 'dist', getDocumentPath(route)), 'utf8');
      if (!html.includes(word)) throw new Error(`The built page ${route} does not contain the last edit.`);
    },
  };
}
