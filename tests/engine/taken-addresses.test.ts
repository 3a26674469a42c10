import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { assertNoClashes, buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = siteOnDisk();
const put = (path: string) => {
  const file = join(folder, 'site/public', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'Not a page');
};
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

test('a file in the place of a page stops the build, also a warm one, and never stays', async () => {
  write('services.yaml', pageYaml('  - { type: hero, heading: What we do }\n'));
  expect(await build()).toEqual([]);
  const page = readFileSync(join(out, 'services/index.html'), 'utf8');
  put('services/index.html');
  expect(await build()).toEqual([expect.stringContaining('what the build writes for')]);
  expect(readFileSync(join(out, 'services/index.html'), 'utf8')).toBe(page);
  rmSync(join(folder, 'site/public/services'), { recursive: true });
  expect(await build()).toEqual([]);
  expect(readFileSync(join(out, 'services/index.html'), 'utf8')).toBe(page);
});

test.each([
  'index.html',
  'page.json',
  '404.html',
  'share.png',
  'write/message-form.json',
  'write/message-sent.html',
  'open-day.ics',
  'open-day',
  'sitemap.xml',
  'robots.txt',
  'llms.txt',
  '_headers',
  'manifest.webmanifest',
  'speculation-rules.json',
  'index.html/a.txt',
  'sitemap.xml/a.txt',
  'share.png/a.txt',
  '_headers/a.txt',
  'open-day/index.html/a.txt',
  'functions/a.txt',
])('`public/%s` is told of before anything is built', async (path) => {
  write('write.yaml', pageYaml(form));
  write('open-day.yaml', pageYaml(event));
  put(path);
  expect(await build()).toContainEqual(expect.stringContaining('same-address'));
});

test.each(['feed.xml', 'search/list.json', 'index.ics', 'index.txt', 'LICENSE', 'a'])(
  '`public/%s` is published where the build makes nothing of this name',
  async (path) => {
    put(path);
    expect(await build()).toEqual([]);
    expect(readFileSync(join(out, path), 'utf8')).toBe('Not a page');
  },
);

test('a site with a search keeps the addresses of its words', async () => {
  write('_site.yaml', siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'));
  put('search/list.json');
  expect(await build()).toEqual([expect.stringContaining('the search needs')]);
});

test('two files of one name, written in two ways, are told of', async () => {
  put('gr\u00FC\u00DFe.txt');
  expect(await build()).toEqual([]);
  put('gru\u0308\u00DFe.txt');
  expect(await build()).toEqual([expect.stringContaining('another file has the same name')]);
});

test('what no check knows of ends the build in a sentence', () => {
  expect(() => assertNoClashes(new Set(['a/page.json']), ['/b/page.json'])).not.toThrow();
  expect(() => assertNoClashes(new Set(['a/page.json']), ['/a/page.json'])).toThrow(/give it another name/);
});
