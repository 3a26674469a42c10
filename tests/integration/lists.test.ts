import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { fixPages } from '../../scripts/source/fix-pages.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteFiles } from '../support/small-site.ts';

const site = siteOnDisk('  - { type: hero, heading: Home, actions: [{ label: The log, to: /log }] }\n');
afterEach(() => void vi.unstubAllEnvs());

const described = (title: string) =>
  `title: ${title}\ndescription: ${title}, which is a page that is there for a test and says so.\n`;

/** An article that came out on a day of May. */
function article(name: string, day: number, tags = 'Wind', author = 'Mara Fairlead', title = `On ${name}`) {
  site.write(
    `log/${name}.yaml`,
    `${described(title)}kind: article\npublished: 2026-05-${String(day).padStart(2, '0')}\n` +
      `author: ${author}\ntags: [${tags}]\nblocks:\n  - type: hero\n    heading: ${title}\n` +
      `    lead: What **${name}** are.\n    byline: { title: Forecaster, readTime: ${day} minutes }\n`,
  );
}

/** A page with a hero and a list. */
function list(path: string, title: string, settings: string, more = '') {
  site.write(
    `${path}.yaml`,
    `${described(title)}blocks:\n  - { type: hero, heading: ${title}, lead: Read on. }\n` +
      `  - { type: posts, ${settings} }\n${more}`,
  );
}

/** A home page that leads to others. */
function home(...links: readonly string[]) {
  const items = links.map((to) => `{ heading: More, action: { label: The page ${to}, to: ${to} } }`);
  site.write(
    'index.yaml',
    `${described('Home page')}blocks:\n  - { type: hero, heading: Home }\n` +
      `  - { type: card-grid, items: [${items.join(', ')}] }\n`,
  );
}

function writeLog() {
  ['gusts', 'fogs', 'tides', 'bells', 'ices'].forEach((name, at) => article(name, at + 1));
  article('herrings', 6, 'Łódź & Fish, Wind', 'Ole Bowline');
  article('eels', 7, 'Łódź & Fish', 'Ole Bowline');
  list(
    'log',
    'The log',
    'from: /log, kind: article, perPage: 3',
    '  - { type: stats, items: [{ value: 7, label: entries }] }\n',
  );
}

/** Builds the site. Returns the routes of the pages that were rendered. */
async function built(): Promise<string[]> {
  const rendered: string[] = [];
  const { diagnostics } = await buildSite(site.pages, site.out, process.env, {
    watch: {
      begin: () => undefined,
      rendered: (pages) => void rendered.push(...pages.map(({ path }) => path)),
    },
  });
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  return rendered.toSorted();
}

const at = (path: string) => documentAt(site.out, path);
const main = (path: string) => /<main.*<\/main>/s.exec(at(path))?.[0] ?? '';
const titlesOn = (path: string) =>
  [...main(path).matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/g)].map(([, title]) => title);
const linksOn = (path: string) => [...main(path).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to);

test('a list continues on three pages, each with its number, its neighbours and the cards of its posts', async () => {
  writeLog();
  await built();
  expect(titlesOn('/log')).toEqual(['On eels', 'On herrings', 'On ices']);
  expect(titlesOn('/log/page/2')).toEqual(['On bells', 'On tides', 'On fogs']);
  expect(titlesOn('/log/page/3')).toEqual(['On gusts']);
  expect(existsSync(join(site.out, 'log/page/4'))).toBe(false);
  const heads = ['/log', '/log/page/2', '/log/page/3'].map((path) => {
    const { title, link } = headOf(at(path));
    return [title, link('canonical'), link('prev'), link('next')];
  });
  const url = 'https://www.example.org/log';
  expect(heads).toEqual([
    ['The log | Example', url, undefined, `${url}/page/2`],
    ['The log – Page 2 | Example', `${url}/page/2`, url, `${url}/page/3`],
    ['The log – Page 3 | Example', `${url}/page/3`, `${url}/page/2`, undefined],
  ]);
  // Other blocks are only on the first page.
  expect([main('/log'), main('/log/page/2')].map((html) => html.includes('entries'))).toEqual([true, false]);
  expect(linksOn('/log/page/2').slice(-5)).toEqual([
    '/log',
    '/log',
    '/log/page/2',
    '/log/page/3',
    '/log/page/3',
  ]);
  expect(main('/log/page/2')).toMatch(
    /<nav aria-label="Pages">.*aria-label="Page 2" aria-current="page">2</s,
  );
  const sitemap = readFileSync(join(site.out, 'sitemap.xml'), 'utf8');
  expect([...sitemap.matchAll(/<loc>[^<]*(\/page\/\d)<\/loc>/g)].map(([, page]) => page)).toEqual([
    '/page/2',
    '/page/3',
  ]);
  const text = main('/log')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  expect(text).toContain('Łódź &amp; Fish Wind 6 minutes On herrings What herrings are. May 6, 2026');
});

