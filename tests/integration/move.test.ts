import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { move } from '../../scripts/move.ts';
import { UndoableChanges } from '../../scripts/system/undoable.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';
import { siteOnDisk, writerIn } from '../support/site-on-disk.ts';

const home =
  '  - type: hero\n    heading: Home page\n    lead: "[Us](/about/us#story), [ours](/products/one)"\n';
const { folder, pages, write } = siteOnDisk(home);
const site = join(folder, 'site');
const put = writerIn(site);

const run = (...args: string[]) => runCommand(move, [...args, '--pages', pages]);
const read = (path: string) => readFileSync(join(site, path), 'utf8');
const schemaLine = (path: string) => `# yaml-language-server: $schema=${path}schema/page.schema.json\n`;
const page = (heading: string, more = '') => pageYaml(`  - type: hero\n    heading: ${heading}\n${more}`);
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

function writeAll(): void {
  write('about/us.yaml', schemaLine('../../') + page('About us', '    id: story\n'));
  write('products.yaml', schemaLine('../') + page('Products', '  - type: posts\n    from: /products\n'));
  write('products/one.yaml', schemaLine('../../') + page('One'));
  write('products/two.yaml', page('Two').replace('blocks:', 'status: draft\nblocks:'));
  write('products/old.yaml', 'redirect: /products/one\n');
  put('public/pictures/a.svg', drawing);
}

const problems = () =>
  readSite(pages).diagnostics.map(({ file, rule, message }) => `${file} ${rule} ${message}`);

test('a page moves, with its mentions, and leaves a redirect', async () => {
  writeAll();
  const before = problems();
  const { code, out, err } = await run('/about/us', '/we');
  expect([code, out]).toEqual([0, '']);
  expect(read('pages/we.yaml')).toBe(schemaLine('../') + page('About us', '    id: story\n'));
  expect(read('pages/about/us.yaml')).toBe('redirect: /we\n');
  expect(read('pages/index.yaml')).toBe(pageYaml(home.replace('/about/us#', '/we#')));
  expect(err).toMatch(
    /^Moved \S*pages\/about\/us\.yaml to \S*pages\/we\.yaml\.\nChanged 1 mention in 1 file\.\nLeft \S*pages\/about\/us\.yaml with `redirect: \/we`/,
  );
  expect(err).toContain('3 warnings in 3 of 9 files');
  expect(problems()).toEqual(before);
});

test('a folder moves with the page of its address; drafts leave no redirect, and redirects stay', async () => {
  writeAll();
  const before = problems();
  await run('/products', '/shop/offers');
  const tree = readTree(pages);
  expect([...tree.keys()].filter((path) => /products|shop/.test(path))).toEqual([
    'products',
    'products.yaml',
    'products/old.yaml',
    'products/one.yaml',
    'shop',
    'shop/offers',
    'shop/offers.yaml',
    'shop/offers/one.yaml',
    'shop/offers/two.yaml',
  ]);
  expect(tree.get('products.yaml')).toBe('redirect: /shop/offers\n');
  expect(tree.get('products/one.yaml')).toBe('redirect: /shop/offers/one\n');
  expect(tree.get('products/old.yaml')).toBe('redirect: /shop/offers/one\n');
  expect(tree.get('shop/offers.yaml')).toContain('from: /shop/offers\n');
  expect(tree.get('shop/offers/one.yaml')).toBe(schemaLine('../../../') + page('One'));
  const moved = before.map((one) =>
    one.replace('products.yaml', 'shop/offers.yaml').replace('products/', 'shop/offers/'),
  );
  expect(problems()).toEqual(moved);
});

test('moving back gives the former files, besides the redirects', async () => {
  writeAll();
  const before = readTree(site);
  await run('/products', '/shop/offers');
  expect(await run('/shop/offers', '/products')).toMatchObject({ code: 0 });
  const after = readTree(site);
  const isLeft = ([path]: [string, string]) => path.startsWith('pages/shop');
  for (const [, text] of [...after].filter(isLeft))
    expect(text).toMatch(/^redirect: \/products(?:\/one)?\n$|^\(folder\)$/);
  const rest = new Map([...after].filter((one) => !isLeft(one)));
  expect(withoutCache(rest)).toEqual(withoutCache(before));
});

