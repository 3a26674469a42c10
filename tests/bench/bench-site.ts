import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
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
  /** Moves the build output and the caches to the folder `trash`. */
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

/**
 * Moves a folder to `trash` and truncates the files in it. ext4 does not reuse inodes for some minutes after
 * deletion: if a benchmark deletes thousands of files, creating a file takes up to 20 times as long in the next step.
 */
export function moveToTrash(path: string, trash: string): void {
  if (!existsSync(path)) return;
  mkdirSync(trash, { recursive: true });
  const target = join(trash, `${readdirSync(trash).length}`);
  renameSync(path, target);
  if (basename(path) === '.git') return; // its objects are read-only
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) truncateSync(join(entry.parentPath, entry.name));
}

/** Generates a site with `count` pages in a folder. */
export function writeBenchSite(folder: string, count: number, trash: string): BenchSite {
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
        moveToTrash(join(folder, name), trash);
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
      // Builds do not store a result that depends on a file from the last seconds, because it may change again
      // without a new time stamp.
      const minuteAgo = Date.now() / 1000 - 60;
      utimesSync(file, minuteAgo, minuteAgo);
    },
    assertBuilt: (word) => {
      const html = readFileSync(join(folder, 'dist', getDocumentPath(route)), 'utf8');
      if (!html.includes(word)) throw new Error(`The built page ${route} does not contain the last edit.`);
    },
  };
}
