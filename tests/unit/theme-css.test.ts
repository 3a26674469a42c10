import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type BuiltInFont,
  fontAddress,
  type FontPair,
  fontPairs,
  fontsOfPair,
  fontVersion,
} from '../../schema/fields/built-in-fonts.ts';
import { baseCss } from '../../src/ui/theme-css.ts';
import { siteFonts } from '../../src/ui/fonts.ts';
import { resolvedTheme } from '../../schema/site/theme-presets.ts';
import { themeSettings } from '../../schema/site/theme-settings.ts';
import { builtInFontFile, fontFilesOf } from '../../scripts/assets/built-in-fonts.ts';
import { openFont } from '../../scripts/assets/fonts.ts';
import { readFont } from '../../scripts/site/read-font.ts';
import { letterWidths } from '../../schema/resolve/header-row.ts';
import { renderSite, websiteOf } from '../support/render-site.ts';
import { pageOf, siteYamlWith } from '../support/small-site.ts';

const home = `- { type: hero, heading: Home page }
- { type: stats, heading: Go on, items: [{ value: 1, label: one }, { value: 2, label: two }] }
`;

/** Renders the home page of a site with this theme. Returns the rules that all pages share, and the rest. */
async function homeWith(theme: string, blocks = home): Promise<{ rules: string; rest: string }> {
  const site = await renderSite({
    '_site.yaml': siteYamlWith(`theme: { ${theme} }\n`),
    'index.yaml': pageOf(blocks),
  });
  expect(site.messages).toEqual([]);
  const html = site.page('/');
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  // `style-src` contains a hash of all styles.
  return { rules, rest: html.replace(rules, '').replace(/style-src[^"]*/, '') };
}

test('a theme changes the rules of the page and no styles of components', async () => {
  const standard = await homeWith('fonts: figtree');
  for (const [theme, ...rules] of [
    [
      'corners: round, density: airy, headings: light',
      '--radius:.875rem',
      '--section:clamp(4rem,',
      'h1,h2{font-weight:400;',
    ],
    ['density: compact, headings: serif', '--section:clamp(2.25rem,', '--display:Georgia,'],
  ] as const) {
    const chosen = await homeWith(theme);
    for (const rule of rules) {
      expect(standard.rules).not.toContain(rule);
      expect(chosen.rules).toContain(rule);
    }
    expect(chosen.rest).toBe(standard.rest);
  }
});

test('only pages with rare letters load their font from the start', async () => {
  const { rest } = await homeWith('fonts: space-grotesk');
  expect(rest).not.toContain('latin-ext');
  const rare = await homeWith('fonts: space-grotesk', home.replace('Go on', 'Łąka'));
  const [, ...preloads] = [...rare.rest.matchAll(/rel="preload" href="([^"]*)/g)];
  expect(preloads.map(([, href]) => href?.replace(/^.*\/|-[^-]*$/g, ''))).toEqual([
    'figtree-latin-wght-normal',
    'space-grotesk-latin-ext-wght-normal',
    'figtree-latin-ext-wght-normal',
  ]);
});

const yellow = '{ light: "#ffcf40", dark: "#ffcf40" }';

test('a page has the backgrounds, second colour and scheme of its theme, and only if set', async () => {
  const standard = await homeWith('fonts: figtree');
  expect(standard.rules).not.toMatch(/--second|--press/);
  const chosen = await homeWith(
    `second: ${yellow}, buttonColor: second, scheme: dark, grounds: { opening: second }`,
  );
  expect(chosen.rules).toMatch(/main>\[data-placement=opening\]\[data-tone=plain\]\)\{[^}]*--ground:#ffcf40/);
  expect(chosen.rules).toMatch(/--press:#ffcf40/);
  expect(chosen.rest).toContain('data-scheme="dark"');
});

test.each(['calm', 'clear', 'loud', 'huge'])('the scale %s has all sizes', async (scale) => {
  const { rules } = await homeWith(`scale: ${scale}`);
  for (const name of ['heading', 'title', 'headline'])
    expect(rules).toMatch(new RegExp(`--${name}:clamp\\(`));
});

const pairs = Object.entries<FontPair>(fontPairs);

test.each(pairs)(
  'a site contains only the fonts of `fonts: %s`, and its pages name no others',
  async (name, pair) => {
    const { rules } = await homeWith(`fonts: ${name}`);
    const { site } = websiteOf({ '_site.yaml': siteYamlWith(`theme: { fonts: ${name} }\n`) });
    const addresses = fontsOfPair(pair).flatMap((font) => [
      fontAddress(font, 'latin'),
      fontAddress(font, 'latin-ext'),
    ]);
    expect([...fontFilesOf(site.theme).keys()].toSorted()).toEqual(addresses.toSorted());
    for (const { family } of fontsOfPair(pair)) expect(rules).toContain(`font-family:"${family}"`);
  },
);

test.each(pairs)('the metrics of `fonts: %s` match the files', (_name, pair) => {
  for (const font of fontsOfPair(pair)) {
    const facts = readFont(readFileSync(builtInFontFile(font)));
    if ('problem' in facts) throw new Error(facts.problem);
    const [above, below] = font.heights;
    expect([100 * facts.ascent, 100 * facts.descent].map((height) => Number(height.toFixed(1)))).toEqual([
      above,
      below,
    ]);
    expect([...new Set(facts.weights)].join(' ')).toBe(font.weights);
    expect(facts.bytes).toBeLessThan(50_000);
  }
});

test.each(pairs)('header text in `fonts: %s` is no wider than the engine expects', async (_name, pair) => {
  const samples = [
    'Unternehmen Leistungen Branchen Karriere Kontakt',
    'Harbour Services Industries Insights About',
  ];
  const widthIn = async (font: BuiltInFont, weight: number, text: string) => {
    const opened = await openFont(builtInFontFile(font), weight);
    return ((opened.layout(text).advanceWidth / opened.unitsPerEm) * (font.larger ?? 100)) / 100;
  };
  for (const font of fontsOfPair(pair).filter((one) => one !== pair.labels || one === pair.headings))
    for (const weight of [400, 650])
      for (const text of samples) {
        expect(await widthIn(font, weight, text), font.family).toBeLessThan(letterWidths.small * text.length);
        expect(await widthIn(font, weight, text.toUpperCase()), font.family).toBeLessThan(
          letterWidths.capital * text.length,
        );
      }
});

test('all built-in fonts have the pinned version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, pair] of pairs)
    for (const { files } of fontsOfPair(pair))
      expect(dependencies[files.split('/').slice(0, 2).join('/')], files).toBe(fontVersion);
});

const choices = Object.entries(themeSettings.shape).flatMap(([key, field]) => {
  const inner = field.unwrap();
  return inner instanceof z.ZodEnum && !['preset', 'fonts'].includes(key)
    ? inner.options.map((value) => [key, String(value)] as const)
    : [];
});
const usual: Record<string, unknown> = resolvedTheme({});

/** Returns the CSS rules that all pages of a site with this theme share. */
function rulesOf(theme: string): string {
  const { site } = websiteOf({ '_site.yaml': siteYamlWith(`theme: { second: ${yellow}, ${theme} }\n`) });
  return baseCss(site, siteFonts(site));
}

// `scheme` is an attribute, and these choices are read by blocks, so the rules do not contain them.
const isElsewhere = (key: string, value: string) =>
  key === 'scheme' || ['heads: beside', 'icons: none'].includes(`${key}: ${value}`);
test.each(choices.filter((choice) => !isElsewhere(...choice)))(
  '`%s: %s` changes the rules of pages, unless it is the default',
  (key, value) => {
    expect(rulesOf(`${key}: ${value}`) === rulesOf('fonts: figtree')).toBe(usual[key] === value);
  },
);

const withAll = `${home}- type: timeline
  heading: Next
  items: [{ heading: One, icon: users }, { heading: Two }]
- { type: card-grid, heading: Cards, items: [{ heading: One, text: A card. }, { heading: Two, text: A card. }] }
`;
test.each(['heads: beside', 'heads: centred', 'cards: rows', 'icons: none'])(
  '`%s` changes the arrangement of blocks',
  async (theme) => {
    const [usual, chosen] = [await homeWith('fonts: figtree', withAll), await homeWith(theme, withAll)];
    expect(chosen.rest).not.toBe(usual.rest);
  },
);

test('a default theme has no rules for other choices', async () => {
  const { rules } = await homeWith('fonts: figtree');
  expect(rules).not.toMatch(/--(?:card|button|icon|head)-[a-z]+:|\[data-(?:label|name|panel)\]/);
});

test("no rule's condition contains a variable, which browsers would not resolve", async () => {
  const timeline = `- { type: hero, heading: Home page }
- { type: timeline, heading: Steps, items: [{ heading: One }, { heading: Two }] }
`;
  const html = await homeWith('width: full, heads: beside', timeline);
  expect(html.rules + html.rest).toMatch(/@media ?\(min-width: ?75rem\)/);
  expect((html.rules + html.rest).match(/@(media|container)[^{]*var\([^{]*/g)).toBe(null);
});

test('a background chosen by the author replaces that of the preset', () => {
  const { footer } = resolvedTheme({ preset: 'chambers' }).grounds;
  const other = footer === 'plain' ? 'tinted' : 'plain';
  expect(resolvedTheme({ preset: 'chambers', grounds: { footer: other } }).grounds.footer).toBe(other);
});