test.each([
  ['/about/us', '/company/who-we-are'],
  ['/about', '/firm'],
])('an old address with .html in _site.yaml stays right when %s moves', async (from, to) => {
  writeAll();
  write('_site.yaml', `${siteYaml}redirects:\n  - { from: /about/us.html, to: /about/us }\n`);
  const before = problems();
  expect(await run(from, to)).toMatchObject({ code: 0 });
  expect(problems()).toEqual(before);
  expect(read('pages/_site.yaml')).toContain(`- { from: /about/us.html, to: ${to}`);
  expect(await run(to, from)).toMatchObject({ code: 0 });
  expect(problems()).toEqual(before);
});

test('an old address with .html is reported if it leads elsewhere than the one without', () => {
  writeAll();
  write('about/us.yaml', 'redirect: /products\n');
  write('_site.yaml', `${siteYaml}redirects:\n  - { from: /about/us.html, to: /products/one }\n`);
  expect(problems().join('\n')).toContain('same-address');
});

const article = (title: string, tags: string) =>
  `title: ${title}\ndescription: ${title}, an article that is there for a test and says so at some length.\n` +
  `kind: article\npublished: 2026-01-01\nauthor: Mara Fairlead\ntags: [${tags}]\nblocks:\n` +
  `  - { type: hero, heading: ${title} }\n`;

/** A log whose list has three pages, pages of its tags, and a feed. */
function writeLog(more = ''): void {
  write('_site.yaml', `${siteYaml}${more}`);
  write(
    'index.yaml',
    page('Home page', '    lead: "[Log](/log), [water](/log/tags/water), [feed](/log/feed.xml)"\n'),
  );
  write('log.yaml', page('The log', '  - { type: posts, from: /log, perPage: 1 }\n'));
  write('log/tags.yaml', page('Tags', '  - { type: posts, from: /log, by: tag }\n'));
  write('log/fog.yaml', article('Fog', 'Water'));
  write('log/ice.yaml', article('Ice', 'Water, Ice cold'));
}
/** The faults of the site, in whichever file. */
const faults = () => problems().map((one) => one.replace(/^\S*pages\/(?:log|diary)/, ''));
const logLeft =
  'redirects:\n' +
  ['page/2', 'tags/ice-cold', 'tags/water', 'feed.xml']
    .map((one) => `  - { from: /log/${one}, to: /diary/${one} }\n`)
    .join('');

test('generated pages and feeds of a list that moves leave redirects, which go when it moves back', async () => {
  writeLog();
  const before = faults();
  const { code, err } = await run('/log', '/diary');
  expect(code).toBe(0);
  expect(read('pages/_site.yaml')).toBe(siteYaml + logLeft);
  expect(err).toContain(
    'Added /log/page/2, /log/tags/ice-cold, /log/tags/water and 1 more to the `redirects` of _site.yaml.',
  );
  expect(read('pages/index.yaml')).toContain('[feed](/diary/feed.xml)');
  expect(faults()).toEqual(before);
  expect(await run('/diary', '/log')).toMatchObject({ code: 0 });
  expect(read('pages/_site.yaml')).toBe(
    siteYaml + logLeft.replaceAll(/from: \/log(\S+), to: \/diary\S+/g, 'from: /diary$1, to: /log$1'),
  );
  expect(faults()).toEqual(before);
});

