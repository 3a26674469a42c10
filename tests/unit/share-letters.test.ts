import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FontState } from '../../schema/fields/font-facts.ts';
import { palette } from '../../schema/site/palette.ts';
import { drawShareImage, type ShareCard } from '../../scripts/assets/share-image.ts';
import { readFont } from '../../scripts/site/read-font.ts';
import { casesIn } from '../support/golden.ts';
import { checkedSite } from '../support/render-site.ts';
import { pageOf, siteYaml, siteYamlWith } from '../support/small-site.ts';

const look = {
  company: 'Harbour Office',
  colors: palette({ neutrals: 'tinted', buttonColor: 'accent' }).plain.light,
};
const draw = (card: ShareCard, company = look.company) => drawShareImage(card, { ...look, company });
const [untitled, fog, ownerless] = await Promise.all([
  draw({ title: '' }),
  draw({ title: 'Fog' }),
  draw({ title: 'Fog' }, ''),
]);

const titles = casesIn('short-answers').filter(({ headline }) => headline.startsWith('what is drawn'));
const foreign = titles.filter(({ output }) => output === 'nothing').map(({ input }) => input);
const drawn = titles.filter(({ output }) => output !== 'nothing').map(({ input }) => input);

test.each(foreign)('“%s” is left out of a share image', async (title) => {
  expect((await draw({ title })).equals(untitled)).toBe(true);
  expect((await draw({ title: 'Fog', section: title })).equals(fog)).toBe(true);
  expect((await draw({ title: 'Fog' }, title)).equals(ownerless)).toBe(true);
});

test.each(drawn)('a share image shows the supported part of “%s”', async (title) => {
  expect((await draw({ title })).equals(untitled)).toBe(false);
});

const file = createRequire(import.meta.url).resolve(
  '@fontsource-variable/space-grotesk/files/space-grotesk-vietnamese-wght-normal.woff2',
);
const vietnamese = readFont(readFileSync(file));
const arabic: FontState = {
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
    ['/vietnamese.woff2', vietnamese],
    ['/arabic.woff2', arabic],
  ]),
};

/** Returns the diagnostics about letters in share images, for a site with a page of this title. */
const toldOf = (settings: string, title: string, more = '') =>
  checkedSite(
    {
      '_site.yaml': siteYamlWith(settings),
      'index.yaml': `${more}${pageOf('- { type: hero, heading: Home }\n').replace(/^title: .*/m, `title: "${title}"`)}`,
    },
    { assets },
  ).diagnostics.filter(({ rule }) => rule === 'share-letters');

test('nothing is reported where no image is drawn', () => {
  const [title = ''] = foreign;
  const system = 'theme: { fonts: system }\n';
  const own = 'share: { image: { src: /a.jpg, alt: The pier at noon } }\n';
  expect(toldOf(system, title)).toHaveLength(1);
  expect(toldOf(system + own, title)).toEqual([]);
  expect(toldOf(system, title, own)).toEqual([]);
  expect(toldOf(`${system}share: site\n`, title)).toEqual([]);
  expect(toldOf(siteYaml, title)).toEqual([]);
});

test('a custom font that has the letters is sufficient', () => {
  expect(toldOf('theme: { fonts: system }\n', 'Hải Phòng Ơ')).toHaveLength(1);
  const own = 'theme: { fonts: system, ownFonts: { headings: /vietnamese.woff2 } }\n';
  expect(toldOf(own, 'Hải Phòng Ơ')).toEqual([]);
});

test('right-to-left text is reported even if the custom font has its letters', () => {
  const settings = 'theme: { ownFonts: { text: /arabic.woff2 } }\n';
  expect(toldOf(settings, 'Погода в порту')).toEqual([]);
  const [told] = toldOf(settings, 'نبني لكم أنظمة');
  expect(told?.message).toContain('in any font');
  expect(told?.advice).toMatch(/^set a photo for all pages/);
});