test('a change renders the lists that show it, and no other page', async () => {
  writeLog();
  list('latest', 'The latest', 'from: /log, most: 2');
  home('/latest', '/log');
  const all = await built();
  expect(all).toHaveLength(13);
  expect(await built()).toEqual([]);
  article('tides', 3, 'Wind', 'Mara Fairlead', 'On spring tides');
  expect(await built()).toEqual(['/log/page/2', '/log/tides']);
  // A part that no card shows changes only the page.
  site.write(
    'log/fogs.yaml',
    `${readFileSync(join(site.pages, 'log/fogs.yaml'), 'utf8')}  - { type: text, body: More. }\n`,
  );
  expect(await built()).toEqual(['/log/fogs']);
  // The newest moves all others on.
  article('whales', 8);
  expect(await built()).toEqual(['/latest', '/log', '/log/page/2', '/log/page/3', '/log/whales']);
  article('seals', 9);
  expect(await built()).toEqual(['/latest', '/log', '/log/page/2', '/log/page/3', '/log/seals']);
  article('crabs', 10);
  expect(await built()).toContain('/log/page/4');
  expect(existsSync(join(site.out, 'log/page/4.html'))).toBe(true);
});

test('a page for each tag and each author, with links to it from cards and articles', async () => {
  writeLog();
  list('log/tags', 'Tags of the log', 'from: /log, by: tag, perPage: 4');
  list('log/authors', 'Who writes', 'from: /log, by: author');
  home('/log/tags', '/log/authors', '/log');
  await built();
  expect(linksOn('/log/tags')).toEqual(['/log/tags/lodz-fish', '/log/tags/wind']);
  expect(linksOn('/log/authors')).toEqual(['/log/authors/mara-fairlead', '/log/authors/ole-bowline']);
  expect(titlesOn('/log/tags/lodz-fish')).toEqual(['On eels', 'On herrings']);
  expect(titlesOn('/log/tags/wind')).toEqual(['On herrings', 'On ices', 'On bells', 'On tides']);
  expect(titlesOn('/log/tags/wind/page/2')).toEqual(['On fogs', 'On gusts']);
  expect(headOf(at('/log/tags/wind/page/2')).title).toBe('Wind – Tags of the log – Page 2 | Example');
  expect(main('/log/tags/lodz-fish')).toMatch(/<h1[^>]*>Łódź &amp; Fish<\/h1>/);
  expect(linksOn('/log')).toContain('/log/tags/lodz-fish');
  // Nothing leads to where the visitor is.
  expect(linksOn('/log/tags/wind').filter((to) => to === '/log/tags/wind')).toHaveLength(1);
  site.write(
    'log/eels.yaml',
    readFileSync(join(site.pages, 'log/eels.yaml'), 'utf8').replace('byline: {', 'eyebrow: E\n    byline: {'),
  );
  await built();
  expect(linksOn('/log/eels')).toContain('/log/authors/ole-bowline');
});

test('a list of related posts begins with most tags in common, without its own page', async () => {
  const related = (name: string) => {
    const text = readFileSync(join(site.pages, `log/${name}.yaml`), 'utf8');
    site.write(
      `log/${name}.yaml`,
      `${text}  - { type: posts, heading: More, from: /log, order: related, most: 3 }\n`,
    );
  };
  article('one', 1, 'Wind, Ice');
  article('two', 2, 'Ice');
  article('three', 3, 'Water');
  article('four', 4, 'Ice, Wind');
  article('five', 5, 'Wind');
  related('one');
  list('log', 'The log', 'from: /log, order: title');
  await built();
  expect(titlesOn('/log/one').slice(1)).toEqual(['On four', 'On five', 'On two']);
  expect(titlesOn('/log')).toEqual(['On five', 'On four', 'On one', 'On three', 'On two']);
});

