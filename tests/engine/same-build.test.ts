import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { workFolder } from '../../scripts/build/output-folder.ts';
import { buildSite, type WriteOptions } from '../../scripts/build/build-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pagewright-same-'));
const [pages, out] = [join(scratch, 'pages'), join(scratch, 'dist')];
const longAgo = new Date('2026-01-01');
const noon = (day: string) => String(Date.parse(`${day}T12:00:00Z`) / 1000);

/** Whether the site was looked at for a build, and not only what the file system says of its files. */
async function isReadFor(env = {}, options: WriteOptions = {}): Promise<boolean> {
  const { files } = await buildSite(pages, out, env, options);
  return files.length > 0;
}

function age(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(folder, name), longAgo, longAgo);
}

beforeAll(async () => {
  process.env['SOURCE_DATE_EPOCH'] = noon('2026-03-01');
  cpSync(fixtureFolder, scratch, { recursive: true });
  for (const name of ['pages', 'public']) age(join(scratch, name));
  await buildSite(pages, out, {});
});
afterEach(async () => {
  process.env['SOURCE_DATE_EPOCH'] = noon('2026-03-01');
  await buildSite(pages, out, {});
});
afterAll(() => {
  delete process.env['SOURCE_DATE_EPOCH'];
  rmSync(scratch, { recursive: true, force: true });
});

test('a build of the same files is not repeated', async () => {
  const before = readTree(out);
  const { pages: count } = await buildSite(pages, out, {});
  expect(count).toBeGreaterThan(20);
  expect(readTree(out)).toEqual(before);
});

test('what somebody has changed in an output is mended', async () => {
  const before = readTree(out);
  for (const change of [
    () => writeFileSync(join(out, 'index.html'), 'Somebody was here.'),
    () => rmSync(join(out, 'sitemap.xml')),
    () => writeFileSync(join(out, 'log/mine.html'), 'So was I.'),
    () => rmSync(join(out, 'log'), { recursive: true }),
  ]) {
    change();
    expect(await isReadFor()).toBe(true);
    expect(readTree(out)).toEqual(before);
    expect(await isReadFor()).toBe(false);
  }
});

test('a changed page, a changed file in public and a new folder are seen', async () => {
  const page = join(pages, 'visit/pilot.yaml');
  utimesSync(page, longAgo, new Date('2026-01-02'));
  expect(await isReadFor()).toBe(true);
  expect(await isReadFor()).toBe(false);
  mkdirSync(join(scratch, 'public/more'), { recursive: true });
  writeFileSync(join(scratch, 'public/more/words.txt'), 'Some words.');
  expect(await isReadFor()).toBe(true);
  expect(statSync(join(out, 'more/words.txt')).size).toBe(11);
  // Within a step of the clock it might change again unseen.
  expect(await isReadFor()).toBe(true);
  rmSync(join(scratch, 'public/more'), { recursive: true });
});

test('what the day changes is a reason to build, and no other day is', async () => {
  const page = join(pages, 'visit/pilot.yaml');
  writeFileSync(page, `expire: 2026-03-05\n${readFileSync(page, 'utf8')}`);
  utimesSync(page, longAgo, longAgo);
  const at = async (day: string) => {
    process.env['SOURCE_DATE_EPOCH'] = noon(day);
    return isReadFor();
  };
  expect(await at('2026-03-02')).toBe(true);
  expect(await at('2026-03-04')).toBe(false);
  expect(existsSync(join(out, 'visit/pilot'))).toBe(true);
  expect(await at('2026-03-05')).toBe(true);
  expect(existsSync(join(out, 'visit/pilot'))).toBe(false);
  expect(await at('2026-03-04')).toBe(true);
  expect(existsSync(join(out, 'visit/pilot'))).toBe(true);
  writeFileSync(page, readFileSync(page, 'utf8').replace(/^.*\n/, ''));
  utimesSync(page, longAgo, longAgo);
});

test('other settings and what a broken build has left are reasons to build', async () => {
  expect(await isReadFor({}, { compress: true })).toBe(true);
  expect(await isReadFor({}, { compress: true })).toBe(false);
  const { folder } = workFolder(out);
  mkdirSync(join(folder, 'staging'), { recursive: true });
  await isReadFor({}, { compress: true });
  expect(readdirSync(scratch)).not.toContain(folder.split('/').at(-1));
});