test.each([
  [
    'a list of redirects',
    'redirects:\n  - { from: /old.html, to: /log }\n',
    /to: \/diary \}\n {2}- \{ from: \/log\/page\/2,/,
  ],
  [
    'a list in brackets',
    'redirects: [{ from: /old.html, to: /log }]\n',
    /to: \/diary \}, \{ from: \/log\/page\/2,/,
  ],
])('they are added to %s', async (_, more, expected) => {
  writeLog(more);
  const before = faults();
  expect(await run('/log', '/diary')).toMatchObject({ code: 0 });
  expect(read('pages/_site.yaml')).toMatch(expected);
  expect(faults()).toEqual(before);
});

const event = (heading: string, more: string) =>
  `  - { type: event, heading: ${heading}, when: { begins: 2099-05-01 }, where: { text: Pier }${more} }\n`;

test('the calendar files of a page that moves leave redirects, which go when it moves back', async () => {
  const calendar = ', calendar: true';
  write('fair.yaml', page('Fair', '') + event('One', calendar) + event('Two', '') + event('Three', calendar));
  write('index.yaml', page('Home page', '    lead: "[Day](/fair.3.ics)"\n'));
  const before = problems().map((one) => one.replace('fair', 'events/fair'));
  const { err } = await run('/fair', '/events/fair');
  const left = ['.ics', '.3.ics'].map((name) => `  - { from: /fair${name}, to: /events/fair${name} }\n`);
  expect(read('pages/_site.yaml')).toBe(`${siteYaml}redirects:\n${left.join('')}`);
  expect(err).toContain('Added /fair.ics, /fair.3.ics to the `redirects` of _site.yaml.');
  expect(read('pages/index.yaml')).toContain('[Day](/events/fair.3.ics)');
  expect(problems()).toEqual(before);
  expect(await run('/events/fair', '/fair')).toMatchObject({ code: 0 });
  expect(read('pages/_site.yaml')).toContain('{ from: /events/fair.ics, to: /fair.ics }');
  expect(read('pages/_site.yaml')).not.toContain('from: /fair');
});

test('a list that was never public, or is to leave no redirect, leaves none', async () => {
  writeLog();
  await run('/log', '/diary', '--no-redirect');
  expect(read('pages/_site.yaml')).toBe(siteYaml);
});

test('the output says which addresses are lost if _site.yaml cannot be changed', async () => {
  writeLog('variables: { a: &a x, b: *a }\n');
  const { err } = await run('/log/tags', '/topics');
  expect(err).toContain(
    'lead nowhere now, as _site.yaml could not be changed: /log/tags/ice-cold, /log/tags/water.',
  );
});

const withoutCache = (tree: Map<string, string>) =>
  new Map([...tree].filter(([path]) => !path.startsWith('.cache')));

test.each([
  ['draft', 'status: draft\n'],
  ['page that is public later', 'publish: 2099-01-01\n'],
])('a %s leaves no redirect', async (_, setting) => {
  write('plan.yaml', `${setting}${page('Plan')}`);
  const { err } = await run('/plan', '/plans');
  expect(existsSync(join(pages, 'plan.yaml'))).toBe(false);
  expect(err).toContain('Left no redirect');
});

test('--no-redirect leaves no redirect, and no empty folder', async () => {
  writeAll();
  await run('/about/us', '/we', '--no-redirect');
  expect(existsSync(join(pages, 'about'))).toBe(false);
});

test.each([
  ['about/us', 'we', 'we.yaml'],
  ['/about/us/', '/we/', 'we.yaml'],
  ['/about/us', '/about/us/them', 'about/us/them.yaml'],
  ['/about/us', '/about', 'about.yaml'],
  ['/about/us', '/we/index', 'we.yaml'],
])('%s moves to %s', async (from, to, path) => {
  writeAll();
  expect(await run(from, to)).toMatchObject({ code: 0 });
  expect(read(`pages/${path}`)).toContain('About us');
  expect(read('pages/about/us.yaml')).toMatch(/^redirect: /);
});

test('the index of a folder stays one, and a file with another ending gets the usual one', async () => {
  write('about/index.yaml', page('About'));
  write('team.yml', page('Team'));
  await run('/about', '/we');
  await run('/team', '/crew');
  expect(read('pages/we/index.yaml')).toContain('About');
  expect(read('pages/about/index.yaml')).toBe('redirect: /we\n');
  expect(read('pages/crew.yaml')).toContain('Team');
  expect(existsSync(join(pages, 'team.yml'))).toBe(false);
});

