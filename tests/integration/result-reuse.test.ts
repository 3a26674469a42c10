import { globSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runBuild } from '../../scripts/build/run-build.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { runCheck } from '../../scripts/site/run-check.ts';
import { checkPages } from '../../scripts/site/check-pages.ts';
import { readTree } from '../support/read-tree.ts';
import { toPageYaml } from '../support/small-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

// A command reuses the last result if nothing has changed. Each change below must be detected.

vi.mock('../../scripts/build/run-build.ts', { spy: true });
vi.mock('../../scripts/site/run-check.ts', { spy: true });

const { folder, pages, out, write } = createSiteOnDisk();
const site = join(folder, 'site');

function setClock(dateTime: string): void {
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(dateTime) / 1000));
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Backdates all files, so that the next change to a file gives it a different timestamp. */
function backdateFiles(): void {
  for (const path of ['', ...globSync('**', { cwd: site })])
    utimesSync(join(site, path), 1_900_000.5, 1_900_000.5);
}

type Options = Parameters<typeof buildSite>[0];

/** Builds the site and returns whether the last result was reused. */
async function isBuildReused(options: Options = {}): Promise<boolean> {
  vi.mocked(runBuild).mockClear();
  await buildSite({ pages, out, env: {}, threads: 0, ...options });
  return vi.mocked(runBuild).mock.calls.length === 0;
}

/** Checks the site and returns whether the last result was reused. */
async function isCheckReused(): Promise<boolean> {
  vi.mocked(runCheck).mockClear();
  await checkPages({ pages });
  return vi.mocked(runCheck).mock.calls.length === 0;
}

beforeEach(async () => {
  writeFileSync(join(site, 'public/notes.txt'), 'Notes');
  write(
    'later.yaml',
    toPageYaml('  - type: hero\n    heading: Later page\n').replace(
      '\n',
      '\npublish: 2030-05-01 10:10\nindex: false\n',
    ),
  );
  backdateFiles();
  setClock('2030-05-01T10:05:00Z');
  await isBuildReused();
  await isCheckReused();
});

test('an unchanged site is not checked or built again', async () => {
  const before = readTree(out);
  expect(await isBuildReused()).toBe(true);
  expect(await isCheckReused()).toBe(true);
  setClock('2030-05-01T10:09:59Z');
  expect(await isBuildReused()).toBe(true);
  expect(readTree(out)).toEqual(before);
  const { pages: count, next } = await buildSite({ pages, out, env: {} });
  expect(count).toBe(2);
  expect(next).toContain('/later is published');
});

const changes: Record<string, () => void> = {
  'a changed text of the same length': () => {
    const text = readFileSync(join(pages, 'index.yaml'), 'utf8').replace('Home page', 'Home port');
    writeFileSync(join(pages, 'index.yaml'), text);
    utimesSync(join(pages, 'index.yaml'), 1_900_000.5, 1_900_000.5);
  },
  'a new page': () => void write('new.yaml', toPageYaml('  - type: hero\n    heading: New page\n')),
  'a deleted page': () => rmSync(join(pages, 'later.yaml')),
  'a changed public file': () => writeFileSync(join(site, 'public/notes.txt'), 'Other'),
  'a new folder for own blocks': () => mkdirSync(join(site, 'blocks')),
  'the time of a publication': () => setClock('2030-05-01T10:10:00Z'),
  'a new day in some time zone': () => setClock('2030-05-01T10:15:00Z'),
  'an earlier time': () => setClock('2030-05-01T10:04:59Z'),
};

test.each(Object.entries(changes))('%s causes a new check and a new build', async (_name, change) => {
  change();
  expect(await isCheckReused()).toBe(false);
  expect(await isBuildReused()).toBe(false);
});

const outputChanges: Record<string, () => void> = {
  'a changed output file': () => writeFileSync(join(out, 'index.html'), 'Changed'),
  'a deleted output file': () => rmSync(join(out, 'notes.txt')),
  'an extra output file': () => writeFileSync(join(out, 'assets/more.js'), ''),
  'a deleted output folder': () => rmSync(out, { recursive: true }),
};

test.each(Object.entries(outputChanges))('the site is built again after %s', async (_name, change) => {
  const before = readTree(out);
  change();
  expect(await isBuildReused()).toBe(false);
  expect(readTree(out)).toEqual(before);
});

test.each<[string, Options]>([
  ['another output folder', { out: join(folder, 'other') }],
  ['compressed copies', { compress: true }],
  ['a backend', { env: { SUPABASE_URL: 'https://a.example', SUPABASE_ANON_KEY: 'key' } }],
])('the site is built again with %s', async (_name, options) => {
  expect(await isBuildReused(options)).toBe(false);
});

test('a result is not reused if it has a warning or if the files have just changed', async () => {
  write('index.yaml', toPageYaml('  - type: hero\n    heading: Home page\n    lead: Come , and see.\n'));
  expect(await isCheckReused()).toBe(false);
  expect(await isCheckReused()).toBe(false);
  backdateFiles();
  expect(await isCheckReused()).toBe(false);
  expect(await isCheckReused()).toBe(false);
  expect((await checkPages({ pages })).diagnostics).toHaveLength(1);
});
