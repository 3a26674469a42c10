import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { english, languages } from '../../schema/fields/words.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { copyLanguageSite, fixturePages, languageSites } from '../support/fixture-site.ts';
import { renderSite } from '../support/render-site.ts';

const splitWords = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
const englishWords =
  'the of and with is for from to by this your more back next previous page read about search results send ' +
  'message please field error today minutes older newer published written author';

/** Returns the text in an HTML document that visitors, screen readers or other programs read. */
function extractText(html: string): string {
  // Remove hashes, which may contain words by chance.
  const document = html.replaceAll(/'sha256-[^']*'/g, '');
  const attributes = [
    ...document.matchAll(/\b(?:aria-label|title|alt|placeholder|content|value)="([^"]*)"/g),
  ];
  const visibleText = document.replaceAll(/<(script|style)[^>]*>.*?<\/\1>|<[^>]*>/gs, ' ');
  return [visibleText, ...attributes.map(([, text]) => text)].join(' ');
}

describe.each(Object.keys(languageSites) as (keyof typeof languageSites)[])('a site in %s', (language) => {
  const { folder, pages } = copyLanguageSite(language);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { files, assets, diagnostics } = readSite(pages);
  const sourceTexts = files.sources.map(({ path, text }) => [path, text] as const);
  const rendered = renderSite(Object.fromEntries(sourceTexts), { assets });
  const findOutputs = async (pattern: RegExp) =>
    [...(await rendered).files].filter(([path]) => pattern.test(path));

  test('shows every block type that the English site shows', () => {
    const collectTypes = ({ sources }: typeof files) =>
      new Set(sources.flatMap(({ text }) => [...text.matchAll(/- type: ([\w-]+)/g)].map(([, type]) => type)));
    const englishSiteTypes = collectTypes(readSite(fixturePages).files);
    expect(englishSiteTypes.size).toBeGreaterThan(25);
    const siteTypes = collectTypes(files);
    expect([...englishSiteTypes].filter((type) => !siteTypes.has(type))).toEqual([]);
  });

  test('has no English words in any output', async () => {
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const siteWords = new Set(
      // The address of the second page of a list ends with `/page/2` in every language.
      splitWords(
        ['page', ...sourceTexts.flat(), ...Object.values(languages[language]?.words ?? {})].join(' '),
      ),
    );
    const foreignWords = new Set(
      splitWords([englishWords, ...Object.values(english)].join(' ')).filter((word) => !siteWords.has(word)),
    );
    // Leave out licences, which are in the language of their authors.
    const texts = await findOutputs(
      /(?:\.(?:html|(?<!licenses\.)txt|ics|webmanifest)|-form\.json|feed\.xml)$/,
    );
    expect(texts.length).toBeGreaterThan(12);
    const found = texts.flatMap(([file, text]) => {
      const words = splitWords(/\.(?:json|webmanifest)$/.test(file) ? removeKeys(text) : extractText(text));
      return words.filter((word) => foreignWords.has(word)).map((word) => `${file}: ${word}`);
    });
    expect([...new Set(found)]).toEqual([]);
  });

  test('has translated labels in its pages', async () => {
    const words = languages[language]?.words;
    const html = (await findOutputs(/\.html$/)).map(([, text]) => text).join('');
    const labelNames = [
      'skip',
      'menu',
      'close',
      'colors',
      'home',
      'pause',
      'more',
      'newTab',
      'jump',
      'contents',
      'when',
      'where',
      'calendar',
      'applyBy',
      'optional',
      'enlarge',
      'filter',
    ] as const;
    for (const name of labelNames) expect(html, name).toContain(words?.[name]);
  });

  test('has no warnings except for unused pictures of the fixture', () => {
    expect(diagnostics.filter(({ rule }) => rule !== 'unused-picture')).toEqual([]);
  });
});

/** Removes the keys from a JSON file. */
const removeKeys = (json: string): string => json.replaceAll(/"[\w-]+":/g, ' ');
