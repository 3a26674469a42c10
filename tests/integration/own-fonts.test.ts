import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fontPair, fontPairs, fontsOfPair } from '../../schema/content/built-in-fonts.ts';
import { builtInFontCharacters, hasCharacter, lettersOfFonts } from '../../schema/content/font-facts.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { builtInFontFile } from '../../scripts/assets/built-in-fonts.ts';
import { readFont } from '../../scripts/source/read-font.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const require = createRequire(import.meta.url);
const fontFile = (name: string) =>
  readFileSync(require.resolve(`@fontsource-variable/${name}-wght-normal.woff2`));
const latin = fontFile('space-grotesk/files/space-grotesk-latin');
const site = siteOnDisk();

/** Puts files into `public/fonts/`, and has the site use some of them. */
function putFonts(theme: string, files: Record<string, Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(site.folder, 'site/public/fonts', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  site.write('_site.yaml', `${siteYaml}theme: { ownFonts: { ${theme} } }\n`);
}
const faults = () => readSite(site.pages).diagnostics.map(formatDiagnostic);

test('a font is read: its letters, its weights and its measures', () => {
  const font = readFont(latin);
  if ('problem' in font) throw new Error(font.problem);
  expect(font.weights).toEqual([300, 700]);
  expect([font.ascent, font.descent]).toEqual([0.984, 0.292]);
  expect(font.width).toBeCloseTo(0.49, 2);
  const has = [...'Aaß€ł'].map((letter) => hasCharacter(font, letter.codePointAt(0) ?? 0));
  expect(has).toEqual([true, true, true, true, false]);
});

test.each([
  ['text', Buffer.from('no font'), 'no-font'],
  ['a file that ends too early', latin.subarray(0, 9000), 'damaged'],
  ['a file with other bytes in its middle', Buffer.concat([latin.subarray(0, 400), latin]), 'damaged'],
])('%s is a fault, and no crash', (_what, file, problem) => {
  expect(readFont(file)).toEqual({ problem });
});

test('a problem of a font is reported at its line, and missing letters, too', () => {
  putFonts('text: /fonts/own.woff2', { 'own.woff2': latin });
  expect(faults()).toEqual([]);
  site.write('index.yaml', readFileSync(join(site.pages, 'index.yaml'), 'utf8').replace('Home page', 'Łódź'));
  expect(faults()).toEqual([
    expect.stringMatching(
      /_site.yaml:\d+:\d+: warning: this font lacks letters that the site uses: Ł ź \[missing-l/,
    ),
  ]);
  putFonts('text: /fonts/own.woff2', { 'own.woff2': Buffer.concat([latin, Buffer.alloc(60_000)]) });
  expect(faults()).toContainEqual(
    expect.stringContaining('this font has 82 kB, and every visitor waits for it'),
  );
  putFonts('text: /fonts/own.woff2', { 'own.woff2': Buffer.from('no font') });
  expect(faults()).toEqual([expect.stringContaining('is no font of the kind WOFF2, whatever its name says')]);
});

test('the built-in fonts have exactly the letters that the checker expects', () => {
  const lettersOf = (name: string) => {
    const fonts = ['latin', 'latin-ext'].map((part) => readFont(fontFile(`${name}/files/${name}-${part}`)));
    return new Set(
      fonts.flatMap((font) => {
        if ('problem' in font) throw new Error(font.problem);
        return font.letters.flatMap(codesIn);
      }),
    );
  };
  const others = lettersOf('space-grotesk');
  const inBoth = [...lettersOf('figtree')].filter((code) => code >= 0x20 && others.has(code));
  expect(inBoth.toSorted((a, b) => a - b)).toEqual(builtInFontCharacters.flatMap(codesIn));
});

test.each(Object.keys(fontPairs))(
  'the fonts of `fonts: %s` have the letters that the checker expects',
  (name) => {
    const pair = fontPair(name);
    const known = new Set(builtInFontCharacters.flatMap(codesIn));
    for (const font of pair ? fontsOfPair(pair) : []) {
      const files = (['latin', 'latin-ext'] as const).map((range) =>
        readFont(readFileSync(builtInFontFile(font, range))),
      );
      const has = new Set(
        files.flatMap((facts) => ('problem' in facts ? [] : facts.letters.flatMap(codesIn))),
      );
      const expected = lettersOfFonts([font]).flatMap(codesIn);
      expect(expected, font.family).toEqual([...known].filter((code) => has.has(code)));
    }
  },
);

test('letters that only some of the built-in fonts have are reported with those that have them', () => {
  site.write('index.yaml', pageYaml('  - { type: hero, heading: Home page, lead: "Žluťoučký kůň" }\n'));
  for (const fonts of ['figtree', 'garamond', 'host', 'gloock']) {
    site.write('_site.yaml', `${siteYaml}theme: { fonts: ${fonts} }\n`);
    expect(faults(), fonts).toEqual([]);
  }
  site.write('_site.yaml', `${siteYaml}theme: { preset: playroom }\n`);
  expect(faults()).toEqual([
    expect.stringMatching(
      /index.yaml:\d+:\d+: warning: the fonts `fredoka` lack .* here: ť č ů ň \[missing-l/,
    ),
  ]);
});

const codesIn = ([first, last]: readonly [number, number]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('letters that no font has are reported on each page, unless the site uses system fonts', () => {
  site.write('_site.yaml', siteYaml);
  const lead = (text: string) =>
    site.write('index.yaml', pageYaml(`  - { type: hero, heading: Home page, lead: "${text}" }\n`));
  lead('Built by Σοφία, ❤️ and 👩‍🔧.');
  expect(faults()).toEqual([
    expect.stringMatching(
      /index.yaml:\d+:\d+: warning: the built-in fonts lack .* here: Σ ο φ ί α \[missing-l/,
    ),
  ]);
  lead('Built by Sophia, ❤️ and 👩‍🔧.');
  expect(faults()).toEqual([]);
  lead('Built by Σοφία.');
  site.write('_site.yaml', `${siteYaml}theme: { fonts: system }\n`);
  expect(faults()).toEqual([]);
});

test('a page preloads custom fonts, with a fallback of the same metrics, and they are in its share image', async () => {
  putFonts('text: /fonts/own.woff2, headings: /fonts/large.woff2', {
    'own.woff2': latin,
    'large.woff2': fontFile('figtree/files/figtree-latin'),
  });
  const build = async () => {
    expect((await buildSite(site.pages, site.out)).diagnostics).toEqual([]);
    return readFileSync(join(site.out, 'share.png'));
  };
  const ownImage = await build();
  const html = readFileSync(join(site.out, 'index.html'), 'utf8');
  const preloads = [...html.matchAll(/rel="preload" href="([^"]*)" as="font"/g)].map(([, href]) => href);
  expect(preloads).toEqual(['/fonts/large.woff2', '/fonts/own.woff2']);
  expect(html).toContain(
    '@font-face{font-family:"Own";font-weight:300 700;font-display:swap;' +
      'src:url(/fonts/own.woff2) format("woff2")}' +
      '@font-face{font-family:"Own fallback";font-weight:400;src:local("Arial"),local("Liberation Sans");' +
      'size-adjust:110.9%;ascent-override:88.7%;descent-override:26.3%;line-gap-override:0%}',
  );
  expect(html).toContain(
    '--display:"Own headings","Own headings fallback",system-ui,sans-serif;--text:"Own",',
  );
  expect(html).not.toContain('/assets/figtree');
  // The share image is drawn in these fonts, and again if one is replaced.
  putFonts('text: /fonts/own.woff2, headings: /fonts/large.woff2', { 'large.woff2': latin });
  expect((await build()).equals(ownImage)).toBe(false);
});
