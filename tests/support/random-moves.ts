import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { toRoute } from '../../schema/base/routes.ts';
import { move } from '../../scripts/commands/move.ts';
import { openSiteLoader } from '../../scripts/site/load-site.ts';
import { readTree } from './read-tree.ts';
import { runCommand } from './run-command.ts';
import { createTestFolder } from './site-on-disk.ts';

/**
 * A page, file, folder or block that can be moved. Contains its
 * path, and a function that returns a new path for a number.
 */
interface Candidate {
  from: string;
  to(number: number): string;
}

/** A copy of a site in which pages and files are moved, and then moved back. */
export interface MovingSite {
  candidates: readonly Candidate[];
  /** Moves a candidate and checks the site. Then moves the candidate back and checks that the site is unchanged. */
  moveAndBack(candidate: Candidate, number: number): Promise<void>;
}

const oddNames = ['a b', 'a (b)', 'Über', "it's", 'a, b', 'a&amp;b', 'a)b'];

/** Copies a site to a folder. By default, the folder is temporary. */
export function createMovingSite(pagesFolder: string, folder = createTestFolder()): MovingSite {
  cpSync(pagesFolder, join(folder, 'pages'), { recursive: true });
  cpSync(join(dirname(pagesFolder), 'public'), join(folder, 'public'), { recursive: true });
  const pages = join(folder, 'pages');
  const restore = () => cpSync(pagesFolder, pages, { recursive: true });
  const readCurrentFiles = () =>
    new Map(
      [...readTree(folder)]
        .filter(([path, text]) => !/^\.|\/_values/.test(path) && text !== '(folder)')
        .map(
          ([path, text]) => [path, path === 'pages/_site.yaml' ? removeAddedRedirects(text) : text] as const,
        ),
    );
  const before = readCurrentFiles();
  const hasAddedRedirects = () => addedRedirects.test(readFileSync(join(pages, '_site.yaml'), 'utf8'));
  const expectedDiagnostics = listDiagnostics(pages);
  return {
    candidates: findCandidates(before),
    async moveAndBack({ from, to: toNewPath }, number) {
      const to = toNewPath(number);
      const run = (...args: string[]) => runCommand(move, [...args, '--pages', pages]);
      const moveResult = await run(from, to);
      expect(moveResult, moveResult.err).toMatchObject({ code: 0, out: '' });
      expect(listDiagnostics(pages), `${from} ${to}`).toEqual(expectedDiagnostics);
      const after = readCurrentFiles();
      expectOnlyMentions(before, after, from, to, Number(/Changed (\d+)/.exec(moveResult.err)?.[1]));
      const moveBackResult = await run(to, from);
      expect(moveBackResult, moveBackResult.err).toMatchObject({ code: 0, out: '' });
      expect(listDiagnostics(pages)).toEqual(expectedDiagnostics);
      for (const [path, text] of readCurrentFiles())
        if (!before.has(path)) {
          expect(text, path).toMatch(/^redirect: \S+\n$/);
          expect(redirectsToFile(text, before), path).toBe(true);
          rmSync(join(folder, path));
        }
      if (needsQuoting(to) || hasAddedRedirects()) restore();
      expect(readCurrentFiles()).toEqual(before);
    },
  };
}

/**
 * The redirects for feeds and generated pages that a move adds to `_site.yaml`, if the file had no redirects before.
 */
const addedRedirects = /^redirects:\n(?: {2}- \{ from: \S+, to: \S+ \}\n)+$/m;
const removeAddedRedirects = (text: string) => text.replace(addedRedirects, '');

/** Returns the rules and messages of all diagnostics, without their positions, which may change. */
function listDiagnostics(pages: string): string[] {
  const site = openSiteLoader(pages);
  const { diagnostics } = site.read();
  // Save the cache, so that the next check does not parse unchanged files again.
  site.save();
  return diagnostics.map(({ rule, message }) => `${rule} ${message}`).toSorted();
}