test.each([
  ['\uFEFF', '\r\n', ''],
  ['', '\n', '# A note\n\n'],
  ['', '\r\n', '---\n'],
])('in a moved file only the path of the schema changes: %j %j %j', async (mark, lineEnd, above) => {
  const text = (up: string) =>
    `${mark}${(above === '---\n' ? '' : above) + schemaLine(up)}${page('Old', `    lead: "${schemaLine('../').trim()}"\n`)}`.replaceAll(
      '\n',
      lineEnd,
    );
  write('old.yaml', text('./../'));
  await run('/old', '/new/place', '--no-redirect');
  expect(read('pages/new/place.yaml')).toBe(text('../../'));
});

// Pictures and other files.
test.each([
  ['/pictures/a.svg', '/pictures/team/b.svg', 'src: /pictures/a.svg', 'src: /pictures/team/b.svg'],
  [
    '/pictures/a.svg',
    '/Bilder/Über uns (neu).svg',
    'src: /pictures/a.svg',
    'src: /Bilder/Über uns (neu).svg',
  ],
  ['/pictures/a.svg', '/x/a, b.svg', '{ src: /pictures/a.svg, alt: A }', '{ src: "/x/a, b.svg", alt: A }'],
  ['/pictures/a.svg', '/x/a, b.svg', "{ src: '/pictures/a.svg', alt: A }", "{ src: '/x/a, b.svg', alt: A }"],
  ['/pictures/a.svg', "/x/it's.svg", "{ src: '/pictures/a.svg', alt: A }", "{ src: '/x/it''s.svg', alt: A }"],
  ['/pictures/a.svg', '/x/b.svg', 'body: "![A](/pictures/a.svg#small)"', 'body: "![A](/x/b.svg#small)"'],
  [
    '/pictures/a.svg',
    '/x/b c.svg',
    'body: "![A](/pictures/a.svg#small)"',
    'body: "![A](</x/b c.svg#small>)"',
  ],
  [
    '/pictures/a.svg',
    '/x/b) c.svg',
    'body: "[A](/pictures/a.svg \\"T\\")"',
    'body: "[A](</x/b) c.svg> \\"T\\")"',
  ],
  ['/pictures/a.svg', '/x/b(1).svg', 'body: "[A](/pictures/a.svg)"', 'body: "[A](/x/b(1).svg)"'],
  ['/pictures/a.svg', '/x/b&amp;.svg', 'body: "[A](/pictures/a.svg)"', 'body: "[A](/x/b&amp;amp;.svg)"'],
  ['/pictures/a.svg', '/x/b c.svg', 'body: "[A](/pictures/%61.svg)"', 'body: "[A](/x/b%20c.svg)"'],
  ['/pictures', '/images/all', 'body: "![A](/pictures/a.svg)"', 'body: "![A](/images/all/a.svg)"'],
  ['public/pictures', 'public/images', 'src: /pictures/a.svg', 'src: /images/a.svg'],
  ['/pictures/Ca\u0301fe\u0301.svg', '/x/cafe.svg', 'src: /pictures/C\u00E1f\u00E9.svg', 'src: /x/cafe.svg'],
  ['/pictures/C\u00E1f\u00E9.svg', '/x/cafe.svg', 'src: /pictures/Ca\u0301fe\u0301.svg', 'src: /x/cafe.svg'],
])('the file %s moves to %s: %s', async (from, to, before, after) => {
  put('public/pictures/a.svg', drawing);
  put('public/pictures/Ca\u0301fe\u0301.svg', drawing);
  const block = (setting: string) =>
    pageYaml(
      setting.startsWith('body')
        ? `  - type: text\n    ${setting}\n`
        : `  - type: media\n    items:\n      - ${setting}\n`,
    );
  write('files.yaml', block(before));
  const faults = problems();
  const { code, err } = await run(from, to);
  expect([code, err]).toEqual([0, expect.stringContaining('Changed 1 mention in 1 file.')]);
  expect(read('pages/files.yaml')).toBe(block(after));
  // An encoded address is a fault before and after.
  expect(problems().length).toBe(faults.length);
});

