import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { DevSite } from '../../scripts/site/dev-site.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { writeGeneratedSite } from '../support/generated-site.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';
import { createTestFolder, createWriter } from '../support/site-on-disk.ts';

let folder: string;
let pages: string;
let stop: AbortController;

beforeEach(() => {
  folder = createTestFolder();
  pages = join(folder, 'pages');
  stop = new AbortController();
  write('pages/_site.yaml', siteYaml);
  write('pages/index.yaml', page('Home'));
  write('pages/about/us.yaml', page('About us'));
  write('public/pictures/other.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>');
});
afterEach(() => stop.abort());

const page = (heading: string) => toPageYaml(`  - type: hero\n    heading: ${heading}\n`);

const write = (path: string, text: string) => createWriter(folder)(path, text);

/** Watches the site and records the reported changes. */
function watchSite() {
  const devSite = new DevSite(pages);
  const reports: boolean[] = [];
  devSite.watch((hasOthers) => reports.push(hasOthers), stop.signal);
  return { live: devSite, reports };
}

const collectTitles = ({ website }: ReturnType<DevSite['readCurrent']>) =>
  [...(website?.pages.values() ?? [])].map(({ title }) => title);

test('a saved change is reported, and can be read even before the report', async () => {
  const { live: devSite, reports } = watchSite();
  write('pages/index.yaml', page('First'));
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  expect(collectTitles(devSite.readCurrent())).toEqual(['About us', 'First']);
  write('pages/index.yaml', page('Second'));
  expect(collectTitles(devSite.readCurrent())).toEqual(['About us', 'Second']);
  expect(devSite.findFile('/about/us')?.path).toBe('about/us.yaml');
});

test('pages are added and removed, also in new folders', async () => {
  const { live: devSite, reports } = watchSite();
  write('pages/new/folder/page.yaml', page('New'));
  await expect.poll(() => collectTitles(devSite.readCurrent())).toContain('New');
  expect(devSite.findFile('/new/folder/page')?.path).toBe('new/folder/page.yaml');
  await expect.poll(() => reports).toContain(true);
  write('pages/new/folder/page.yaml', page('Newer'));
  await expect.poll(() => collectTitles(devSite.readCurrent())).toContain('Newer');
  renameSync(join(pages, 'new'), join(pages, 'moved'));
  await expect
    .poll(() => devSite.readCurrent() && devSite.findFile('/moved/folder/page')?.path)
    .toBeDefined();
  expect(devSite.findFile('/new/folder/page')).toBeUndefined();
  rmSync(join(pages, 'about'), { recursive: true });
  await expect.poll(() => collectTitles(devSite.readCurrent())).toEqual(['Home', 'Newer']);
});

test('an added page is reported even if it has already been read', async () => {
  const { live: devSite, reports } = watchSite();
  write('pages/new.yaml', page('New'));
  // Read the page before its change is reported, as an early request would.
  while (!collectTitles(devSite.readCurrent()).includes('New')) await setImmediate();
  await expect.poll(() => reports).toContain(true);
});

test('a change made just before watching starts is reported once watching has started', async () => {
  const devSite = new DevSite(pages);
  write('pages/index.yaml', page('Before watching'));
  expect(collectTitles(devSite.readCurrent())).toContain('Before watching');
  const reports: boolean[] = [];
  write('pages/index.yaml', page('Just before'));
  devSite.watch((hasOthers) => reports.push(hasOthers), stop.signal);
  await expect.poll(() => reports.length, { timeout: 5000 }).toBeGreaterThan(0);
  expect(collectTitles(devSite.readCurrent())).toContain('Just before');
});

test('after any change, the site equals a site read from scratch', async () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', '1790000000');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { live: devSite, reports } = watchSite();
  const changes = [
    () => write('pages/about/us.yaml', page('Home')),
    () =>
      write('pages/_shared/call.yaml', 'type: cta\nheading: Call\nactions: [{ label: Go, to: /about/us }]\n'),
    () => appendFileSync(join(pages, 'index.yaml'), '  - use: call\n'),
    () =>
      write('pages/_shared/call.yaml', 'type: cta\nheading: Call\nactions: [{ label: Go, to: /nowhere }]\n'),
    () => write('pages/nowhere.yaml', 'redirect: /about/us\n'),
    () => write('pages/about/us.yaml', `status: draft\n${page('About')}`),
    () => write('pages/_site.yaml', siteYaml.replace('Example', 'Sample')),
    () => write('public/pictures/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'),
    () => rmSync(join(pages, 'nowhere.yaml')),
    () => rmSync(join(pages, '_shared'), { recursive: true }),
  ];
  for (const [number, change] of changes.entries()) {
    const before = reports.length;
    change();
    await expect.poll(() => reports.length).toBeGreaterThan(before);
    const [now, rereadSite] = [devSite.readCurrent(), readSite(pages)];
    expect(now.diagnostics, `change ${number}`).toEqual(rereadSite.diagnostics);
    expect(now.website, `change ${number}`).toEqual(rereadSite.website);
  }
  expect(filterErrors(devSite.readCurrent().diagnostics).length).toBeGreaterThan(0);
});

test('each page of a large site is shown before all pages are read', async () => {
  writeGeneratedSite(pages, 450);
  const { live: devSite, reports } = watchSite();
  expect(devSite.isStarting).toBe(true);
  for (const route of ['/section-0/page-5', '/section-3/page-140'])
    expect(devSite.readCurrent(route).website?.pages.get(route)).toMatchObject({ path: route });
  expect(devSite.readCurrent('/section-0/page-5').website?.pages.size).toBeLessThan(10);
  expect(devSite.findFile('/section-0/page-5')?.path).toBe('section-0/page-5.yaml');
  write('pages/section-0/page-5.yaml', page('Saved meanwhile'));
  expect(collectTitles(devSite.readCurrent('/section-0/page-5'))).toContain('Saved meanwhile');
  const reading = devSite.readRest();
  rmSync(join(pages, 'section-0/page-6.yaml'));
  await reading;
  expect(devSite.isStarting).toBe(false);
  expect(reports).toContain(true);
  const rereadSite = readSite(pages);
  await expect.poll(() => collectTitles(devSite.readCurrent())).toEqual(collectTitles(rereadSite));
  expect(devSite.readCurrent().diagnostics).toEqual(rereadSite.diagnostics);
});
