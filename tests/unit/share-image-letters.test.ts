import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FontState } from '../../schema/fields/font-facts.ts';
import { createPalette } from '../../schema/site/palette.ts';
import { drawShareImage, type ShareImageContent } from '../../scripts/assets/share-image.ts';
import { readFont } from '../../scripts/site/read-font.ts';
import { readCases } from '../support/golden.ts';
import { checkTestSite } from '../support/render-site.ts';
import { completePage, siteYaml, mergeSiteYaml } from '../support/small-site.ts';

const look = {
  company: 'Harbour Office',
  colors: createPalette({ neutrals: 'tinted', buttonColor: 'accent' }).plain.light,
};
const drawImage = (card: ShareImageContent, company = look.company) =>
  drawShareImage(card, { ...look, company });
const [emptyImage, fogImage, imageWithoutCompany] = await Promise.all([
  drawImage({ title: '' }),
  drawImage({ title: 'Fog' }),
  drawImage({ title: 'Fog' }, ''),
]);

const titleCases = readCases('short-answers').filter(({ headline }) => headline.startsWith('what is drawn'));
const unsupportedTitles = titleCases.filter(({ output }) => output === 'nothing').map(({ input }) => input);
const supportedTitles = titleCases.filter(({ output }) => output !== 'nothing').map(({ input }) => input);

test.each(unsupportedTitles)('“%s” is left out of a share image', async (title) => {
  expect((await drawImage({ title })).equals(emptyImage)).toBe(true);
  expect((await drawImage({ title: 'Fog', section: title })).equals(fogImage)).toBe(true);
  expect((await drawImage({ title: 'Fog' }, title)).equals(imageWithoutCompany)).toBe(true);
});

test.each(supportedTitles)(
  'a share image shows only the characters of “%s” that the font supports',
  async (title) => {
    expect((await drawImage({ title })).equals(emptyImage)).toBe(false);
  },
);

const vietnameseFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/space-grotesk/files/space-grotesk-vietnamese-wght-normal.woff2',
);
const vietnameseFont = readFont(readFileSync(vietnameseFile));
const arabicFont: FontState = {
  letters: [[32, 0x6ff]],
  weights: [300, 900],
  width: 0.4,
  ascent: 0.9,
  descent: 0.2,
  bytes: 9,
};
const assets = {
  files: new Set(['/a.jpg', '/vietnamese.woff2', '/arabic.woff2']),
  fonts: new Map<string, FontState>([
    ['/vietnamese.woff2', vietnameseFont],
    ['/arabic.woff2', arabicFont],
  ]),
};

/** Returns the diagnostics about characters in share images, for a site that contains a page with this title. */
const checkLetters = (settings: string, title: string, pageSettings = '') =>
  checkTestSite(
    {
      '_site.yaml': mergeSiteYaml(settings),
      'index.yaml': `${pageSettings}${completePage('- { type: hero, heading: Home }\n').replace(/^title: .*/m, `title: "${title}"`)}`,
    },
    { assets },
  ).diagnostics.filter(({ rule }) => rule === 'share-letters');

test('characters are not reported for pages without a share image', () => {
  const [title = ''] = unsupportedTitles;
  const systemFonts = 'theme: { fonts: system }\n';
  const ownSettings = 'share: { image: { src: /a.jpg, alt: The pier at noon } }\n';
  expect(checkLetters(systemFonts, title)).toHaveLength(1);
  expect(checkLetters(systemFonts + ownSettings, title)).toEqual([]);
  expect(checkLetters(systemFonts, title, ownSettings)).toEqual([]);
  expect(checkLetters(`${systemFonts}share: site\n`, title)).toEqual([]);
  expect(checkLetters(siteYaml, title)).toEqual([]);
});

test('characters are not reported if a custom font has them', () => {
  expect(checkLetters('theme: { fonts: system }\n', 'Hải Phòng Ơ')).toHaveLength(1);
  const ownSettings = 'theme: { fonts: system, ownFonts: { headings: /vietnamese.woff2 } }\n';
  expect(checkLetters(ownSettings, 'Hải Phòng Ơ')).toEqual([]);
});

test('right-to-left text is reported even if the custom font has its characters', () => {
  const settings = 'theme: { ownFonts: { text: /arabic.woff2 } }\n';
  expect(checkLetters(settings, 'Погода в порту')).toEqual([]);
  const [diagnostic] = checkLetters(settings, 'نبني لكم أنظمة');
  expect(diagnostic?.message).toContain('cannot draw right-to-left text');
  expect(diagnostic?.advice).toMatch(/^set a photo for all pages/);
});