// Ids.
test('a block gets another id in its page, in shared blocks and elsewhere', async () => {
  const text = (id: string, heading: string) =>
    page('Us', `    id: ${id}\n    actions: [{ label: A, scrollTo: ${id} }]\n  - use: more\n`) +
    `  - type: text\n    body: |\n      ## Story\n\n      [a](#${id}) [b](/us#${id}) [c](/us#${heading}) [d](/other#story)\n`;
  const shared = (id: string) => `type: text\nbody: "[a](#${id})"\n`;
  write('us.yaml', text('story', 'story-2'));
  write('_shared/more.yaml', shared('story'));
  write('other.yaml', page('Other', '    id: story\n    actions: [{ label: B, scrollTo: story }]\n'));
  write('away.yaml', 'redirect: /us\n');
  write('more.yaml', page('More', '    lead: "[a](/away#story)"\n'));
  const { code, err } = await run('/us#story', '/us#history');
  expect([code, err]).toEqual([0, expect.stringContaining('Renamed the block `story` of /us to `history`.')]);
  expect(err).toContain('Links from other sites to `#story` no longer lead to this block.');
  // A heading takes the id that is free now, and its links follow.
  expect(read('pages/us.yaml')).toBe(text('history', 'story'));
  expect(read('pages/_shared/more.yaml')).toBe(shared('history'));
  expect(read('pages/more.yaml')).toContain('(/away#history)');
  expect(read('pages/other.yaml')).not.toContain('history');
});

test('the id of a shared block follows on all pages with it, and stays where a page has another', async () => {
  write('_shared/ask.yaml', 'type: cta\nid: ask\nheading: Ask\nactions: [{ label: A, scrollTo: first }]\n');
  write('one.yaml', page('One', '    id: first\n    actions: [{ label: A, scrollTo: ask }]\n  - use: ask\n'));
  write('two.yaml', page('Two', '    id: first\n    lead: "[a](/one#ask) [b](#ask)"\n  - use: ask\n'));
  await run('/one#ask', '#question');
  expect(read('pages/_shared/ask.yaml')).toContain('id: question\n');
  expect(read('pages/one.yaml')).toContain('scrollTo: question');
  expect(read('pages/two.yaml')).toContain('"[a](/one#question) [b](#question)"');
  await run('/one#first', '/one#start');
  expect(read('pages/one.yaml')).toContain('id: start');
  expect(read('pages/_shared/ask.yaml')).toContain('scrollTo: first');
});