test('posts that are named by hand come first, once', async () => {
  writeLog();
  list('log', 'The log', 'items: [{ to: /log/gusts }, { to: /log/ices }], from: /log');
  await built();
  expect(titlesOn('/log').slice(0, 4)).toEqual(['On gusts', 'On ices', 'On eels', 'On herrings']);
  expect(titlesOn('/log')).toHaveLength(7);
});

test('events are coming or past on the day of the build, which a warm build follows', async () => {
  const event = (name: string, begins: string, ends = '') =>
    site.write(
      `days/${name}.yaml`,
      `${described(`The ${name}`)}blocks:\n  - { type: hero, heading: The ${name} }\n  - type: event\n` +
        `    heading: When\n    when: { begins: ${begins}${ends} }\n    where: { text: Here }\n`,
    );
  event('supper', '2026-06-10 18:00');
  event('fair', '2026-06-20', ', ends: 2026-06-22');
  event('race', '2026-07-01');
  list(
    'log',
    'Days',
    'id: coming, heading: Coming, from: /days, when: coming, empty: None planned.',
    '  - { type: posts, heading: Past, from: /days, when: past }\n',
  );
  const on = async (day: string) => {
    vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse(`${day}T12:00Z`) / 1000));
    await built();
    return titlesOn('/log');
  };
  expect(await on('2026-06-01')).toEqual(['Coming', 'The supper', 'The fair', 'The race']);
  expect(await on('2026-06-22')).toEqual(['Coming', 'The fair', 'The race', 'Past', 'The supper']);
  expect(await on('2026-08-01')).toEqual(['Coming', 'Past', 'The race', 'The fair', 'The supper']);
  expect(main('/log')).toContain('None planned.');
  expect(await on('2026-06-01')).toEqual(['Coming', 'The supper', 'The fair', 'The race']);
});

test('each folder that is listed has a feed, and the site one of all', async () => {
  writeLog();
  article('../news/opening', 20);
  list('news', 'News', 'from: /news');
  home('/news', '/log');
  await built();
  const feed = (file: string) => readFileSync(join(site.out, file), 'utf8');
  const idsIn = (text: string) =>
    [...text.matchAll(/<entry>\s*<id>https:\/\/www.example.org(.*?)</g)].map(([, id]) => id);
  expect(idsIn(feed('news/feed.xml'))).toEqual(['/news/opening']);
  expect(idsIn(feed('log/feed.xml'))).toHaveLength(7);
  expect(idsIn(feed('feed.xml'))).toEqual(['/news/opening', ...idsIn(feed('log/feed.xml'))]);
  expect(feed('log/feed.xml')).toContain('<title>The log | Example</title>');
  expect(feed('log/feed.xml')).toContain('<category term="Łódź &amp; Fish"/>');
  const link = /<link rel="alternate"[^>]*title="([^"]*)" href="\/log\/feed.xml">/;
  expect(link.exec(at('/log'))?.[1]).toBe('The log | Example');
  expect(link.test(at('/log/page/2'))).toBe(true);
  expect(link.test(at('/news'))).toBe(false);
});

const outside = (title: string, day: number, more = '') =>
  `{ href: "https://paper.example/${title}", title: The ${title}, date: 2026-05-${String(day).padStart(2, '0')}${more} }`;

test('pages of other sites are sorted among those of a folder, over several pages and in no feed', async () => {
  writeLog();
  const items = [outside('flood', 4, ', source: The Paper, text: It *rose*.'), outside('calm', 30)];
  list('log', 'The log', `from: /log, perPage: 5, items: [{ to: /log/gusts }, ${items.join(', ')}]`);
  await built();
  expect(titlesOn('/log')).toEqual(['On gusts', 'The calm', 'On eels', 'On herrings', 'On ices']);
  expect(titlesOn('/log/page/2')).toEqual(['On bells', 'The flood', 'On tides', 'On fogs']);
  expect(linksOn('/log')).toContain('https://paper.example/calm');
  expect(main('/log')).toMatch(/May 30, 2026<\/time><span>paper\.example<\/span>/);
  expect(main('/log/page/2')).toMatch(/May 4, 2026<\/time><span>The Paper<\/span>/);
  expect(main('/log/page/2')).toContain('It <em>rose</em>.');
  expect(readFileSync(join(site.out, 'log/feed.xml'), 'utf8')).not.toContain('paper.example');
});

