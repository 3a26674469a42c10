import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { assertNoClashes, buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk, writerIn } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = siteOnDisk();
const put = (path: string) => writerIn(join(folder, 'site/public'))(path, 'Not a page');
const build = async () => filterErrors((await buildSite(pages, out)).diagnostics).map(formatDiagnostic);
const form = `  - { type: hero, heading: Write to us }
  - type: form
    id: message
    heading: Your message
    fields: [{ name: text, label: Text, kind: text, required: true }]
    optional: optional
    submit: { label: Send, function: send-contact-email }
    success: We read it.
`;
const event = `  - type: event
    heading: Open day
    when: { begins: 2026-06-01 }
    where: { text: The pier }
`;

test('a file at the address of a page stops a cold and a warm build, and is never published', async () => {
  write('services.yaml', pageYaml('  - { type: hero, heading: What we do }\n'));
  expect(await build()).toEqual([]);
  const page = readFileSync(join(out, 'services.html'), 'utf8');
  for (const path of ['services/index.html', 'services.html']) put(path);
  const clash = expect.stringMatching(/what the build writes for `[^`]*services.yaml`/) as string;
  expect(await build()).toEqual([clash, clash]);
  expect(readFileSync(join(out, 'services.html'), 'utf8')).toBe(page);
  for (const path of ['services', 'services.html'])
    rmSync(join(folder, 'site/public', path), { recursive: true });
  expect(await build()).toEqual([]);
  expect(readFileSync(join(out, 'services.html'), 'utf8')).toBe(page);
});

const taken = [
  'index.html',
  'page.json',
  '404.html',
  'share.png',
  'write.html',
  'open-day/index.html',
  'write/message-form.json',
  'write/message.sent.html',
  'open-day.ics',
  'sitemap.xml',
  'robots.txt',
  'llms.txt',
  '_headers',
  'manifest.webmanifest',
  'speculation-rules.json',
];
const inTheWay = [
  'open-day',
  'index.html/a.txt',
  'sitemap.xml/a.txt',
  'share.png/a.txt',
  '_headers/a.txt',
  'functions/a.txt',
];

test.each([
  ['with the name of an output', taken],
  ['in the way of an output', inTheWay],
  ['in the place of a page folder', ['open-day.html/a.txt']],
])('each file of public/ %s is reported before the build writes anything', async (_which, paths) => {
  write('write.yaml', pageYaml(form));
  write('open-day.yaml', pageYaml(event));
  for (const path of paths) put(path);
  const problems = await build();
  for (const path of paths)
    expect(problems).toContainEqual(
      expect.stringMatching(`public/${path.replace('/a.txt', '')}:.*same-address`),
    );
});

test('other files of public/ are published, even with the name of an output that this site lacks', async () => {
  const free = ['feed.xml', 'search/list.json', 'index.ics', 'index.txt', 'LICENSE', 'a'];
  for (const path of free) put(path);
  expect(await build()).toEqual([]);
  for (const path of free) expect(readFileSync(join(out, path), 'utf8')).toBe('Not a page');
});

test('a site with a search keeps the addresses of its words', async () => {
  write('_site.yaml', siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'));
  put('search/list.json');
  expect(await build()).toEqual([expect.stringContaining('the search needs')]);
});

test('two files with the same name in two Unicode forms are reported', async () => {
  put('gr\u00FC\u00DFe.txt');
  expect(await build()).toEqual([]);
  put('gru\u0308\u00DFe.txt');
  expect(await build()).toEqual([expect.stringContaining('another file has the same name')]);
});

test('a clash that no check foresees ends the build with a message', () => {
  expect(() => assertNoClashes(new Set(['a/page.json']), ['/b/page.json'])).not.toThrow();
  expect(() => assertNoClashes(new Set(['a/page.json']), ['/a/page.json'])).toThrow(/give it another name/);
});
