import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { routeOf } from '../../schema/base/routes.ts';
import { move } from '../../scripts/commands/move.ts';
import { loadSite } from '../../scripts/site/load-site.ts';
import { readTree } from './read-tree.ts';
import { runCommand } from './run-command.ts';
import { temporaryFolder } from './site-on-disk.ts';

/** A page, file, folder or block that can be moved: its path, and a new path by number. */
interface Candidate {
  from: string;
  to(number: number): string;
}

/** A copy of a site in which pages and files are moved, and moved back. */
export interface MovingSite {
  candidates: readonly Candidate[];
  /** Moves a candidate, checks the site, moves it back, and checks that the site is unchanged. */
  moveAndBack(candidate: Candidate, number: number): Promise<void>;
}

const oddNames = ['a b', 'a (b)', 'Über', "it's", 'a, b', 'a&amp;b', 'a)b'];

/** Copies a site to a folder, by default a temporary one. */
export function movingSite(pagesFolder: string, folder = temporaryFolder()): MovingSite {
  cpSync(pagesFolder, join(folder, 'pages'), { recursive: true });
  cpSync(join(dirname(pagesFolder), 'public'), join(folder, 'public'), { recursive: true });
  const pages = join(folder, 'pages');
  const restore = () => cpSync(pagesFolder, pages, { recursive: true });
  const filesNow = () =>
    new Map(
      [...readTree(folder)]
        .filter(([path, text]) => !/^\.|\/_values/.test(path) && text !== '(folder)')
        .map(([path, text]) => [path, path === 'pages/_site.yaml' ? withoutLeft(text) : text] as const),
    );
  const before = filesNow();
  const hasLeft = () => left.test(readFileSync(join(pages, '_site.yaml'), 'utf8'));
  const faults = faultsOf(pages);
  return {
    candidates: candidatesIn(before),
    async moveAndBack({ from, to: newAddress }, number) {
      const to = newAddress(number);
      const run = (...args: string[]) => runCommand(move, [...args, '--pages', pages]);
      const there = await run(from, to);
      expect(there, there.err).toMatchObject({ code: 0, out: '' });
      expect(faultsOf(pages), `${from} ${to}`).toEqual(faults);
      const after = filesNow();
      expectOnlyMentions(before, after, from, to, Number(/Changed (\d+)/.exec(there.err)?.[1]));
      const back = await run(to, from);
      expect(back, back.err).toMatchObject({ code: 0, out: '' });
      expect(faultsOf(pages)).toEqual(faults);
      for (const [path, text] of filesNow())
        if (!before.has(path)) {
          expect(text, path).toMatch(/^redirect: \S+\n$/);
          expect(redirectsAt(text, before), path).toBe(true);
          rmSync(join(folder, path));
        }
      if (isOdd(to) || hasLeft()) restore();
      expect(filesNow()).toEqual(before);
    },
  };
}

/** The redirects of feeds and generated pages that moves append to `_site.yaml`, if it had none before. */
const left = /^redirects:\n(?: {2}- \{ from: \S+, to: \S+ \}\n)+$/m;
const withoutLeft = (text: string) => text.replace(left, '');

/** Returns the rules and messages of all diagnostics. Their positions may change. */
function faultsOf(pages: string): string[] {
  const site = loadSite(pages);
  const { diagnostics } = site.read();
  // Save the cache, so that unchanged files are not parsed again.
  site.save();
  return diagnostics.map(({ rule, message }) => `${rule} ${message}`).toSorted();
}

/** Returns whether YAML or Markdown need quotes or brackets around a path. Moving back does not remove them. */
const isOdd = (address: string) => /[^\w/#.-]/.test(address);

/** Returns whether a redirect leads to a file of the site. */
const redirectsAt = (text: string, files: ReadonlyMap<string, string>) =>
  [...files.keys()].some(
    (file) => file.startsWith('pages/') && routeOf(file.slice(6)) === text.slice(10, -1),
  );

function candidatesIn(files: ReadonlyMap<string, string>): Candidate[] {
  const routes = [...files].flatMap(([path, text]) =>
    /^pages\/(?!_|index\.yaml|404\.yaml)/.test(path) && !/^redirect:/m.test(text)
      ? [routeOf(path.slice(6))]
      : [],
  );
  const publicFiles = [...files.keys()].flatMap((path) =>
    /^public\/.+\//.test(path) ? [path.slice(6)] : [],
  );
  const folders = new Set(publicFiles.map((path) => dirname(path)));
  const ids = [...files].flatMap(([path, text]) =>
    path.startsWith('pages/') && !path.includes('/_')
      ? [...text.matchAll(/^ {2}(?:- | {2})id: ([a-z][a-z0-9-]*)\r?$/gm)].map(([, id]) => ({
          route: routeOf(path.slice(6)),
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

/** Expects that only mentions of the path changed, as many as the command has counted. */
function expectOnlyMentions(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  from: string,
  to: string,
  mentions: number,
): void {
  const bytes = (address: string) => Buffer.from(address).toString('latin1');
  const [old, now] = [from, to].map((address) => bytes(address.slice(address.indexOf('#') + 1))) as [
    string,
    string,
  ];
  // YAML and Markdown need quotes or brackets around odd names, and escape some of their characters.
  const unmarked = (text: string) => (isOdd(to) ? text.replaceAll(/["'<>]|amp;/g, '') : text);
  const masked = (text: string) =>
    unmarked(text)
      .replaceAll(unmarked(now), '\0')
      .replaceAll(unmarked(old), '\0')
      .replace(/(?<=\$schema=)[./]+/, '');
  const all = [...after].filter(([, text]) => !/^redirect: \S+\n$/.test(text));
  const rest = [...before].filter(([, text]) => !/^redirect: \S+\n$/.test(text));
  const texts = (files: typeof all) => files.map(([, text]) => masked(text)).toSorted();
  expect(texts(all)).toEqual(texts(rest));
  const isRedirect = (text = '') => text.startsWith('redirect: ');
  const count = (files: ReadonlyMap<string, string>) =>
    [...files].reduce((sum, [path, text]) => {
      const isLeft = isRedirect(text) && !isRedirect(before.get(path));
      return isLeft ? sum : sum + text.split(now).length - 1;
    }, 0);
  if (!isOdd(to) && !from.includes('#')) expect(count(after)).toBe(mentions);
}
