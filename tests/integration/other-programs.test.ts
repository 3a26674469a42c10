import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, unescaped } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteFiles, siteYaml } from '../support/small-site.ts';

const assets = { icons: new Set<string>(), files: new Set(['/prices.pdf']) };
const settings = `${siteYaml}otherPrograms: [/shop, /konto/Übersicht]\n`;

/** Addresses of other programs, and how they stand in a page. */
const below: readonly (readonly [to: string, href?: string])[] = [
  ['/shop'],
  ['/shop/'],
  ['/shop/boats'],
  ['/shop/Boats/Big_One'],
  ['/shop/item.php'],
  ['/shop/item.php?id=3#x'],
  ['/shop/item.php?id=3&lang=de#Top'],
  ['/shop?page=2'],
  ['/shop/?q=a+b'],
  ['/shop#Cart'],
  ['/shop/a%20b.pdf'],
  ['/shop/list.pdf?v=1.2'],
  ['/shop/x?file=report.zip'],
  ['/shop/index.html'],
  ['/shop/~user/@me,1;a=b'],
  ['/shop/(old)/[a]'],
  ['/shop/:id/*'],
  ['/shop/über'],
  ['/shop/%C3%BCber?x=%26'],
  ['/shop/.well-known/x'],
  ['/shop/a|b', '/shop/a%7Cb'],
  ['/sh%6Fp/item.asp?x'],
  ['/konto/Übersicht?tab=1'],
  ['/konto/%C3%9Cbersicht/1.html'],
];

const home = (to: string) =>
  pageYaml(
    `  - type: hero\n    heading: Home\n    lead: 'To [it](<${to}>).'\n    actions: [{ label: Go, to: '${to}' }]\n`,
  );

const messagesOf = (to: string) =>
  check(siteFiles('', { '_site.yaml': settings, 'index.yaml': home(to) }), assets).diagnostics.map(
    ({ message }) => message,
  );

test.each(below.map(([to]) => [to] as const))('%s may be linked to', (to) => {
  expect(messagesOf(to)).toEqual([]);
});

test.each([
  ['/shopping.php?id=3', 'no page of this site has the address'],
  ['/shops', 'no page of this site has the address'],
  ['/konto?tab=1', 'no page of this site has the address'],
  ['/Shop/item', 'no page of this site has the address'],
  ['/?id=3', 'cannot end with `?id=3`'],
  ['/prices.pdf?v=2', 'cannot end with `?v=2`'],
  ['/Prices', 'no page of this site has the address'],
])('%s leads nowhere', (to, message) => {
  expect(messagesOf(to)).toEqual([expect.stringContaining(message), expect.stringContaining(message)]);
});

const site = siteOnDisk();

test.each(['', '/project'])('the addresses are not changed on a site below `%s`', async (base) => {
  const links = below.map(([to], at) => `      - { label: Link ${at}, to: '${to}' }\n`).join('');
  const cards = below
    .map(
      ([to], at) =>
        `  - { type: cta, heading: Number ${at}, actions: [{ label: Link ${at}, to: '${to}' }] }\n`,
    )
    .join('');
  site.write(
    '_site.yaml',
    settings
      .replace('www.example.org', `www.example.org${base}`)
      .replace(
        'footer: { label: More }',
        `footer:\n  groups:\n    - heading: More\n      items:\n${links.replaceAll('      -', '        -')}`,
      ) +
      'redirects: [{ from: /old.php, to: "/shop/list.pdf?v=1.2" }, { from: /older, to: "/shop/item.php?id=3#X" }]\n',
  );
  site.write('index.yaml', pageYaml(`  - { type: hero, heading: Home }\n${cards}`));
  expect((await buildSite(site.pages, site.out)).diagnostics.map(({ message }) => message)).toEqual([]);
  const html = documentAt(site.out, '/');
  for (const part of [/<main.*<\/main>/s, /<footer.*<\/footer>/s]) {
    const [text = ''] = part.exec(html) ?? [];
    const found = [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:Link \d+)/g)];
    expect(found.map(([, href = '']) => unescaped(href))).toEqual(
      below.map(([to, href = to]) => base + href),
    );
    // The browser decides what to do with a file of another program.
    expect(found.filter(([tag]) => tag.includes('download'))).toEqual([]);
  }
  expect(documentAt(site.out, '/old.php')).toContain(`url=${base}/shop/list.pdf?v=1.2"`);
  expect(documentAt(site.out, '/older')).toContain(`url=${base}/shop/item.php?id=3#X"`);
});
