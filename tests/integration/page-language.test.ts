import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { languages } from '../../schema/content/words.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { documentAt, headOf } from '../support/document-head.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteFiles, siteYaml } from '../support/small-site.ts';

const site = siteOnDisk();
const assets = { icons: new Set<string>(), files: new Set<string>() };

const article = (title: string, day: string, language?: string) =>
  `${language === undefined ? '' : `language: ${language}\n`}title: ${title}\n` +
  `description: ${title}, which is a page that is there for a test and says so.\nkind: article\n` +
  `published: ${day}\nauthor: Mara Fairlead\nblocks:\n  - type: hero\n    heading: ${title}\n` +
  `    lead: 'Er sagt "ja" dazu.'\n    actions: [{ label: Back, to: /log }]\n` +
  '  - { type: next-article, heading: Next }\n';

const form =
  '  - type: form\n    id: ask\n    heading: Fragen Sie\n    fields:\n' +
  '      - { name: name, label: Ihr Name }\n      - { name: message, label: Nachricht, kind: long-text }\n' +
  '    submit: { label: Senden, function: send-contact-email }\n    success: Danke.\n';

async function build(): Promise<void> {
  site.write('_site.yaml', siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'));
  site.write(
    'index.yaml',
    pageYaml(
      '  - type: hero\n    heading: Home\n    actions: [{ label: Log, to: /log }, { label: Moin, to: /de }]\n',
    ),
  );
  site.write(
    'de.yaml',
    `language: de\n${pageYaml(
      `  - type: hero\n    heading: 'Sagen Sie "Moin"'\n    lead: 'Wir sagen "Moin" - um 10 %.'\n` +
        '    actions: [{ label: Los, dialog: call }]\n' +
        '  - type: event\n    when: { begins: 2026-10-02 }\n    where: { text: Hafen }\n    calendar: true\n' +
        form,
    )}`,
  );
  site.write(
    'log.yaml',
    pageYaml(
      '  - type: hero\n    heading: Log\n  - { type: posts, from: /log, kind: article, perPage: 2 }\n',
    ),
  );
  site.write('log/one.yaml', article('Nebel', '2026-05-01', 'de'));
  site.write('log/two.yaml', article('Gusts', '2026-05-02'));
  site.write('log/three.yaml', article('Brume', '2026-05-03', 'fr'));
  site.write(
    '_site.yaml',
    `${siteYaml}dialogs:\n  call:\n    form:\n      type: form\n      id: call\n      heading: Call us\n` +
      '      fields: [{ name: name, label: Name }]\n      submit: { label: Call, log: true }\n      success: Yes.\n',
  );
  const { diagnostics } = await buildSite(site.pages, site.out);
  expect(filterErrors(diagnostics).map(formatDiagnostic)).toEqual([]);
}

test('all that the engine adds to a page is in the language of the page', async () => {
  await build();
  const html = documentAt(site.out, '/de');
  expect(html).toMatch(/^<!doctype html><html lang="de">/i);
  expect(html).toContain('Sagen Sie „Moin“');
  expect(html).toContain('Wir sagen „Moin“\u00A0– um 10\u00A0%.');
  expect(html).toContain('2. Oktober 2026');
  for (const word of ['when', 'where', 'calendar'] as const)
    expect(html).toContain(languages['de']?.words[word]);
  expect(headOf(html).meta('og:locale')).toBe('de_DE');
  expect(readFileSync(join(site.out, 'de/ask-form.json'), 'utf8')).toContain('"language":"de"');
  // These are in the language of the site.
  expect(html).toMatch(/<a [^>]*class="skip"[^>]*lang="en" dir="ltr"/);
  expect(html).toMatch(/<header lang="en" dir="ltr"/);
  expect(html).toMatch(/<footer [^>]*lang="en" dir="ltr"/);
  expect(html).toMatch(/<dialog [^>]*lang="en" dir="ltr"/);
  expect(readFileSync(join(site.out, 'de/page.json'), 'utf8')).toContain('"language":"de"');
});

test('other pages stay as they are', async () => {
  await build();
  const html = documentAt(site.out, '/');
  expect(html).toMatch(/^<!doctype html><html lang="en">/i);
  expect(html).toMatch(/<header class/);
  expect(html).not.toMatch(/ dir=/);
  expect(headOf(html).meta('og:locale')).toBeUndefined();
});

test('lists, the next article, feeds and structured data name the language of each page', async () => {
  await build();
  const list = documentAt(site.out, '/log');
  expect(list).toMatch(/<h[23][^>]* lang="fr" dir="ltr"[^>]*>Brume/);
  expect(list).toMatch(/href="\/log\/three" hreflang="fr"/i);
  expect(list).toContain('«\u00A0ja\u00A0»');
  expect(list).toMatch(/<h[23][^>]*>Gusts/);
  expect(list).toContain('May 3, 2026');
  const one = documentAt(site.out, '/log/three');
  expect(one).toMatch(/<html lang="fr"/);
  expect(one).toContain('2 mai 2026');
  expect(one).toContain('"inLanguage":"fr"');
  expect(one).toMatch(/<a href="\/log\/two" hreflang="en" lang="en" dir="ltr"[^>]*>Gusts/i);
  expect(one).toContain('«\u00A0ja\u00A0»');
  expect(documentAt(site.out, '/log/page/2')).toMatch(/<html lang="en"/);
  const feed = readFileSync(join(site.out, 'feed.xml'), 'utf8');
  expect(feed).toContain('xml:lang="en">');
  expect(feed).toMatch(/<entry xml:lang="fr">\s*<id>[^<]*three/);
  expect(feed).toMatch(/<entry>\s*<id>[^<]*two/);
});

test('a built page is the same after another build', async () => {
  await build();
  const before = documentAt(site.out, '/de');
  site.write(
    'de.yaml',
    `${readFileSync(join(site.pages, 'de.yaml'), 'utf8')}`.replace('language: de', 'language: fr'),
  );
  await buildSite(site.pages, site.out);
  expect(documentAt(site.out, '/de')).toMatch(/<html lang="fr"/);
  await build();
  expect(documentAt(site.out, '/de')).toBe(before);
});

test.each([
  ['de', []],
  ['de-AT', []],
  ['ar', ['missing-words']],
  ['DE', ['wrong-value']],
  ['German', ['wrong-value']],
])('`language: %s` of a page', (language, rules) => {
  const page = `language: ${language}\n${pageYaml('  - { type: hero, heading: Home }\n')}`;
  const { diagnostics } = check(siteFiles('', { 'index.yaml': page }), assets);
  const found = diagnostics.filter(({ path }) => path[0] === 'language');
  expect(found.map(({ rule }) => rule)).toEqual(rules);
});

test.each(['about.de.yaml', 'index.fr.yaml', 'about.zh-hant.yaml'])('%s is no name for a page', (path) => {
  const { diagnostics } = check(
    siteFiles('  - { type: hero, heading: Home }\n', {
      [path]: pageYaml('  - { type: hero, heading: X }\n'),
    }),
    assets,
  );
  expect(diagnostics.filter(({ rule }) => rule === 'file-name')).toHaveLength(1);
});

const linkTo = (html: string, label: string) =>
  new RegExp(`<a (?:[^>]*)>(?=(?:<[^>]*>)*${label})`).exec(html)?.[0] ?? 'no link';

test('links name the language of a page in another one', async () => {
  const items = [
    ['Startseite', '/'],
    ['Hafen', '/de'],
    ['Port', '/fr#bateaux'],
  ] as const;
  const list = (indent: string, prefix: string) =>
    items.map(([label, to]) => `${indent}- { label: ${prefix} ${label}, to: ${to} }\n`).join('');
  site.write(
    '_site.yaml',
    siteYaml
      .replace(
        '  items: [{ label: Home, to: / }]\n  action: { label: Write, to: / }\n',
        `  search: true\n  items:\n    - label: All\n      items:\n${list('        ', 'Menu')}${list('    ', 'Bar')}` +
          "  action: { label: Action, to: /de }\nannouncement: { text: 'At [Strip](/de).', link: { label: Strip link, to: /fr } }\n",
      )
      .replace('footer: { label: More }', `footer:\n  legal:\n${list('    ', 'Foot')}`),
  );
  const blocks = (heading: string) =>
    `  - type: hero\n    heading: ${heading}\n    lead: 'To [Text Startseite](/), [Text Hafen](/de), [Text Port](/fr#bateaux).'\n` +
    items
      .map(
        ([name, to]) =>
          `  - { type: cta, heading: About ${name}, actions: [{ label: Button ${name}, to: '${to}' }] }\n`,
      )
      .join('') +
    `  - { type: card-grid, heading: Cards, items: [{ heading: One, action: { label: Card Hafen, to: /de } }, { heading: Two, action: { label: Card Port, to: /fr } }] }\n` +
    '  - { type: hero, id: bateaux, heading: Bateaux }\n';
  site.write('index.yaml', pageYaml(blocks('Home')));
  site.write('de.yaml', `language: de\n${pageYaml(blocks('Hafen'))}`);
  site.write('fr.yaml', `language: fr\n${pageYaml(blocks('Le port'))}`);
  const { diagnostics } = await buildSite(site.pages, site.out);
  expect(filterErrors(diagnostics).map(formatDiagnostic)).toEqual([]);
  for (const [path, own] of [
    ['/', 'en'],
    ['/de', 'de'],
    ['/fr', 'fr'],
  ] as const) {
    const html = documentAt(site.out, path);
    for (const [name, language] of [
      ['Startseite', 'en'],
      ['Hafen', 'de'],
      ['Port', 'fr'],
    ] as const)
      for (const place of ['Menu', 'Bar', 'Foot', 'Text', 'Button', 'Card']) {
        if (place === 'Card' && name === 'Startseite') continue;
        const link = linkTo(html, `${place} ${name}`);
        const named = / hreflang="([^"]*)"/i.exec(link)?.[1];
        expect([path, place, name, link === 'no link' ? link : named]).toEqual([
          path,
          place,
          name,
          language === own ? undefined : language,
        ]);
      }
    for (const [label, language] of [
      ['Action', 'de'],
      ['Strip', 'de'],
      ['Strip link', 'fr'],
      ['Example', 'en'],
    ] as const)
      expect([path, label, / hreflang="([^"]*)"/i.exec(linkTo(html, label))?.[1]]).toEqual([
        path,
        label,
        language === own ? undefined : language,
      ]);
  }
});

