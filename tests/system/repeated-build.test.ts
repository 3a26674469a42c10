import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { BuildOptions } from '../../scripts/build/run-build.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { getWorkFolder } from '../../scripts/build/output-folder.ts';
import { fixtureFolder, fixturePages, languageSites } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const scratch = createSuiteFolder();
const [pages, out] = [join(scratch, 'pages'), join(scratch, 'dist')];
const setDay = (day: string) =>
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(`${day}T12:00:00Z`) / 1000));

/** Builds again. Returns the routes of rendered pages, and whether the output folder was replaced. */
async function rebuild(options: BuildOptions = {}): Promise<{ rendered: string[]; isReplaced: boolean }> {
  const rendered: string[] = [];
  const before = statSync(out, { throwIfNoEntry: false })?.ino;
  await buildSite({
    pages,
    out,
    env: {},
    ...options,
    watch: {
      begin: () => undefined,
      rendered: (batch) => void rendered.push(...batch.map(({ path }) => path)),
    },
  });
  return { rendered, isReplaced: statSync(out).ino !== before };
}
const unchangedResult = { rendered: [], isReplaced: false };

beforeAll(async () => {
  setDay('2026-03-01');
  cpSync(fixtureFolder, scratch, { recursive: true, filter: (from) => from !== fixturePages });
  cpSync(join(fixtureFolder, '..', languageSites.de), scratch, { recursive: true });
  await rebuild();
});
afterAll(() => void vi.unstubAllEnvs());

test('a second build of the same files renders and replaces nothing', async () => {
  expect(await rebuild()).toEqual(unchangedResult);
});

test.each<[string, () => void, string[]]>([
  ['a changed page', () => writeFileSync(join(out, 'index.html'), 'Overwritten'), ['/']],
  ['a missing sitemap', () => rmSync(join(out, 'sitemap.xml')), []],
  ['a foreign file', () => writeFileSync(join(out, 'berichte/mine.html'), 'Foreign'), []],
])('a build restores an output with %s', async (_what, change, expected) => {
  const before = readTree(out);
  change();
  expect(await rebuild()).toEqual({ rendered: expected, isReplaced: true });
  expect(readTree(out)).toEqual(before);
  expect(await rebuild()).toEqual(unchangedResult);
});

test('a new file in public/ appears in the output, and a deleted file disappears', async () => {
  mkdirSync(join(scratch, 'public/more'), { recursive: true });
  writeFileSync(join(scratch, 'public/more/words.txt'), 'Some words.');
  expect(await rebuild()).toEqual({ rendered: [], isReplaced: true });
  expect(readFileSync(join(out, 'more/words.txt'), 'utf8')).toBe('Some words.');
  rmSync(join(scratch, 'public/more'), { recursive: true });
  await rebuild();
  expect(existsSync(join(out, 'more'))).toBe(false);
});

test('on a new day, only pages that depend on the date are rendered again', async () => {
  const page = join(pages, 'besuch.yaml');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace('expire: never', 'expire: 2026-03-05'));
  await rebuild();
  setDay('2026-03-04');
  expect(await rebuild()).toEqual(unchangedResult);
  setDay('2026-03-05');
  await rebuild();
  expect(existsSync(join(out, 'besuch'))).toBe(false);
  setDay('2026-03-04');
  expect((await rebuild()).rendered).toContain('/besuch');
  writeFileSync(page, text);
  setDay('2026-03-01');
  await rebuild();
});

test('building with `--compress` replaces the output once, and leftovers of a killed build are deleted', async () => {
  expect((await rebuild({ compress: true })).isReplaced).toBe(true);
  expect(await rebuild({ compress: true })).toEqual(unchangedResult);
  const { folder } = getWorkFolder(out);
  mkdirSync(join(folder, 'staging'), { recursive: true });
  await rebuild({ compress: true });
  expect(existsSync(folder)).toBe(false);
});
