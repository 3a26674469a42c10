import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { now } from '../../scripts/system/project.ts';
import { buildDay } from '../../scripts/view/visibility.ts';
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

/** Builds, as of a day, a site with an alert and an announcement until the 9th of October. */
async function builtOn(day: string, settings = ''): Promise<Record<'home' | 'data' | 'other', string>> {
  const pages = join(folder, 'pages');
  mkdirSync(pages, { recursive: true });
  const announcement = 'announcement: { label: News, text: The pier is open., until: 2026-10-09 }\n';
  const alert = '  - { type: alert, heading: The crane stands still, until: 2026-10-09 }\n';
  const other = pageYaml('  - { type: hero, heading: Other }\n').replace('Test page', 'Other page');
  writeFileSync(join(pages, '_site.yaml'), siteYaml + settings + announcement);
  writeFileSync(
    join(pages, 'index.yaml'),
    pageYaml(`  - { type: hero, heading: Home, actions: [{ label: Other, to: /other }] }\n${alert}`),
  );
  writeFileSync(join(pages, '404.yaml'), errorPageYaml);
  writeFileSync(join(pages, 'other.yaml'), other.replaceAll('Test page', 'Other page'));
  process.env['SOURCE_DATE_EPOCH'] = String(Date.parse(`${day.length > 10 ? day : `${day}T12:00`}Z`) / 1000);
  const out = join(folder, 'dist');
  const { diagnostics } = await buildSite(pages, out);
  const isOver = !readFileSync(join(out, 'other/index.html'), 'utf8').includes('The pier is open.');
  expect(diagnostics.map(({ rule }) => rule)).toEqual(isOver ? ['past-day', 'past-day'] : []);
  const read = (file: string) => readFileSync(join(out, file), 'utf8');
  return { home: read('index.html'), data: read('page.json'), other: read('other/index.html') };
}

test('alert and announcement are shown on their last day, and a warm build after it leaves them out', async () => {
  const before = await builtOn('2026-10-09');
  expect(before.home).toContain('The crane stands still');
  expect(before.data).toContain('The crane stands still');
  expect(before.other).toContain('The pier is open.');
  const after = await builtOn('2026-10-10');
  expect(after.home).not.toContain('The crane stands still');
  expect(after.data).not.toContain('The crane stands still');
  expect(after.home + after.other).not.toContain('The pier is open.');
  expect(await builtOn('2026-10-09')).toEqual(before);
});

test('the moment is that of the clock, or of SOURCE_DATE_EPOCH', () => {
  const before = Date.now();
  expect(now({}).getTime()).toBeGreaterThanOrEqual(before);
  expect(now({ SOURCE_DATE_EPOCH: '' }).getTime()).toBeGreaterThanOrEqual(before);
  expect(now({ SOURCE_DATE_EPOCH: '1791547200' })).toEqual(new Date('2026-10-09T12:00Z'));
});

test.each([
  ['2026-10-09T22:30Z', undefined, '2026-10-09'],
  ['2026-10-09T22:30Z', 'Europe/Berlin', '2026-10-10'],
  ['2026-12-09T22:30Z', 'Europe/Berlin', '2026-12-09'],
  ['2026-10-09T03:30Z', 'America/New_York', '2026-10-08'],
])('%s is in the zone %s on the day %s', (instant, zone, day) => {
  expect(buildDay({ zone }, new Date(instant))).toBe(day);
});

test('an announcement is shown until its day has ended where the site is', async () => {
  const last = await builtOn('2026-10-09T23:30', 'zone: America/New_York\n');
  expect(last.other).toContain('The pier is open.');
  expect((await builtOn('2026-10-10T03:30', 'zone: America/New_York\n')).other).toContain(
    'The pier is open.',
  );
  expect((await builtOn('2026-10-10T04:00', 'zone: America/New_York\n')).home).not.toContain('The ');
});
