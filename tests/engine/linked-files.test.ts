import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { sizeInWords } from '../../schema/content/file-types.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
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
    ['href="/files/prices.pdf"', 'our price list (PDF, 1.2 MB)'],
    ['href="/files/prices.pdf"', 'Price list (PDF, 1.2 MB)'],
    ['href="/files/All%20of%20it.zip" download=""', 'Everything (ZIP, 23 kB)'],
    ['href="/files/date.ics"', 'Put it down (ICS, 1 kB)'],
    ['href="/files/mark.svg"', 'Drawing (SVG)'],
  ]);
  // A warm build shows another size or language.
  put('prices.pdf', 8_000_000);
  expect(await build()).toEqual([]);
  expect(links()[0]).toEqual(['href="/files/prices.pdf"', 'our price list (PDF, 8 MB)']);
  write('_site.yaml', siteYaml.replace('language: en', 'language: de'));
  put('prices.pdf', 1_234_567);
  expect(await build()).toEqual([]);
  expect(links()[0]).toEqual(['href="/files/prices.pdf"', 'our price list (PDF, 1,2 MB)']);
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
  write('index.yaml', pageYaml('  - { type: hero, heading: Home, lead: "See [our feed](/feed.xml)." }\n'));
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
  for (const size of ['1.2 MB', '8 MB']) {
    if (size === '8 MB') put('prices.pdf', 8_000_000);
    expect(await build()).toEqual([]);
    expect(links().map(([, words]) => words)).toEqual(
      ['The new ones', 'Prices', 'All prices', 'Our prices'].map((words) => `${words} (PDF, ${size})`),
    );
  }
});
