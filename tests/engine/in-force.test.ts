import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { now } from '../../scripts/system/project.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { errorPageYaml, pageYaml, siteYaml } from '../support/small-site.ts';

let folder: string;
const epoch = process.env['SOURCE_DATE_EPOCH'];
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pagewright-'))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  if (epoch === undefined) delete process.env['SOURCE_DATE_EPOCH'];
  else process.env['SOURCE_DATE_EPOCH'] = epoch;
});

/** Builds, at a moment, a site in New York with an alert and an announcement until the 9th of October. */
async function builtOn(moment: string): Promise<Record<'home' | 'data' | 'other', string>> {
  const pages = join(folder, 'pages');
  mkdirSync(pages, { recursive: true });
  const announcement = 'announcement: { label: News, text: The pier is open., until: 2026-10-09 }\n';
  const alert = '  - { type: alert, heading: The crane stands still, until: 2026-10-09 }\n';
  const other = pageYaml('  - { type: hero, heading: Other }\n').replace('Test page', 'Other page');
  writeFileSync(join(pages, '_site.yaml'), `${siteYaml}zone: America/New_York\n${announcement}`);
  writeFileSync(
    join(pages, 'index.yaml'),
    pageYaml(`  - { type: hero, heading: Home, actions: [{ label: Other, to: /other }] }\n${alert}`),
  );
  writeFileSync(join(pages, '404.yaml'), errorPageYaml);
  writeFileSync(join(pages, 'other.yaml'), other.replaceAll('Test page', 'Other page'));
  process.env['SOURCE_DATE_EPOCH'] = String(Date.parse(`${moment}Z`) / 1000);
  const out = join(folder, 'dist');
  const { diagnostics } = await buildSite(pages, out);
  const isOver = !readFileSync(join(out, 'other/index.html'), 'utf8').includes('The pier is open.');
  expect(diagnostics.map(({ rule }) => rule)).toEqual(isOver ? ['past-day', 'past-day'] : []);
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  return { home: read('index.html'), data: read('page.json'), other: read('other/index.html') };
}

test('alert and announcement are shown until their last day has ended in the zone of the site', async () => {
  const last = await builtOn('2026-10-10T03:30');
  expect(last.home).toContain('The crane stands still');
  expect(last.data).toContain('The crane stands still');
  expect(last.other).toContain('The pier is open.');
  const after = await builtOn('2026-10-10T04:00');
  expect(after.home + after.data + after.other).not.toMatch(/The crane stands still|The pier is open/);
  expect(await builtOn('2026-10-10T03:30')).toEqual(last);
});

test('the time is that of the clock, or SOURCE_DATE_EPOCH', () => {
  const before = Date.now();
  expect(now({}).getTime()).toBeGreaterThanOrEqual(before);
  expect(now({ SOURCE_DATE_EPOCH: '' }).getTime()).toBeGreaterThanOrEqual(before);
  expect(now({ SOURCE_DATE_EPOCH: '1791547200' })).toEqual(new Date('2026-10-09T12:00Z'));
});
