import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { build } from '../../scripts/commands/build.ts';
import { loadBundle } from '../../scripts/build/bundle.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { getSiteTime } from '../../scripts/system/project.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { readTree } from '../support/read-tree.ts';
import { renderSite } from '../support/render-site.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { errorPageYaml, completePage, mergeSiteYaml } from '../support/small-site.ts';

const { pages, out, write } = createSiteOnDisk();
const setClock = (dateTime: string) => vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(dateTime) / 1000));
beforeEach(() => setClock('2026-11-30T12:00Z'));
afterEach(() => void vi.unstubAllEnvs());

const articleSettings = (day: string) => `kind: article\npublished: ${day}\nauthor: Jo Sample\n`;
const heroBlock = (heading: string) => `- { type: hero, heading: ${heading} }\n`;
const settings = mergeSiteYaml('zone: Europe/Berlin\nshare: site\n');
/** A site whose pages, links, lists and events change from day to day. */
const texts = {
  '_site.yaml': `${settings}announcement: { text: "Read [the news](/news/x).", until: 2026-12-07 }\n`,
  '404.yaml': errorPageYaml,
  'index.yaml': completePage(
    '- { type: hero, heading: Home page, lead: "Read [the news](/news/x) and [more](/stories/page/2)." }\n' +
      '- { type: alert, heading: The crane stands still, until: 2026-12-01 }\n',
  ),
  'latest.yaml': 'redirect: /news/x\n',
  'stories.yaml': completePage(`${heroBlock('All stories')}- { type: posts, from: /news, perPage: 1 }\n`),
  'coming.yaml': completePage(
    `${heroBlock('All coming')}- { type: posts, from: /talks, when: coming, empty: None planned. }\n`,
  ),
  'news/x.yaml': completePage(
    `${articleSettings('2026-11-01')}publish: 2026-12-01\nexpire: 2026-12-06 12:00\n${heroBlock('The news')}`,
  ),
  'news/y.yaml': completePage(`${articleSettings('2026-11-01')}${heroBlock('Old news')}`),
  'talks/a.yaml': completePage(
    `${heroBlock('A talk')}- { type: event, when: { begins: 2026-12-05 18:30 }, where: { text: The pier } }\n`,
  ),
};

test('each build contains what is published at the time of the build', async () => {
  for (const [path, text] of Object.entries(texts)) write(path, text);
  const { loader } = await loadBundle();
  const start = `<script>${loader('')}</script>`;
  for (const dateTime of [
    '2026-11-30T22:59Z',
    '2026-11-30T23:00Z',
    '2026-12-05T23:00Z',
    '2026-12-06T11:00Z',
    '2026-12-08T12:00Z',
    '2026-11-30T22:59Z',
  ]) {
    setClock(dateTime);
    await buildSite({ pages, out });
    const { files } = await renderSite(texts, { at: dateTime, start });
    const isText = (path: string) => /\.(?:html|xml|txt|md|json|conf|webmanifest)$|^_/.test(path);
    expect([...readTree(out).keys()].filter(isText), dateTime).toEqual([...files.keys()].toSorted());
    for (const [path, text] of files)
      // Compare only the start of `licenses.txt`, because a build appends the licences of the bundled packages.
      expect(
        readFileSync(join(out, path), 'utf8').slice(0, path === 'licenses.txt' ? text.length : undefined),
        `${dateTime} ${path}`,
      ).toBe(text);
  }
});

test('build and validate print the time of the next scheduled change', async () => {
  for (const [path, text] of Object.entries(texts)) write(path, text);
  const buildResult = await runCommand(build, ['--pages', pages, '--out', out]);
  const checked = await runCommand(validate, ['--pages', pages]);
  const report = await runCommand(validate, ['--pages', pages, '--format', 'json']);
  const nextChange = 'Next change: 2026-12-01 00:00 Europe/Berlin, /news/x is published.';
  expect(buildResult.out.split('\n')[1]).toBe(nextChange);
  expect(checked.out).toContain(nextChange);
  expect(JSON.parse(report.out)).toMatchObject({ nextChange: nextChange });
  for (const path of ['index', 'coming']) write(`${path}.yaml`, completePage(heroBlock(`Only ${path}`)));
  write('_site.yaml', settings);
  write('news/x.yaml', completePage(heroBlock('The news')));
  expect((await runCommand(build, ['--pages', pages, '--out', out])).out).not.toContain('Next change');
  expect((await runCommand(validate, ['--pages', pages])).out).not.toContain('Next change');
});

test('dev shows scheduled pages with a notice, follows the clock and serves feeds', async () => {
  write('_site.yaml', settings);
  write(
    'index.yaml',
    completePage('- { type: hero, heading: Home, actions: [{ label: To the news, to: /news/x }] }\n'),
  );
  write(
    'news/x.yaml',
    completePage(`${articleSettings('2026-12-01')}publish: 2026-12-01\n${heroBlock('The news')}`),
  );
  write('news/y.yaml', completePage(`${articleSettings('2026-11-01')}${heroBlock('Old news')}`));
  write('about.yaml', completePage(`${heroBlock('About')}- { type: posts, from: /news }\n`));
  setClock('2026-11-30T22:59:59Z');
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+(?=\/)/);
  const read = async (path: string) => (await fetch(address + path)).text();
  expect(await read('/news/x')).toContain('Visitors see this page from 2026-12-01 00:00 Europe/Berlin.');
  expect(await read('/')).toContain('To the news');
  expect(await read('/')).not.toContain('Visitors see this page');
  for (const feed of ['/feed.xml', '/about/feed.xml']) {
    expect(await read(feed)).toContain('<title>Old news</title>');
    expect(await read(feed)).not.toContain('The news');
  }
  expect((await fetch(`${address}/news/feed.xml`)).status).toBe(404);
  setClock('2026-11-30T23:00Z');
  await expect.poll(() => read('/news/x')).not.toContain('Visitors see this page from');
  expect(await read('/feed.xml')).toContain('<title>The news</title>');
  write('about.yaml', completePage(`status: draft\n${heroBlock('About')}`));
  await expect.poll(() => read('/about')).toContain('Visitors cannot open this page.');
  await server.stop();
});

test('the current time is SOURCE_DATE_EPOCH if it is set, and the system clock otherwise', () => {
  const before = Date.now();
  expect(getSiteTime({}).getTime()).toBeGreaterThanOrEqual(before);
  expect(getSiteTime({ SOURCE_DATE_EPOCH: '' }).getTime()).toBeGreaterThanOrEqual(before);
  expect(getSiteTime({ SOURCE_DATE_EPOCH: '1791547200' })).toEqual(new Date('2026-10-09T12:00Z'));
});
