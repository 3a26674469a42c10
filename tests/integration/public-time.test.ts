import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { build } from '../../scripts/build.ts';
import { dev } from '../../scripts/dev.ts';
import { now } from '../../scripts/system/project.ts';
import { validate } from '../../scripts/validate.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const home = `  - type: hero
    heading: Home page
    lead: Read [the news](/news/x) and [about us](/about).
    actions: [{ label: To the news, to: /news/x }, { label: About us, to: /about }]
  - { type: cta, heading: The news is out, actions: [{ label: Read it, to: /news/x }] }
  - type: card-grid
    items: [{ heading: The news, text: It is here., action: { label: Open it, to: /news/x } }]
`;
const { folder, pages, out, write } = siteOnDisk(home);
const moment = (when: string) => vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(when) / 1000));
beforeEach(() => {
  const menu = '{ label: News, items: [{ label: The news, to: /news/x }] }';
  write(
    '_site.yaml',
    `zone: Europe/Berlin\nshare: site\n${siteYaml.replace('{ label: Home, to: / }', `{ label: Home, to: / }, ${menu}`)}`,
  );
  write('about.yaml', page('About', ''));
  write('latest.yaml', 'redirect: /news/x\n');
  moment('2026-11-30T12:00Z');
});
afterEach(() => void vi.unstubAllEnvs());

const page = (title: string, settings: string) =>
  `title: ${title}\ndescription: What visitors find on the page ${title}, and why they came.\n${settings}` +
  `blocks:\n  - { type: hero, heading: ${title} }\n`;
const text = (file: string) => readFileSync(join(out, file), 'utf8');
const warned = async () =>
  (await buildSite(pages, out)).diagnostics
    .map(formatDiagnostic)
    .map((line) => line.replace(/^.*?pages\//, ''));

/** The output of a cold build. */
async function cold(): Promise<ReturnType<typeof readTree>> {
  const copy = join(folder, 'cold');
  rmSync(copy, { recursive: true, force: true });
  cpSync(pages, join(copy, 'pages'), { recursive: true });
  cpSync(join(pages, '../public'), join(copy, 'public'), { recursive: true });
  await buildSite(join(copy, 'pages'), join(copy, 'dist'));
  return readTree(join(copy, 'dist'));
}

test('a page is public from its start to its end, to the minute, in the zone of the site', async () => {
  write('news/x.yaml', page('The news', 'publish: 2026-12-01\nexpire: 2027-06-01 12:00\n'));
  for (const [when, isPublic] of [
    ['2026-11-30T22:59Z', false],
    ['2026-11-30T23:00Z', true],
    ['2027-06-01T09:59Z', true],
    ['2027-06-01T10:00Z', false],
  ] as const) {
    moment(when);
    await buildSite(pages, out);
    expect(existsSync(join(out, 'news/x.html')), when).toBe(isPublic);
    for (const file of ['sitemap.xml', 'llms.txt', '_redirects', 'index.html', 'about.html'])
      expect(text(file).includes('/news/x'), `${when} ${file}`).toBe(isPublic);
    expect(readTree(out), when).toEqual(await cold());
  }
});

test('a link to a hidden page is removed, and its words stay', async () => {
  write('news/x.yaml', page('The news', 'publish: 2026-12-01\n'));
  await buildSite(pages, out);
  const before = text('index.html');
  expect(before).toContain('Read the news and <a');
  expect(before).toContain('About us');
  for (const words of ['To the news', 'The news is out', 'Open it', '>News<'])
    expect(before).not.toContain(words);
  expect(before).toContain('It is here.');
  moment('2026-12-02T12:00Z');
  await buildSite(pages, out);
  for (const words of ['To the news', 'The news is out', 'Open it', '>News<'])
    expect(text('index.html')).toContain(words);
});

test('each link to a hidden page is reported, with the time when it will be public', async () => {
  write('news/x.yaml', page('The news', 'publish: 2026-12-01 09:00+00:00\n'));
  const at = '`/news/x` is not public before 2026-12-01 10:00 Europe/Berlin [link-not-public]';
  const lines = await warned();
  expect(lines.filter((line) => line.endsWith(at))).toEqual(lines);
  expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
    '_site.yaml',
    ...Array<string>(4).fill('index.yaml'),
    'latest.yaml',
  ]);
  // The place of a link in a text is that of its address.
  expect(lines[1]).toMatch(/^index\.yaml:6:27: /);
  write('news/x.yaml', page('The news', 'expire: 2026-11-01\n'));
  expect(await warned()).toContain(
    'latest.yaml:1:11: warning: `/news/x` is public no longer, since 2026-11-01 00:00 Europe/Berlin [link-not-public]',
  );
});

test('pages that are published together may link to each other; expired pages are not checked', async () => {
  const linking = (title: string, settings: string, to: string) =>
    page(title, settings).replace('}\n', `, actions: [{ label: Read on, to: ${to} }] }\n`);
  write('index.yaml', page('Home', '').replace('}\n', ', actions: [{ label: Read on, to: /a }] }\n'));
  write('_site.yaml', siteYaml);
  write('latest.yaml', 'redirect: /about\n');
  write('a.yaml', page('Page a', ''));
  write('about.yaml', page('About', ''));
  write('one.yaml', linking('Page one', 'publish: 2026-12-05\n', '/two'));
  write('two.yaml', linking('Page two', 'publish: 2026-12-05\n', '/three'));
  write('three.yaml', linking('Page three', 'publish: 2026-12-06\n', '/one'));
  write('four.yaml', linking('Page four', 'expire: 2026-11-06\n', '/three'));
  const found = (await warned()).filter((line) => line.includes('link-not-public'));
  expect(found).toEqual([
    'two.yaml:5:71: warning: `/three` is not public before 2026-12-06 00:00 UTC [link-not-public]',
  ]);
});

test('build and validate print the next scheduled change', async () => {
  write('news/x.yaml', page('The news', 'publish: 2026-12-01\nexpire: 2027-06-01 12:00\n'));
  const next = async () => {
    const built = await runCommand(build, ['--pages', pages, '--out', out]);
    const checked = await runCommand(validate, ['--pages', pages]);
    const report = await runCommand(validate, ['--pages', pages, '--format', 'json']);
    const { nextChange } = JSON.parse(report.out) as { nextChange?: string };
    expect(built.out.split('\n')[1]).toBe(nextChange ?? '');
    expect(checked.out.includes('Next change')).toBe(nextChange !== undefined);
    return nextChange;
  };
  expect(await next()).toBe('Next change: 2026-12-01 00:00 Europe/Berlin, /news/x is published.');
  moment('2026-12-01T12:00Z');
  expect(await next()).toBe('Next change: 2027-06-01 12:00 Europe/Berlin, /news/x expires.');
  write(
    '_site.yaml',
    `${readFileSync(join(pages, '_site.yaml'), 'utf8')}announcement: { text: Hi, until: 2026-12-24 }\n`,
  );
  write(
    'about.yaml',
    page('About', '').replace('}\n', '}\n  - { type: alert, heading: Shut, until: 2026-12-24 }\n'),
  );
  expect(await next()).toBe(
    'Next change: 2026-12-25 00:00 Europe/Berlin, an alert on /about ends, and 1 more.',
  );
  moment('2027-12-01T12:00Z');
  expect(await next()).toBeUndefined();
});

test('the end of an event is a scheduled change if a list depends on it', async () => {
  const event = '  - { type: event, when: { begins: 2026-12-05 18:30 }, where: { text: The pier } }\n';
  write('news/x.yaml', page('The news', '') + event);
  const next = async () => (await buildSite(pages, out)).next;
  expect(await next()).toBeUndefined();
  write('about.yaml', `${page('About', '')}  - { type: posts, from: /news, when: coming }\n`);
  expect(await next()).toBe('Next change: 2026-12-06 00:00 Europe/Berlin, the event on /news/x is over.');
  const cards = () => text('about.html').slice(text('about.html').indexOf('<main'));
  expect(cards()).toContain('/news/x');
  moment('2026-12-05T23:00Z');
  expect(await next()).toBeUndefined();
  expect(cards()).not.toContain('/news/x');
  expect(readTree(out)).toEqual(await cold());
});

test('lists show a page from its start on', async () => {
  write(
    'news/x.yaml',
    page('The news', 'kind: article\npublished: 2026-12-01\nauthor: Jo Sample\npublish: 2026-12-01\n'),
  );
  write(
    'news/y.yaml',
    page('Old news', 'kind: article\npublished: 2026-11-01\nauthor: Jo Sample\n').replace(
      'heading: Old news',
      'heading: Old news, lead: "Wait for [what comes](/news/x)."',
    ),
  );
  write('about.yaml', `${page('About', '')}  - { type: posts, from: /news }\n`);
  for (const [when, isPublic] of [
    ['2026-11-30T22:59Z', false],
    ['2026-11-30T23:00Z', true],
  ] as const) {
    moment(when);
    await buildSite(pages, out);
    for (const file of ['about.html', 'feed.xml'])
      expect(text(file).includes('/news/x'), file).toBe(isPublic);
    expect(text('feed.xml')).toContain('/news/y');
    expect(readTree(out), when).toEqual(await cold());
  }
});

test('pages of a list, and links to them, depend on the posts that are public', async () => {
  const story = (name: string, settings = '') =>
    write(
      `news/${name}.yaml`,
      page(`Story ${name}`, `kind: article\npublished: 2026-11-01\nauthor: Jo Sample\n${settings}`),
    );
  const all = (path: string, list: string) =>
    write(`${path}.yaml`, `${page(`All ${path}`, '')}  - { type: posts, ${list}, perPage: 1 }\n`);
  story('x');
  story('y', 'publish: 2026-12-01\n');
  story('z', 'publish: 2026-12-01\nexpire: 2026-12-10\n');
  all('stories', 'from: /news');
  const dates = { a: '2026-12-04', b: '2026-12-05', c: '2026-12-08' };
  for (const [name, day] of Object.entries(dates))
    write(
      `talks/${name}.yaml`,
      `${page(`Talk ${name}`, '')}  - { type: event, when: { begins: ${day} 18:30 }, where: { text: The pier } }\n`,
    );
  all('coming', 'from: /talks, when: coming');
  all('past', 'from: /talks, when: past');
  const further = ['/stories/page/2', '/stories/page/3', '/coming/page/2', '/past/page/2'];
  const links = [...further, '/stories', '/coming', '/past'].map((to) => `[to ${to}](${to})`).join(', ');
  write('about.yaml', page('About', '').replace('heading: About', `heading: About, lead: "See ${links}."`));
  for (const [when, there] of [
    ['2026-11-30T12:00Z', ['/coming/page/2']],
    ['2026-12-01T12:00Z', ['/stories/page/2', '/stories/page/3', '/coming/page/2']],
    ['2026-12-05T12:00Z', ['/stories/page/2', '/stories/page/3', '/coming/page/2']],
    ['2026-12-08T12:00Z', ['/stories/page/2', '/stories/page/3', '/past/page/2']],
    ['2026-12-10T12:00Z', ['/stories/page/2', '/past/page/2']],
  ] as const) {
    moment(when);
    const found = (await warned()).filter((line) => line.includes(' is not there on this day'));
    const isThere = (path: string) => (there as readonly string[]).includes(path);
    for (const path of further) {
      expect(existsSync(join(out, `${path}.html`)), `${when} ${path}`).toBe(isThere(path));
      expect(text('about.html').includes(`href="${path}"`), `${when} to ${path}`).toBe(isThere(path));
      expect(
        found.some((line) => line.includes(path)),
        `${when} of ${path}`,
      ).toBe(!isThere(path));
    }
    expect(readTree(out), when).toEqual(await cold());
  }
});

test('dev shows hidden pages, with a note that follows the clock, and serves feeds', async () => {
  const article = (day: string) => `kind: article\npublished: ${day}\nauthor: Jo Sample\n`;
  write('news/x.yaml', page('The news', `${article('2026-12-01')}publish: 2026-12-01\n`));
  write('news/y.yaml', page('Old news', article('2026-11-01')));
  write('about.yaml', `${page('About', '')}  - { type: posts, from: /news }\n`);
  moment('2026-11-30T22:59:59Z');
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  const address = await server.says(/http:\/\/127\.0\.0\.1:\d+(?=\/)/);
  const read = async (path: string) => (await fetch(address + path)).text();
  expect(await read('/news/x')).toContain('Visitors see this page from 2026-12-01 00:00 Europe/Berlin on.');
  expect(await read('/')).toContain('To the news');
  expect(await read('/')).not.toContain('Visitors see this page');
  for (const feed of ['/feed.xml', '/about/feed.xml']) {
    expect(await read(feed)).toContain('<title>Old news</title>');
    expect(await read(feed)).not.toContain('The news');
  }
  expect((await fetch(`${address}/news/feed.xml`)).status).toBe(404);
  moment('2026-11-30T23:00Z');
  await expect.poll(() => read('/news/x'), { timeout: 20_000 }).not.toContain('Visitors see this page from');
  expect(await read('/feed.xml')).toContain('<title>The news</title>');
  write('about.yaml', page('About', 'status: draft\n'));
  await expect.poll(() => read('/about')).toContain('Visitors cannot open this page.');
  await server.stop();
});

test('an alert and an announcement are shown until their last day has ended in the zone of the site', async () => {
  const site = readFileSync(join(pages, '_site.yaml'), 'utf8');
  write('_site.yaml', `${site}announcement: { text: The pier is open., until: 2026-10-09 }\n`);
  write('news/x.yaml', page('The news', ''));
  const alert = '  - { type: alert, heading: The crane stands still, until: 2026-10-09 }\n';
  write('about.yaml', page('About', '') + alert);
  const builtAt = async (when: string) => {
    moment(when);
    const { diagnostics } = await buildSite(pages, out);
    const files = ['index.html', 'about.html', 'about/page.json'].map(text);
    return { files, warnings: diagnostics.map(({ rule }) => rule) };
  };
  const last = await builtAt('2026-10-09T21:59Z');
  expect(last.warnings).toEqual([]);
  expect(last.files[0]).toContain('The pier is open.');
  for (const file of last.files.slice(1)) expect(file).toContain('The crane stands still');
  const after = await builtAt('2026-10-09T22:00Z');
  expect(after.warnings).toEqual(['past-day', 'past-day']);
  expect(after.files.join('')).not.toMatch(/The crane stands still|The pier is open/);
  expect(await builtAt('2026-10-09T21:59Z')).toEqual(last);
});

test('`expire: never` keeps the page of an event that is over, and announces no change', async () => {
  const event = '  - { type: event, when: { begins: 2026-10-09 }, where: { text: The pier } }\n';
  write('news/x.yaml', page('The news', '') + event);
  const builtAt = async (when: string) => {
    moment(when);
    const { diagnostics } = await buildSite(pages, out);
    return { isThere: existsSync(join(out, 'news/x.html')), rules: diagnostics.map(({ rule }) => rule) };
  };
  expect(await builtAt('2026-10-09T12:00Z')).toEqual({ isThere: true, rules: [] });
  expect(await builtAt('2026-10-10T12:00Z')).toEqual({ isThere: true, rules: ['out-of-date'] });
  write('news/x.yaml', page('The news', 'expire: never\n') + event);
  expect(await builtAt('2036-10-10T12:00Z')).toEqual({ isThere: true, rules: [] });
  write('news/x.yaml', page('The news', 'publish: 2026-10-01\nexpire: never\n') + event);
  expect(await builtAt('2026-09-30T12:00Z')).toMatchObject({ isThere: false });
  expect(await builtAt('2026-10-10T12:00Z')).toEqual({ isThere: true, rules: [] });
  write('news/x.yaml', page('The news', 'expire: Never\n'));
  const [wrong] = readSite(pages).diagnostics;
  expect(wrong).toMatchObject({ rule: 'wrong-value', path: ['expire'] });
});

test('the time is that of the clock, or SOURCE_DATE_EPOCH', () => {
  const before = Date.now();
  expect(now({}).getTime()).toBeGreaterThanOrEqual(before);
  expect(now({ SOURCE_DATE_EPOCH: '' }).getTime()).toBeGreaterThanOrEqual(before);
  expect(now({ SOURCE_DATE_EPOCH: '1791547200' })).toEqual(new Date('2026-10-09T12:00Z'));
});