// Refusals.
const refusals: [from: string, to: string, message: RegExp][] = [
  [
    '/nowhere',
    '/x',
    /`\/nowhere` is the address of no page, and of no file or folder in `public\/`\. Nothing was moved\.$/m,
  ],
  ['/products/won', '/x', /Did you mean `\/products\/one`\?/],
  ['/pictures/b.svg', '/x.svg', /Did you mean `\/pictures\/a\.svg`\?/],
  ['/about/us', '/products/one', /`\/products\/one` is the address of \S*products\/one\.yaml already/],
  ['/about/us', '/products/old', /`\/products\/old` is the address of/],
  ['/about/us', '/', /`\/` is the address of/],
  [
    '/about/us',
    '/About Us',
    /lower-case letters, digits, hyphens and slashes only\. Nothing was moved\. Write `\/about-us`\./,
  ],
  ['/about/us', '/_shared/us', /lower-case letters/],
  ['/about/us', '/über-uns', /Write `\/uber-uns`\./],
  ['/about/us', '/we?x', /lower-case letters/],
  ['/about/us', '/we#story', /lower-case letters/],
  ['/about/us', '/assets/x', /addresses that begin with `\/assets` are kept/],
  ['/about/us', '/404', /unknown addresses/],
  ['/about/us', '../../elsewhere', /outside this site/],
  ['/about/us', 'https://other.example/us', /outside this site/],
  ['/about/us', '//other.example/us', /outside this site/],
  ['../site/pages/about/us', '/x', /outside this site/],
  ['/about/us', '/about/us', /has already/],
  ['/about/us', '/tool', /the file `public\/tool\/index\.html` already/],
  ['/about/us', '/once', /is an old address in the `redirects` of `_site\.yaml`/],
  ['/about/us', '/shop/us', /another program/],
  ['/pictures/a.svg', '/shop/a.svg', /another program/],
  ['/about/us', '/list/page/2', /page that the build makes of the list on `\/list`/],
  ['/list/page/2', '/x', /page that the build makes of the list on `\/list`/],
  ['/', '/start', /home page/],
  ['/404', '/lost', /unknown addresses/],
  ['/products/old', '/x', /only sends visitors on to `\/products\/one`/],
  ['/products', '/products/all', /cannot be moved into itself/],
  ['/team', '/crew', /symbolic link/],
  ['/linked', '/crew', /symbolic link/],
  ['/pictures/link.svg', '/x.svg', /symbolic link/],
  ['/pictures/a.svg', '/pictures/c.svg', /exists already/],
  ['/pictures/a.svg', '/pictures/a.png', /must end with `\.svg`/],
  ['/pictures/a.svg', '/x/', /must end with/],
  ['/pictures/a.svg', '/.hidden/a.svg', /dot/],
  ['/pictures/a.svg', '/x//a.svg', /empty/],
  ['/pictures/a.svg', '/x/a#b.svg', /contains `#`/],
  ['/pictures/a.svg', '/x/a%20b.svg', /contains `%`/],
  ['/pictures/a.svg', '/x/<a>.svg', /contains `<`/],
  ['/pictures/a.svg', '/functions/a.svg', /kept for/],
  ['/logos', '/logos/old', /cannot be moved into itself/],
  ['/about/us#story', '/about/us#Story', /cannot be the address of a block/],
  ['/about/us#story', '/about/us#content', /every page has/],
  ['/about/us#story', '/about/us#other', /block or a heading already/],
  ['/about/us#story', '/about/us#a-heading', /block or a heading already/],
  ['/about/us#a-heading', '/about/us#x', /follows its words/],
  [
    '/about/us#stori',
    '/about/us#x',
    /none on `\/about\/us` has the id `stori`\. Nothing was moved\. Did you mean `story`\?/,
  ],
  ['/about/us#story', '/about#x', /does not name a block of the same page/],
  ['/about/us#story', '/x', /does not name a block of the same page/],
  ['/nowhere#story', '/nowhere#x', /no page with blocks/],
  ['/products/old#story', '/products/old#x', /no page with blocks/],
];

test.each(refusals)('%s does not move to %s', async (from, to, message) => {
  writeAll();
  write(
    'about/us.yaml',
    page('About us', '    id: story\n  - type: text\n    id: other\n    body: "## A heading"\n'),
  );
  write('list.yaml', page('List', '  - type: posts\n    from: /articles\n    perPage: 1\n'));
  for (const name of ['a', 'b', 'c']) write(`articles/${name}.yaml`, page(`Article ${name}`));
  put('public/pictures/c.svg', drawing);
  write('_site.yaml', `${siteYaml}otherPrograms: [/shop]\nredirects: [{ from: /once, to: /about/us }]\n`);
  put('public/logos/a.svg', drawing);
  put('public/tool/index.html', '<!doctype html>');
  put('elsewhere/ada.yaml', page('Ada'));
  symlinkSync(join(site, 'elsewhere'), join(pages, 'team'));
  symlinkSync(join(site, 'elsewhere/ada.yaml'), join(pages, 'linked.yaml'));
  symlinkSync(join(site, 'public/pictures/c.svg'), join(site, 'public/pictures/link.svg'));
  const before = withoutCache(readTree(site));
  const { code, out, err } = await run(from, to);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(message);
  expect(withoutCache(readTree(site))).toEqual(before);
});

