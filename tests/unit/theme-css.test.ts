import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type BuiltInFont,
  toFontPath,
  type FontPair,
  fontPairs,
  listFonts,
  fontVersion,
} from '../../schema/fields/built-in-fonts.ts';
import { createBaseCss } from '../../src/ui/theme-css.ts';
import { createSiteFonts } from '../../src/ui/fonts.ts';
import { resolveTheme } from '../../schema/site/theme-presets.ts';
import { themeSettings } from '../../schema/site/theme-settings.ts';
import { resolveBuiltInFontFile, listFontFiles } from '../../scripts/assets/built-in-fonts.ts';
import { openFont } from '../../scripts/assets/fonts.ts';
import { readFont } from '../../scripts/site/read-font.ts';
import { letterWidths } from '../../schema/resolve/header-row.ts';
import { renderSite, loadTestWebsite } from '../support/render-site.ts';
import { completePage, mergeSiteYaml } from '../support/small-site.ts';

const homeBlocks = `- { type: hero, heading: Home page }
- { type: stats, heading: Go on, items: [{ value: 1, label: one }, { value: 2, label: two }] }
`;

/**
 * Renders the home page of a site with this theme. Returns the
 * CSS rules that all pages share, and the rest of the HTML.
 */
async function renderHome(theme: string, blocks = homeBlocks): Promise<{ rules: string; rest: string }> {
  const site = await renderSite({
    '_site.yaml': mergeSiteYaml(`theme: { ${theme} }\n`),
    'index.yaml': completePage(blocks),
  });
  expect(site.messages).toEqual([]);
  const html = site.page('/');
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  // Remove `style-src`, which contains a hash of all styles.
  return { rules, rest: html.replace(rules, '').replace(/style-src[^"]*/, '') };
}

test('a theme changes only the page styles, not the rest of the HTML', async () => {
  const defaultPage = await renderHome('fonts: figtree');
  for (const [theme, ...rules] of [
    [
      'corners: round, density: airy, headings: light',
      '--radius:.875rem',
      '--section:clamp(4rem,',
      'h1,h2{font-weight:400;',
    ],
    ['density: compact, headings: serif', '--section:clamp(2.25rem,', '--display:Georgia,'],
  ] as const) {
    const themedPage = await renderHome(theme);
    for (const rule of rules) {
      expect(defaultPage.rules).not.toContain(rule);
      expect(themedPage.rules).toContain(rule);
    }
    expect(themedPage.rest).toBe(defaultPage.rest);
  }
});

test('only pages with rare characters preload the fonts for them', async () => {
  const { rest } = await renderHome('fonts: space-grotesk');
  expect(rest).not.toContain('latin-ext');
  const pageWithRareLetters = await renderHome('fonts: space-grotesk', homeBlocks.replace('Go on', 'Łąka'));
  const [, ...preloads] = [...pageWithRareLetters.rest.matchAll(/rel="preload" href="([^"]*)/g)];
  expect(preloads.map(([, href]) => href?.replace(/^.*\/|-[^-]*$/g, ''))).toEqual([
    'figtree-latin-wght-normal',
    'space-grotesk-latin-ext-wght-normal',
    'figtree-latin-ext-wght-normal',
  ]);
});

const yellow = '{ light: "#ffcf40", dark: "#ffcf40" }';

test('a page has its own backgrounds, second colour and scheme only if the theme sets them', async () => {
  const defaultPage = await renderHome('fonts: figtree');
  expect(defaultPage.rules).not.toMatch(/--second|--press/);
  const themedPage = await renderHome(
    `second: ${yellow}, buttonColor: second, scheme: dark, grounds: { opening: second }`,
  );
  expect(themedPage.rules).toMatch(
    /main>\[data-placement=opening\]\[data-tone=plain\]\)\{[^}]*--ground:#ffcf40/,
  );
  expect(themedPage.rules).toMatch(/--press:#ffcf40/);
  expect(themedPage.rest).toContain('data-scheme="dark"');
});

test.each(['calm', 'clear', 'loud', 'huge'])('the type scale %s has all sizes', async (scale) => {
  const { rules } = await renderHome(`scale: ${scale}`);
  for (const name of ['heading', 'title', 'headline'])
    expect(rules).toMatch(new RegExp(`--${name}:clamp\\(`));
});

const namedFontPairs = Object.entries<FontPair>(fontPairs);

test.each(namedFontPairs)(
  'a site contains only the fonts of `fonts: %s`, and its pages name no others',
  async (name, pair) => {
    const { rules } = await renderHome(`fonts: ${name}`);
    const { site } = loadTestWebsite({ '_site.yaml': mergeSiteYaml(`theme: { fonts: ${name} }\n`) });
    const fontUrls = listFonts(pair).flatMap((font) => [
      toFontPath(font, 'latin'),
      toFontPath(font, 'latin-ext'),
    ]);
    expect([...listFontFiles(site.theme).keys()].toSorted()).toEqual(fontUrls.toSorted());
    for (const { family } of listFonts(pair)) expect(rules).toContain(`font-family:"${family}"`);
  },
);

test.each(namedFontPairs)('the metrics of `fonts: %s` match the font files', (_title, pair) => {
  for (const font of listFonts(pair)) {
    const fontFacts = readFont(readFileSync(resolveBuiltInFontFile(font)));
    if ('problem' in fontFacts) throw new Error(fontFacts.problem);
    const [ascent, descent] = font.heights;
    expect(
      [100 * fontFacts.ascent, 100 * fontFacts.descent].map((height) => Number(height.toFixed(1))),
    ).toEqual([ascent, descent]);
    expect([...new Set(fontFacts.weights)].join(' ')).toBe(font.weights);
    expect(fontFacts.bytes).toBeLessThan(50_000);
  }
});

test.each(namedFontPairs)(
  'header text in `fonts: %s` is no wider than the engine expects',
  async (_title, pair) => {
    const samples = [
      'Unternehmen Leistungen Branchen Karriere Kontakt',
      'Harbour Services Industries Insights About',
    ];
    const measureWidth = async (font: BuiltInFont, weight: number, text: string) => {
      const openedFont = await openFont(resolveBuiltInFontFile(font), weight);
      return ((openedFont.layout(text).advanceWidth / openedFont.unitsPerEm) * (font.larger ?? 100)) / 100;
    };
    for (const font of listFonts(pair).filter(
      (pairFont) => pairFont !== pair.labels || pairFont === pair.headings,
    ))
      for (const weight of [400, 650])
        for (const text of samples) {
          expect(await measureWidth(font, weight, text), font.family).toBeLessThan(
            letterWidths.small * text.length,
          );
          expect(await measureWidth(font, weight, text.toUpperCase()), font.family).toBeLessThan(
            letterWidths.capital * text.length,
          );
        }
  },
);

test('all built-in fonts have the pinned version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, pair] of namedFontPairs)
    for (const { files } of listFonts(pair))
      expect(dependencies[files.split('/').slice(0, 2).join('/')], files).toBe(fontVersion);
});

