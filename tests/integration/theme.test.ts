import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type BuiltInFont,
  fontAddress,
  type FontPair,
  fontPairs,
  fontsOfPair,
  fontVersion,
} from '../../schema/content/built-in-fonts.ts';
import { baseCss } from '../../src/components/base-css.ts';
import { siteFonts } from '../../src/components/fonts.ts';
import { resolvedTheme } from '../../schema/content/theme-presets.ts';
import { themeSettings } from '../../schema/content/theme-settings.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { builtInFontFile } from '../../scripts/assets/built-in-fonts.ts';
import { openFont } from '../../scripts/assets/fonts.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { readFont } from '../../scripts/source/read-font.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { breadths } from '../../scripts/view/header-row.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const site = siteOnDisk(
  '  - type: hero\n    heading: Home page\n  - type: stats\n    heading: Go on\n' +
    '    items: [{ value: 1, label: one }, { value: 2, label: two }]\n',
);

/** The home page of a site with this theme: the rules that all pages have, and the rest. */
async function homeWith(theme: string): Promise<{ rules: string; rest: string }> {
  site.write('_site.yaml', `${siteYaml}theme: { ${theme} }\n`);
  const { diagnostics } = await buildSite(site.pages, site.out);
  expect(diagnostics).toEqual([]);
  const html = readFileSync(join(site.out, 'index.html'), 'utf8');
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  // The policy has a sum of all styles.
  return { rules, rest: html.replace(rules, '').replace(/style-src[^"]*/, '') };
}

test('a theme changes the rules of the page, and no style of a component', async () => {
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

test('a page with rarer letters loads their font from the start, and no other page does', async () => {
  const { rest } = await homeWith('fonts: space-grotesk');
  expect(rest).not.toContain('latin-ext');
  site.write('index.yaml', readFileSync(join(site.pages, 'index.yaml'), 'utf8').replace('Go on', 'Łąka'));
  const [, ...preloads] = [
    ...(await homeWith('fonts: space-grotesk')).rest.matchAll(/rel="preload" href="([^"]*)/g),
  ];
  expect(preloads.map(([, href]) => href?.replace(/^.*\/|-[^-]*$/g, ''))).toEqual([
    'figtree-latin-wght-normal',
    'space-grotesk-latin-ext-wght-normal',
    'figtree-latin-ext-wght-normal',
  ]);
});

const faultsOf = (theme: string) => {
  site.write('_site.yaml', `${siteYaml}theme: ${theme}\n`);
  return readSite(site.pages).diagnostics.map(formatDiagnostic);
};
const both = (color: string) => `{ light: "${color}", dark: "${color}" }`;
const own = (ground: string, ink: string) =>
  `{ ownNeutrals: { ground: { light: "${ground}", dark: "#101010" }, ink: { light: "${ink}", dark: "#eeeeee" } } }`;

test.each([
  ...['plain', 'chambers', 'playroom', 'signal', 'works', 'gazette'].map((name) => `{ preset: ${name} }`),
  `{ second: ${both('#ffcf40')}, grounds: { opening: second, closing: accent, footer: tinted } }`,
  `{ second: ${both('#808080')}, buttonColor: second }`,
  '{ accent: { light: "#0b6b53", dark: "#6fd9b5" }, neutrals: warm }',
  '{ preset: works, corners: round, headings: light, scale: huge, scheme: dark }',
  own('#ffffff', '#000000'),
  own('#e8f0ff', '#102040'),
])('the checker accepts the theme %s', (theme) => {
  expect(faultsOf(theme)).toEqual([]);
});

test.each([
  ['{ accent: { light: "#5aa9e6", dark: "#e5f0ff" } }', /2\.\d:1 where it is weakest.*`#\w{6}` would do/],
  ['{ accent: { light: "#0b6b53", dark: "#34524a" } }', /`#\w{6}` would do/],
  [own('#808080', '#000000'), /4\.\d:1 where it is weakest, and text needs 7:1; `#\w{6}` would do/],
  [own('#ffffff', '#bbbbbb'), /text needs 4\.5:1; `#\w{6}` would do/],
  ['{ preset: blue }', /`preset` cannot be `blue`/],
  ['{ grounds: { opening: green } }', /`opening` cannot be `green`/],
  ['{ second: "#ffcf40" }', /second/],
])('the checker says what is wrong with the theme %s', (theme, message) => {
  const faults = faultsOf(theme);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
});

test.each([
  ['{ accent: { light: "#5aa9e6", dark: "#e5f0ff" } }', '#5aa9e6'],
  ['{ accent: { light: "#0b6b53", dark: "#34524a" } }', '#34524a'],
  [own('#808080', '#000000'), '#808080'],
  [own('#ffffff', '#bbbbbb'), '#bbbbbb'],
])('the colour that the checker offers for the theme %s has no fault', (theme, weak) => {
  const [, better = ''] = /`(#\w{6})` would do/.exec(faultsOf(theme).join()) ?? [];
  expect(faultsOf(theme.replace(weak, better))).toEqual([]);
});

test('grounds, the second colour and the scheme of a theme are in the page, and nothing of them otherwise', async () => {
  const standard = await homeWith('fonts: figtree');
  expect(standard.rules).not.toMatch(/--second|--press/);
  const chosen = await homeWith(
    `second: ${both('#ffcf40')}, buttonColor: second, scheme: dark, grounds: { opening: second }`,
  );
  expect(chosen.rules).toMatch(/main>\[data-block=hero\]\[data-tone=plain\]\)\{[^}]*--ground:#ffcf40/);
  expect(chosen.rules).toMatch(/--press:#ffcf40/);
  expect(chosen.rest).toContain('data-scheme="dark"');
});

test.each(['calm', 'clear', 'loud', 'huge'])('the scale %s has all sizes', async (scale) => {
  const { rules } = await homeWith(`scale: ${scale}`);
  for (const name of ['heading', 'title', 'hero']) expect(rules).toMatch(new RegExp(`--${name}:clamp\\(`));
});

const pairs = Object.entries<FontPair>(fontPairs);

test.each(pairs)(
  'only the fonts of `fonts: %s` are built into a site, and named in its pages',
  async (name, pair) => {
    const { rules } = await homeWith(`fonts: ${name}`);
    const addresses = fontsOfPair(pair).flatMap((font) => [
      fontAddress(font, 'latin'),
      fontAddress(font, 'latin-ext'),
    ]);
    expect(globSync('assets/*.woff2', { cwd: site.out }).map((file) => `/${file}`)).toEqual(
      expect.arrayContaining(addresses),
    );
    expect(globSync('assets/*.woff2', { cwd: site.out })).toHaveLength(addresses.length);
    for (const { family } of fontsOfPair(pair)) expect(rules).toContain(`font-family:"${family}"`);
  },
);

test.each(pairs)('the measures of `fonts: %s` are those of the files', (_name, pair) => {
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

test.each(pairs)(
  'the words of a header are no wider in `fonts: %s` than the engine expects',
  async (_name, pair) => {
    const samples = [
      'Unternehmen Leistungen Branchen Karriere Kontakt',
      'Harbour Services Industries Insights About',
    ];
    const widthIn = async (font: BuiltInFont, weight: number, text: string) => {
      const opened = await openFont(builtInFontFile(font), weight);
      return ((opened.layout(text).advanceWidth / opened.unitsPerEm) * (font.larger ?? 100)) / 100;
    };
    for (const font of fontsOfPair(pair).filter((one) => one !== pair.labels || one === pair.headings)) {
      const [words = 0, capitals = 0] = breadths[font.family] ?? [];
      for (const weight of [400, 650])
        for (const text of samples) {
          const relative = async (one: string) =>
            (await widthIn(font, weight, one)) / (await widthIn(fontPairs.figtree.text, weight, one));
          expect(await relative(text), font.family).toBeLessThan(words + 0.01);
          expect(await relative(text.toUpperCase()), font.family).toBeLessThan(capitals + 0.01);
        }
    }
  },
);

test('all built-in fonts have the pinned version', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, pair] of pairs)
    for (const { files } of fontsOfPair(pair))
      expect(devDependencies[files.split('/').slice(0, 2).join('/')], files).toBe(fontVersion);
});

const choices = Object.entries(themeSettings.shape).flatMap(([key, field]) => {
  const inner = field.unwrap();
  return inner instanceof z.ZodEnum && !['preset', 'fonts'].includes(key)
    ? inner.options.map((value) => [key, String(value)] as const)
    : [];
});
const usual: Record<string, unknown> = resolvedTheme({});

/** The rules that all pages of a site with this theme have. */
function rulesOf(theme: string): string {
  site.write('_site.yaml', `${siteYaml}theme: { second: ${both('#ffcf40')}, ${theme} }\n`);
  const { website, diagnostics } = readSite(site.pages);
  if (!website) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return baseCss(website.site, siteFonts(website.site));
}

// The scheme of a first visit is not in the rules; see above.
test.each(choices.filter(([key]) => key !== 'scheme'))(
  '`%s: %s` changes the rules of pages, unless it is the default',
  (key, value) => {
    expect(rulesOf(`${key}: ${value}`) === rulesOf('fonts: figtree')).toBe(usual[key] === value);
  },
);

test('a built site has no trace of the page of themes', async () => {
  await homeWith('preset: works');
  for (const file of globSync('**/*.{html,js,json,css,xml,txt}', { cwd: site.out }))
    expect(readFileSync(join(site.out, file), 'utf8'), file).not.toContain('__theme');
});

test('a theme of defaults has no rule for the choices of others', async () => {
  const { rules } = await homeWith('fonts: figtree');
  expect(rules).not.toMatch(/--(?:card|button|icon|head)-[a-z]+:|\[data-(?:label|name|panel)\]/);
});

test('no condition of a rule has a variable, which browsers would not resolve', async () => {
  const steps = ['One', 'Two', 'Three', 'Four', 'Five'].map((heading) => `{ heading: ${heading} }`);
  site.write(
    'index.yaml',
    pageYaml(
      '  - type: hero\n    heading: Home page\n' +
        `  - { type: timeline, heading: Steps, layout: columns, items: [${steps.join(', ')}] }\n`,
    ),
  );
  const html = await homeWith('width: full');
  expect(html.rules + html.rest).toMatch(/@media ?\(min-width: ?75rem\)/);
  expect((html.rules + html.rest).match(/@(media|container)[^{]*var\([^{]*/g)).toBe(null);
});