test.each([
  ['order: oldest', ['The flood', 'On tides', 'The calm']],
  ['order: title', ['On tides', 'The calm', 'The flood']],
  ['most: 2', ['The calm', 'On tides']],
  // What is named is listed, whatever chooses among the pages of the folder.
  ['tag: Wind', ['The calm', 'On tides', 'The flood']],
  ['author: Mara Fairlead', ['The calm', 'On tides', 'The flood']],
  ['tags: [{ tag: Flood }]', ['The calm', 'On tides', 'The flood']],
  ['kind: article', ['The calm', 'On tides', 'The flood']],
])('with %s, a list has these pages of its own and of other sites', async (setting, titles) => {
  article('tides', 10);
  const items = [outside('flood', 4, ', tags: [Wind, Flood]'), outside('calm', 30)];
  list('log', 'The log', `from: /log, items: [${items.join(', ')}], ${setting}`);
  await built();
  expect(titlesOn('/log')).toEqual(titles);
});

test('the page of a tag has the pages of other sites with this tag', async () => {
  article('tides', 10);
  const items = [outside('flood', 4, ', tags: [Wind, Flood]'), outside('calm', 30)];
  list('log', 'The log', `from: /log, by: tag, items: [${items.join(', ')}]`);
  await built();
  expect(titlesOn('/log/wind')).toEqual(['On tides', 'The flood']);
});

test('a list by hand has pages of other sites where they are written', async () => {
  article('tides', 10);
  list('log', 'The log', `items: [${outside('flood', 4)}, { to: /log/tides }, ${outside('calm', 30)}]`);
  await built();
  expect(titlesOn('/log')).toEqual(['The flood', 'On tides', 'The calm']);
});

test.each([
  ['{ title: A }', 'needs an `href`'],
  ['{ href: https://a.example }', 'needs a `title`'],
  ['{ href: https://a.example, title: A }', 'needs a `date`'],
  ['{ href: https://a.example, title: A, date: May }', '`date` must be a day like `2026-10-02`'],
  [
    '{ href: paper.example, title: A, date: 2026-05-01 }',
    '`href` must be an address that starts with `https://`',
  ],
  ['{ href: https://a.example, to: /log, title: A, date: 2026-05-01 }', 'cannot have both `href` and `to`'],
  ['{ to: /, title: A }', 'has no setting called `title`'],
  ['{ to: /, text: A }', 'has no setting called `text`'],
  ['{ to: /, image: A }', 'has no setting called `image`'],
])('the post %s is reported', (item, message) => {
  const { messages } = renderBlocks(`- type: posts\n  heading: Read\n  items: [${item}]`);
  expect(messages.join('\n')).toContain(message);
});

test.each([
  ['{ to: /log/gusts }, { to: "/log/gusts#wind" }', 'to'],
  [`${outside('flood', 4)}, { to: /log/gusts }, ${outside('flood', 30)}`, 'href'],
])('a post that is in a list twice is reported: %s', (items, setting) => {
  const { messages } = renderBlocks(`- type: posts\n  heading: Read\n  items: [${items}]`, {
    'log/gusts.yaml': pageYaml('  - { type: hero, id: wind, heading: Gusts }\n'),
  });
  expect(messages).toEqual([expect.stringContaining(`\`${setting}\` is in this list twice`)]);
});

test('an upgraded list of an earlier version shows what it said', () => {
  const said = ['Gusts', 'They come in threes.', 'March 3, 2026', 'Wind', '4 minutes'];
  const more = {
    'log/gusts.yaml':
      `${described('Gusts')}kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\ntags: [Wind]\nblocks:\n` +
      '  - type: hero\n    heading: Gusts at sea\n    lead: They come in **threes**.\n' +
      '    byline: { title: Forecaster, readTime: 4 minutes }\n',
  };
  const old =
    '  - type: posts\n    items:\n      - { heading: Gusts, text: They come in **threes**., date: "March 3, 2026", ' +
    'category: Wind, readTime: 4 minutes, to: /log/gusts }\n';
  const files = siteFiles(`  - { type: hero, heading: A page }\n${old}`, more);
  const assets = { icons: new Set<string>(), files: new Set(['/favicon.svg']) };
  const after = fixPages(files, assets, 'suggested', () => true).files.find(
    ({ path }) => path === 'index.yaml',
  );
  const [, list = ''] = after?.text.split(/(?=^ {2}- type: posts)/m) ?? [];
  expect(list).toContain('- { to: /log/gusts }');
  const { html } = renderBlocks(list.replaceAll(/^ {2}/gm, ''), more);
  const text = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '');
  for (const one of said) expect(text).toContain(one);
});