test('nothing is written through a symbolic link', async () => {
  writeAll();
  mkdirSync(join(site, 'elsewhere'));
  symlinkSync(join(site, 'elsewhere'), join(pages, 'linked'));
  symlinkSync(join(site, 'elsewhere'), join(site, 'public/linked'));
  for (const [from, to] of [
    ['/about/us', '/linked/us'],
    ['/pictures/a.svg', '/linked/a.svg'],
  ] as const)
    expect(await run(from, to)).toMatchObject({ code: 1, err: expect.stringContaining('symbolic link') });
  expect(readTree(join(site, 'elsewhere')).size).toBe(0);
});

test('usage errors and help', async () => {
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('Usage: npm run move -- ') });
  expect(await run('/about/us')).toMatchObject({ code: 2, err: expect.stringContaining('new address') });
  expect(await run('/a', '/b', '/c')).toMatchObject({ code: 2, err: expect.stringContaining("'/c'") });
});

// What is on disk.
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
    cwd: site,
    encoding: 'utf8',
  });

function commit(): void {
  writeFileSync(join(site, '.gitignore'), '.cache\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'All');
}

const treeOf = () => withoutCache(new Map([...readTree(site)].filter(([path]) => !path.startsWith('.git'))));

/** The command in the output that undoes the move. */
const undoIn = (err: string) => /^To undo this with git: (.+)$/m.exec(err)?.[1] ?? '';
const shell = (command: string) => spawnSync('sh', ['-c', command], { encoding: 'utf8' });

test.each([
  ['/products', '/shop/all-offers'],
  ['/about/us', '/we'],
  ['/pictures', '/images'],
  ['/pictures/a.svg', "/it's here/ü b.svg"],
  ['/about/us#story', '#history'],
])(
  'moving %s is undone by the git command in the output, and --dry-run prints the same as a patch',
  async (from, to) => {
    writeAll();
    write('show.yaml', page('Show', '  - type: media\n    items: [{ src: /pictures/a.svg, alt: A }]\n'));
    commit();
    const before = treeOf();
    const files = (tree: Map<string, string>) => new Map([...tree].filter(([, text]) => text !== '(folder)'));
    const dry = await run(from, to, '--dry-run');
    expect(treeOf()).toEqual(before);
    expect(dry).toMatchObject({ code: 0, err: expect.stringContaining('Nothing was written') });
    const { err } = await run(from, to);
    const moved = treeOf();
    expect(moved).not.toEqual(before);
    expect(err).not.toContain('not committed');
    expect(shell(undoIn(err))).toMatchObject({ status: 0, stderr: '' });
    expect(files(treeOf())).toEqual(files(before));
    // Paths in a patch are relative to the working directory.
    const patch = dry.out.replaceAll(new RegExp(`(?<=[ /"])${displayed()}/`, 'g'), '');
    writeFileSync(join(folder, 'patch'), patch);
    expect(git('apply', join(folder, 'patch'))).toMatchObject({ status: 0, stderr: '' });
    expect(files(treeOf())).toEqual(files(moved));
  },
);

const displayed = () => relative(process.cwd(), site);

test('uncommitted changes are no obstacle, and the output says what undoing would lose', async () => {
  writeAll();
  commit();
  write('index.yaml', `# Mine\n${pageYaml(home)}`);
  const { code, err } = await run('/about/us', '/we');
  expect(code).toBe(0);
  expect(read('pages/index.yaml')).toContain('# Mine');
  expect(err).toMatch(
    /also discards changes that are not committed, in \S*pages\/index\.yaml\. To keep them, move it back: npm run move -- \/we \/about\/us/,
  );
});

test('a page that is not committed yet can only be moved back', async () => {
  writeAll();
  commit();
  write('new.yaml', page('New page'));
  const { code, err } = await run('/new', '/newer');
  expect([code, undoIn(err)]).toEqual([0, '']);
  expect(err).toContain('To undo this, move it back: npm run move -- /newer /new\n');
});

test('the command that moves back has the addresses as a shell reads them', async () => {
  writeAll();
  commit();
  write('show.yaml', page('Show', '  - type: media\n    items: [{ src: /pictures/a.svg, alt: A }]\n'));
  const { err } = await run('/pictures/a.svg', "/it's here/my $HOME.svg");
  const [, written = ''] = /move it back: npm run move -- (.*)$/m.exec(err) ?? [];
  const { stdout } = shell(`printf '%s\\n' ${written}`);
  expect(stdout).toBe("/it's here/my $HOME.svg\n/pictures/a.svg\n");
});

test('if a file cannot be written, all files are as they were', async () => {
  writeAll();
  const before = treeOf();
  // The temporary file of one that is written after others have moved.
  mkdirSync(join(pages, `.index.yaml.${process.pid}`));
  const { code, err } = await run('/products', '/shop');
  expect([code, err]).toEqual([1, expect.stringContaining('Nothing was moved: all files are as they were.')]);
  rmSync(join(pages, `.index.yaml.${process.pid}`), { recursive: true });
  expect(treeOf()).toEqual(before);
  expect(await run('/products', '/shop')).toMatchObject({ code: 0 });
});

test('what cannot be undone is listed', () => {
  writeAll();
  const [from, to, text] = ['products/one.yaml', 'one.yaml', 'index.yaml'].map((path) =>
    join(pages, path),
  ) as [string, string, string]; // one each
  const changes = new UndoableChanges();
  const before = readFileSync(text, 'utf8');
  changes.move(from, to);
  changes.replace(text, 'other');
  // Another program has put something there.
  write('products/one.yaml/folder/file', '');
  expect(changes.undo()).toEqual([`moved ${from} to ${to}`]);
  expect([readFileSync(text, 'utf8'), existsSync(to)]).toEqual([before, true]);
});

test('a file that is in the way is not overwritten', async () => {
  writeAll();
  mkdirSync(join(pages, 'we.yaml'));
  const before = treeOf();
  const { code, err } = await run('/about/us', '/we');
  expect([code, err]).toEqual([1, expect.stringContaining('we.yaml exists already')]);
  expect(treeOf()).toEqual(before);
});

test('a moved file keeps its mode, and its bytes if it is not saved as UTF-8', async () => {
  const bytes = Buffer.from(page('Caf\u00E9', '    lead: "[a](/cafe)"\n'), 'latin1');
  chmodSync(write('cafe.yaml', bytes), 0o640);
  const { code, err } = await run('/cafe', '/bar');
  expect([code, err]).toEqual([
    0,
    expect.stringContaining('cafe.yaml was not changed: it is not saved as UTF-8'),
  ]);
  expect(readFileSync(join(pages, 'bar.yaml')).equals(bytes)).toBe(true);
  expect(statSync(join(pages, 'bar.yaml')).mode & 0o777).toBe(0o640);
});

test('a site with faults, and one without `_site.yaml`, can be changed', async () => {
  writeAll();
  write('broken.yaml', 'title: "A\nblocks: [}\n  to: /about/us\n');
  write('typo.yaml', page('Typo', '    actons: [{ label: A, to: /about/us }]\n    lead: "[a](/about/us)"\n'));
  rmSync(join(pages, '_site.yaml'));
  const { code, err } = await run('/about/us', '/we');
  expect(code).toBe(0);
  expect(read('pages/typo.yaml')).toContain('lead: "[a](/we)"');
  expect(read('pages/typo.yaml')).toContain('actons: [{ label: A, to: /we }]');
  expect(err).toMatch(/These lines still name an old address[^]*broken\.yaml:3\n/);
  expect(err).toMatch(/error\[/);
});