/**
 * Returns whether a path needs quotes or brackets in YAML or
 * Markdown. Moving back does not remove the quotes or brackets.
 */
const needsQuoting = (address: string) => /[^\w/#.-]/.test(address);

/** Returns whether a redirect in the text leads to a file of the site. */
const redirectsToFile = (text: string, files: ReadonlyMap<string, string>) =>
  [...files.keys()].some(
    (file) => file.startsWith('pages/') && toRoute(file.slice(6)) === text.slice(10, -1),
  );

function findCandidates(files: ReadonlyMap<string, string>): Candidate[] {
  const routes = [...files].flatMap(([path, text]) =>
    /^pages\/(?!_|index\.yaml|404\.yaml)/.test(path) && !/^redirect:/m.test(text)
      ? [toRoute(path.slice(6))]
      : [],
  );
  const publicFiles = [...files.keys()].flatMap((path) =>
    /^public\/.+\//.test(path) ? [path.slice(6)] : [],
  );
  const folders = new Set(publicFiles.map((path) => dirname(path)));
  const ids = [...files].flatMap(([path, text]) =>
    path.startsWith('pages/') && !path.includes('/_')
      ? [...text.matchAll(/^ {2}(?:- | {2})id: ([a-z][a-z0-9-]*)\r?$/gm)].map(([, id]) => ({
          route: toRoute(path.slice(6)),
          id,
        }))
      : [],
  );
  return [
    ...routes.map((from) => ({
      from,
      to: (n: number) => `${dirname(from).replace(/\/$/, '')}/moved-${n}${n % 2 ? '' : '/deep'}`,
    })),
    ...publicFiles.map((from) => ({
      from,
      to: (n: number) =>
        `/moved-${n}/${oddNames[n % (2 * oddNames.length)] ?? 'plain'}${/\.\w+$/.exec(from)?.[0]}`,
    })),
    ...[...folders].map((from) => ({ from, to: (n: number) => `/moved${n % 2 ? '' : ' (files)'}/${n}` })),
    ...ids.map(({ route, id }) => ({ from: `${route}#${id}`, to: (n: number) => `${route}#moved-${n}` })),
  ];
}

/** Expects that only mentions of the path have changed, and that the command has counted all of them. */
function expectOnlyMentions(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  from: string,
  to: string,
  mentionCount: number,
): void {
  const toLatin1 = (address: string) => Buffer.from(address).toString('latin1');
  const [oldBytes, newBytes] = [from, to].map((address) =>
    toLatin1(address.slice(address.indexOf('#') + 1)),
  ) as [string, string];
  // Odd names need quotes or brackets in YAML and Markdown, and some of their characters are escaped. Ignore these
  // differences.
  const stripQuotes = (text: string) => (needsQuoting(to) ? text.replaceAll(/["'<>]|amp;/g, '') : text);
  const maskPaths = (text: string) =>
    stripQuotes(text)
      .replaceAll(stripQuotes(newBytes), '\0')
      .replaceAll(stripQuotes(oldBytes), '\0')
      .replace(/(?<=\$schema=)[./]+/, '');
  const filesAfter = [...after].filter(([, text]) => !/^redirect: \S+\n$/.test(text));
  const filesBefore = [...before].filter(([, text]) => !/^redirect: \S+\n$/.test(text));
  const maskTexts = (files: typeof filesAfter) => files.map(([, text]) => maskPaths(text)).toSorted();
  expect(maskTexts(filesAfter)).toEqual(maskTexts(filesBefore));
  const isRedirect = (text = '') => text.startsWith('redirect: ');
  const countMentions = (files: ReadonlyMap<string, string>) =>
    [...files].reduce((sum, [path, text]) => {
      const isAddedRedirect = isRedirect(text) && !isRedirect(before.get(path));
      return isAddedRedirect ? sum : sum + text.split(newBytes).length - 1;
    }, 0);
  if (!needsQuoting(to) && !from.includes('#')) expect(countMentions(after)).toBe(mentionCount);
}
