import { createRequire } from 'node:module';
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { palette } from '../../schema/content/palette.ts';
import type { FontState } from '../../schema/content/font-facts.ts';
import { check } from '../../schema/checker/check.ts';
import { drawShareImage, type ShareCard } from '../../scripts/assets/share-image.ts';
import { drawableText, openFace } from '../../scripts/assets/share-text.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteFiles, siteYaml } from '../support/small-site.ts';

const look = {
  company: 'Harbour Office',
  colors: palette({ neutrals: 'tinted', buttonColor: 'accent' }).plain.light,
};
const draw = (card: ShareCard, company = look.company) => drawShareImage(card, { ...look, company });
const face = await openFace(undefined, { weight: 700, spacing: 0 });

const foreign = [
  '東京の天気予報サービスについて',
  'Погода в порту',
  'Καιρός',
  'สภาพอากาศ',
  'हिन्दी में',
  '항구 날씨',
  'Weather in Япония',
  'Ұлы дала',
  'ღია კარი',
  'Ելք',
  'አዲስ',
  '𠮷野家',
];
const rightToLeft = ['نبني لكم أنظمة', 'מזג האוויר', 'هواشناسی 2026', 'Port of حيفا', 'ދިވެހި'];
const drawn = [
  ['Weather & water', 'Weather & water'],
  ['ÄÖÜ ß Łódź İstanbul žluťoučký', 'ÄÖÜ ß Łódź İstanbul žluťoučký'],
  ['U\u0308ber uns', 'Über uns'],
  ['Fog 🌫️ and wind', 'Fog and wind'],
  ['🎉 100 % ☂', '100 %'],
  ['A → B', 'A B'],
];

test.each([...foreign, ...rightToLeft])('“%s” is left out of a picture', async (title) => {
  expect(drawableText(title, face)).toBe('');
  expect((await draw({ title })).equals(await draw({ title: '' }))).toBe(true);
  expect((await draw({ title: 'Fog', section: title })).equals(await draw({ title: 'Fog' }))).toBe(true);
  expect((await draw({ title: 'Fog' }, title)).equals(await draw({ title: 'Fog' }, ''))).toBe(true);
});

test.each(drawn)('of “%s”, a picture shows “%s”', async (title, shown) => {
  expect(drawableText(title, face)).toBe(shown);
  expect((await draw({ title })).equals(await draw({ title: '' }))).toBe(false);
});

const system = siteYaml.replace('navigation:\n', 'theme: { fonts: system }\nnavigation:\n');
const assets = { icons: new Set<string>(), files: new Set(['/a.jpg']) };
const titled = (title: string, more = '') =>
  `${more}${pageYaml('  - { type: hero, heading: Home }\n').replace(/^title: .*/m, `title: "${title}"`)}`;
const found = (files: Record<string, string>) =>
  check(siteFiles('', files), assets).diagnostics.filter(({ rule }) => rule === 'share-letters');

describe('a site with the fonts of devices', () => {
  test.each([
    ...foreign.map((title) => [title, 'no font for them has the letters'] as const),
    ...rightToLeft.map(
      (title) => [title, 'words from right to left cannot be drawn there, whatever the font'] as const,
    ),
    [
      'Погода حيفا',
      'no font for them has the letters, and words from right to left cannot be drawn there',
    ] as const,
  ])('is told that “%s” is left out, as %s', (title, reason) => {
    const files = { '_site.yaml': system, 'index.yaml': titled(title) };
    expect(found(files)).toMatchObject([
      {
        file: 'pages/_site.yaml',
        severity: 'warning',
        message: `the pictures that are drawn for links leave out the title of \`pages/index.yaml\`, as ${reason}`,
      },
    ]);
  });

  test.each(drawn.map(([title = '']) => title))('is told nothing about “%s”', (title) => {
    expect(found({ '_site.yaml': system, 'index.yaml': titled(title) })).toEqual([]);
  });

  test('is told so of words from right to left even if its own font has them', () => {
    const font: FontState = {
      letters: [[32, 0x6ff]],
      weights: [300, 900],
      width: 0.4,
      ascent: 0.9,
      descent: 0.2,
      bytes: 9,
    };
    const fonts = new Map([['/own.woff2', font]]);
    const settings = siteYaml.replace(
      'navigation:\n',
      'theme: { ownFonts: { text: /own.woff2 } }\nnavigation:\n',
    );
    const toldOf = (title: string) =>
      check(siteFiles('', { '_site.yaml': settings, 'index.yaml': titled(title) }), {
        ...assets,
        files: new Set(['/own.woff2']),
        fonts,
      }).diagnostics.filter(({ rule }) => rule === 'share-letters');
    expect(toldOf('Погода в порту')).toEqual([]);
    const [told] = toldOf('نبني لكم أنظمة');
    expect(told?.message).toContain('whatever the font');
    expect(told?.advice).toMatch(/^name a photo for all pages/);
  });

  test('is told nothing where nothing is drawn', () => {
    const [title = ''] = foreign;
    const own = 'share: { picture: { src: /a.jpg, alt: The pier at noon } }\n';
    expect(found({ '_site.yaml': system + own, 'index.yaml': titled(title) })).toEqual([]);
    expect(found({ '_site.yaml': system, 'index.yaml': titled(title, own) })).toEqual([]);
    expect(found({ '_site.yaml': `${system}share: site\n`, 'index.yaml': titled(title) })).toEqual([]);
    expect(found({ '_site.yaml': siteYaml, 'index.yaml': titled(title) })).toEqual([]);
  });
});

const site = siteOnDisk();
test('a font of the site that has the letters is enough', () => {
  const require = createRequire(import.meta.url);
  const file =
    require.resolve('@fontsource-variable/space-grotesk/files/space-grotesk-vietnamese-wght-normal.woff2');
  mkdirSync(join(site.folder, 'site/public/fonts'), { recursive: true });
  writeFileSync(join(site.folder, 'site/public/fonts/own.woff2'), readFileSync(file));
  const rules = () => readSite(site.pages).diagnostics.map(({ rule }) => rule);
  site.write('index.yaml', titled('Hải Phòng Ơ'));
  site.write('_site.yaml', system);
  expect(rules()).toContain('share-letters');
  site.write(
    '_site.yaml',
    siteYaml.replace(
      'navigation:\n',
      'theme: { fonts: system, ownFonts: { headings: /fonts/own.woff2 } }\nnavigation:\n',
    ),
  );
  expect(rules()).not.toContain('share-letters');
});
