import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { sizeInWords } from '../../schema/content/file-types.ts';
import { fileWords } from '../../scripts/view/file-words.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { dev } from '../../scripts/dev.ts';
import { photo } from '../support/photo.ts';
import { startCommand } from '../support/run-command.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const { folder, pages, out, write } = siteOnDisk();
const put = (name: string, bytes: number) => {
  mkdirSync(join(folder, 'site/public/files'), { recursive: true });
  writeFileSync(join(folder, 'site/public/files', name), Buffer.alloc(bytes));
};
const build = async () => filterErrors((await buildSite(pages, out)).diagnostics).map(formatDiagnostic);
/** The links to files on the home page: attributes, and words. */
const links = () =>
  [...readFileSync(join(out, 'index.html'), 'utf8').matchAll(/<a ([^>]*href="\/files[^>]*)>(.*?)<\/a>/g)].map(
    ([, attributes = '', words = '']) => [
      attributes.replace(/ ?class="[^"]*"/, ''),
      words.replaceAll(/<[^>]+>/g, ''),
    ],
  );
const home = pageYaml(`  - type: hero
    heading: Our prices
    lead: All of it is in [our price list](/files/prices.pdf).
    actions:
      - { label: Price list, to: /files/prices.pdf }
      - { label: Everything, to: /files/All of it.zip }
  - type: cta
    heading: The next date
    actions: [{ label: Put it down, to: /files/date.ics }, { label: Drawing, to: /files/mark.svg }]
`);

test('a link to a file shows its type and size, and downloads types that browsers cannot show', async () => {
  put('prices.pdf', 1_234_567);
  put('All of it.zip', 23_400);
  put('date.ics', 300);
  writeFileSync(
    join(folder, 'site/public/files/mark.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
  );
  write('index.yaml', home);
  expect(await build()).toEqual([]);
  expect(links()).toEqual([
    ['href="/files/prices.pdf"', 'our price list (PDF,\u00A01.2\u00A0MB)'],
    ['href="/files/prices.pdf"', 'Price list (PDF,\u00A01.2\u00A0MB)'],
    ['href="/files/All%20of%20it.zip" download=""', 'Everything (ZIP,\u00A023\u00A0kB)'],
    ['href="/files/date.ics"', 'Put it down (ICS,\u00A01\u00A0kB)'],
    ['href="/files/mark.svg"', 'Drawing (SVG,\u00A01\u00A0kB)'],
  ]);
  // A warm build shows another size or language.
  put('prices.pdf', 8_000_000);
  expect(await build()).toEqual([]);
  expect(links()[0]).toEqual(['href="/files/prices.pdf"', 'our price list (PDF,\u00A08\u00A0MB)']);
  write('_site.yaml', siteYaml.replace('language: en', 'language: de'));
  put('prices.pdf', 1_234_567);
  expect(await build()).toEqual([]);
  expect(links()[0]).toEqual(['href="/files/prices.pdf"', 'our price list (PDF,\u00A01,2\u00A0MB)']);
});

test.each([
  [0, 'en', '1 kB'],
  [999_499, 'en', '999 kB'],
  [2_345_678_901, 'fr', '2,3 Go'],
  [52_000_000, 'de', '52 MB'],
])('%i bytes in %s are %s', (bytes, language, words) => {
  expect(sizeInWords(bytes, language).replaceAll(/\s/g, ' ')).toBe(words);
});

test('header, announcement and footer show them, too, and an output of the build can be linked', async () => {
  put('prices.pdf', 1_234_567);
  write('index.yaml', pageYaml('  - { type: hero, heading: Home, lead: "See [our map](/sitemap.xml)." }\n'));
  write(
    '_site.yaml',
    siteYaml
      .replace(
        'items: [{ label: Home, to: / }]',
        'items: [{ label: Home, to: / }, { label: Prices, to: /files/prices.pdf }]',
      )
      .replace('action: { label: Write, to: / }', 'action: { label: All prices, to: /files/prices.pdf }')
      .replace('{ label: More }', '{ label: More, legal: [{ label: Our prices, to: /files/prices.pdf }] }') +
      'announcement: { label: News, text: New prices., link: { label: The new ones, to: /files/prices.pdf } }\n',
  );
  for (const size of ['1.2\u00A0MB', '8\u00A0MB']) {
    if (size.startsWith('8')) put('prices.pdf', 8_000_000);
    expect(await build()).toEqual([]);
    expect(links().map(([, words]) => words)).toEqual(
      ['The new ones', 'Prices', 'All prices', 'Our prices'].map((words) => `${words} (PDF,\u00A0${size})`),
    );
  }
});

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900">\n' +
  `${'  <!-- a wave --><path d="M 10.00000 10.00000 L 20.00000 20.00000 L 30.00000 15.00000"/>\n'.repeat(400)}</svg>\n`;
const wide = photo(2400, 1600);
const bytesOf: Record<string, Promise<Buffer>> = {
  jpg: wide.clone().jpeg({ quality: 98 }).toBuffer(),
  png: wide.clone().png().toBuffer(),
  webp: wide.clone().webp({ quality: 98 }).toBuffer(),
  avif: photo(400, 300).avif({ quality: 90, effort: 0 }).toBuffer(),
  svg: Promise.resolve(Buffer.from(drawing)),
};

test('pictures to download have the size of the file that visitors get, shown on a page or not', async () => {
  for (const [ending, bytes] of Object.entries(bytesOf))
    for (const name of ['shown', 'linked']) {
      put(`${name}.${ending}`, 0);
      writeFileSync(join(folder, `site/public/files/${name}.${ending}`), await bytes);
    }
  const endings = Object.keys(bytesOf);
  const items = endings
    .flatMap((ending) => [`shown.${ending}`, `linked.${ending}`])
    .map((name) => `      - { label: "${name}", to: /files/${name} }\n`);
  const shown = endings.map((ending) => `      - { src: /files/shown.${ending}, alt: A pier with boats }\n`);
  write(
    'index.yaml',
    pageYaml(`  - type: hero
    heading: The press
  - type: downloads
    heading: Pictures
    items:
${items.join('')}  - type: media
    heading: On the page
    items:
${shown.join('')}`),
  );
  expect(await build()).toEqual([]);
  const inPublic = (name: string) => statSync(join(folder, 'site/public/files', name)).size;
  const published = (name: string) => statSync(join(out, 'files', name)).size;
  const words = links().map(([, text]) => text);
  expect(words).toEqual(
    endings
      .flatMap((ending) => [`shown.${ending}`, `linked.${ending}`])
      .map((name) => `${name} (${fileWords(name, published(name), 'en')})`),
  );
  for (const name of ['shown.jpg', 'shown.png', 'shown.svg', 'linked.svg'])
    expect(published(name), name).toBeLessThan(inPublic(name) / 2);
  for (const name of ['linked.jpg', 'linked.png']) expect(published(name), name).toBe(inPublic(name));
  // While the page is written as when it is published.
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  try {
    const html = await (await fetch(await server.says(/http:\/\/127\.0\.0\.1:\d+/))).text();
    const text = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '');
    for (const one of words) expect(text).toContain(one);
  } finally {
    await server.stop();
  }
});

const article =
  'title: An article\ndescription: An article that is there for a test and says so at some length.\n' +
  'kind: article\npublished: 2026-01-01\nauthor: Mara Fairlead\nblocks:\n  - { type: hero, heading: Fog }\n';
const event =
  '  - { type: event, when: { begins: 2099-05-01 }, where: { text: Here }, calendar: true }\n' +
  '  - { type: event, when: { begins: 2099-05-02 }, where: { text: Here } }\n';

test.each([
  ['/feed.xml', true],
  ['/news/feed.xml', true],
  ['/news.ics', true],
  ['/sitemap.xml', true],
  ['/feed.xml', false],
  ['/news/feed.xml', false],
  ['/none/feed.xml', true],
  ['/news.2.ics', true],
  ['/index.ics', true],
])(
  'a link or a redirect to %s is right exactly if the build writes this file: %s',
  async (to, hasArticle) => {
    write(
      'index.yaml',
      pageYaml(`  - type: hero\n    heading: Home\n    lead: "Our [feed](${to}), [news](/news)."\n`),
    );
    write('_site.yaml', `${siteYaml}redirects: [{ from: /old, to: ${to} }]\n`);
    write(
      'news.yaml',
      pageYaml(`  - type: hero\n    heading: News\n  - { type: posts, from: /news }\n${event}`),
    );
    write('news/fog.yaml', hasArticle ? article : pageYaml('  - type: hero\n    heading: Fog at sea\n'));
    const { diagnostics } = await buildSite(pages, out);
    const errors = filterErrors(diagnostics);
    const isBuilt = errors.length === 0 && existsSync(join(out, to));
    expect(errors.length, errors.map(formatDiagnostic).join('\n')).toBe(isBuilt ? 0 : 2);
    for (const error of errors) expect(error.message).toContain(to);
    // What is refused would not be there.
    const fallback = to.endsWith('.ics') ? '/news.ics' : '/sitemap.xml';
    write('_site.yaml', siteYaml);
    write(
      'index.yaml',
      pageYaml(`  - type: hero\n    heading: Home\n    lead: "Our [feed](${fallback}), [news](/news)."\n`),
    );
    expect(await build()).toEqual([]);
    expect(existsSync(join(out, to))).toBe(isBuilt);
  },
);
