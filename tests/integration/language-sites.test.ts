import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { english, languages } from '../../schema/content/words.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { copyLanguageSite, fixturePages, languageSites } from '../support/fixture-site.ts';

const charactersIn = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
const others =
  'the of and with is for from to by this your more back next previous page read about search results send ' +
  'message please field error today minutes older newer published written author';

/** The text of a document that visitors read or hear, or that other programs read. */
function textIn(html: string): string {
  // Hashes hold words by chance.
  const document = html.replaceAll(/'sha256-[^']*'/g, '');
  const heard = [...document.matchAll(/\b(?:aria-label|title|alt|placeholder|content|value)="([^"]*)"/g)];
  const seen = document.replaceAll(/<(script|style)[^>]*>.*?<\/\1>|<[^>]*>/gs, ' ');
  return [seen, ...heard.map(([, text]) => text)].join(' ');
}

describe.each(Object.keys(languageSites) as (keyof typeof languageSites)[])('a site in %s', (language) => {
  const { folder, pages } = copyLanguageSite(language);
  const out = join(folder, 'dist');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const texts = (pattern: string, cwd: string) =>
    globSync(pattern, { cwd }).map((file) => [file, readFileSync(join(cwd, file), 'utf8')] as const);
  const written = texts('**/*.yaml', pages);

  test('shows every type of block that the English one shows', () => {
    const typesIn = (files: typeof written) =>
      new Set(files.flatMap(([, text]) => [...text.matchAll(/- type: ([\w-]+)/g)].map(([, type]) => type)));
    const shown = typesIn(texts('**/*.yaml', fixturePages));
    expect(shown.size).toBeGreaterThan(25);
    const own = typesIn(written);
    expect([...shown].filter((type) => !own.has(type))).toEqual([]);
  });

  test('has no English word in any output', async () => {
    const { diagnostics } = await buildSite(pages, out);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const own = new Set(
      // The address of the second page of a list is `/page/2` in every language.
      charactersIn(['page', ...written.flat(), ...Object.values(languages[language]?.words ?? {})].join(' ')),
    );
    const foreign = new Set(
      charactersIn([others, ...Object.values(english)].join(' ')).filter((one) => !own.has(one)),
    );
    const built = texts('**/*.{html,txt,ics,webmanifest}', out).concat(
      texts('**/*{-form.json,feed.xml}', out),
    );
    expect(built.length).toBeGreaterThan(12);
    const found = built.flatMap(([file, text]) => {
      const words = charactersIn(/\.(?:json|webmanifest)$/.test(file) ? valuesIn(text) : textIn(text));
      return words.filter((word) => foreign.has(word)).map((word) => `${file}: ${word}`);
    });
    expect([...new Set(found)]).toEqual([]);
  });

  test('has its own labels in the page', () => {
    const words = languages[language]?.words;
    const html = texts('**/*.html', out)
      .map(([, text]) => text)
      .join('');
    const shown = [
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
    ] as const;
    for (const name of [
      ...shown,
      'when',
      'where',
      'calendar',
      'applyBy',
      'optional',
      'enlarge',
      'filter',
    ] as const)
      expect(html, name).toContain(words?.[name]);
  });

  test('has no warning except unused pictures of the fixture', () => {
    expect(readSite(pages).diagnostics.filter(({ rule }) => rule !== 'unused-picture')).toEqual([]);
  });
});

/** The values of a JSON file, without its keys. */
const valuesIn = (json: string): string => json.replaceAll(/"[\w-]+":/g, ' ');