test('links to the page of a tag or an author in another language name it', async () => {
  const page = (blocks: string, language?: string) =>
    `${language === undefined ? '' : `language: ${language}\n`}${pageYaml(blocks)}`;
  const hero = (heading: string) => `  - type: hero\n    heading: ${heading}\n`;
  site.write('index.yaml', page(`${hero('Home')}  - { type: posts, from: /log }\n`));
  site.write(
    'log/themes.yaml',
    page(`${hero('Les themes')}  - { type: posts, from: /log, by: tag }\n`, 'fr'),
  );
  site.write(
    'log/auteurs.yaml',
    page(`${hero('Les auteurs')}  - { type: posts, from: /log, by: author }\n`, 'fr'),
  );
  for (const [name, language] of [['gusts'], ['brume', 'fr']] as const)
    site.write(
      `log/${name}.yaml`,
      article(`About ${name}`, '2026-05-02', language)
        .replace('kind: article', 'kind: article\ntags: [Wind]')
        .replace(
          'actions: [{ label: Back, to: /log }]',
          'byline: { title: Forecaster }\n    layout: article',
        ),
    );
  const { diagnostics } = await buildSite(site.pages, site.out);
  expect(filterErrors(diagnostics).map(formatDiagnostic)).toEqual([]);
  const languageOf = (path: string, label: string) => {
    const link = linkTo(documentAt(site.out, path), label);
    return link === 'no link' ? link : / hreflang="([^"]*)"/i.exec(link)?.[1];
  };
  expect(languageOf('/', 'Wind')).toBe('fr');
  expect(languageOf('/log/gusts', 'Mara Fairlead')).toBe('fr');
  expect(languageOf('/log/brume', 'Mara Fairlead')).toBeUndefined();
});

test('links of a site in one language name none', async () => {
  site.write(
    'index.yaml',
    pageYaml('  - { type: hero, heading: Home, actions: [{ label: About us, to: /us }] }\n'),
  );
  site.write('us.yaml', pageYaml('  - type: hero\n    heading: About us\n'));
  await buildSite(site.pages, site.out);
  expect(documentAt(site.out, '/')).not.toMatch(/hreflang/i);
});