const choices = Object.entries(themeSettings.shape).flatMap(([key, field]) => {
  const innerSchema = field.unwrap();
  return innerSchema instanceof z.ZodEnum && !['preset', 'fonts'].includes(key)
    ? innerSchema.options.map((value) => [key, String(value)] as const)
    : [];
});
const defaults: Record<string, unknown> = resolveTheme({});

/** Returns the CSS rules that all pages share on a site with this theme. */
function createRules(theme: string): string {
  const { site } = loadTestWebsite({
    '_site.yaml': mergeSiteYaml(`theme: { second: ${yellow}, ${theme} }\n`),
  });
  return createBaseCss(site, createSiteFonts(site));
}

// `scheme` becomes an attribute, and blocks read these choices, so the CSS rules contain none of them.
const isReadElsewhere = (key: string, value: string) =>
  key === 'scheme' || ['heads: beside', 'icons: none'].includes(`${key}: ${value}`);
test.each(choices.filter((choice) => !isReadElsewhere(...choice)))(
  '`%s: %s` changes the page styles, unless it is the default',
  (key, value) => {
    expect(createRules(`${key}: ${value}`) === createRules('fonts: figtree')).toBe(defaults[key] === value);
  },
);

const manyBlocks = `${homeBlocks}- type: timeline
  heading: Next
  items: [{ heading: One, icon: users }, { heading: Two }]
- { type: card-grid, heading: Cards, items: [{ heading: One, text: A card. }, { heading: Two, text: A card. }] }
`;
test.each(['heads: beside', 'heads: centred', 'cards: rows', 'icons: none'])(
  '`%s` changes the HTML of blocks',
  async (theme) => {
    const [defaults, themedPage] = [
      await renderHome('fonts: figtree', manyBlocks),
      await renderHome(theme, manyBlocks),
    ];
    expect(themedPage.rest).not.toBe(defaults.rest);
  },
);

test('the default theme has no styles for options that it does not use', async () => {
  const { rules } = await renderHome('fonts: figtree');
  expect(rules).not.toMatch(/--(?:card|button|icon|head)-[a-z]+:|\[data-(?:label|name|panel)\]/);
});

test('no media or container query contains a variable, because browsers do not resolve variables there', async () => {
  const timeline = `- { type: hero, heading: Home page }
- { type: timeline, heading: Steps, items: [{ heading: One }, { heading: Two }] }
`;
  const html = await renderHome('width: full, heads: beside', timeline);
  expect(html.rules + html.rest).toMatch(/@media ?\(min-width: ?75rem\)/);
  expect((html.rules + html.rest).match(/@(media|container)[^{]*var\([^{]*/g)).toBe(null);
});

test('a background selected by the author replaces the background of the preset', () => {
  const { footer } = resolveTheme({ preset: 'chambers' }).grounds;
  const otherTone = footer === 'plain' ? 'tinted' : 'plain';
  expect(resolveTheme({ preset: 'chambers', grounds: { footer: otherTone } }).grounds.footer).toBe(otherTone);
});
