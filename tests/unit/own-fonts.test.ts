import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { fontPair, fontPairs, fontsOfPair } from '../../schema/fields/built-in-fonts.ts';
import { builtInFontCharacters, hasCharacter, lettersOfFonts } from '../../schema/fields/font-facts.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { builtInFontFile } from '../../scripts/assets/built-in-fonts.ts';
import { readFont } from '../../scripts/site/read-font.ts';
import { checkedSite } from '../support/render-site.ts';
import { pageOf, siteYamlWith } from '../support/small-site.ts';

const require = createRequire(import.meta.url);
const fontFile = (name: string) =>
  readFileSync(require.resolve(`@fontsource-variable/${name}-wght-normal.woff2`));
const latin = fontFile('space-grotesk/files/space-grotesk-latin');
/** Checks a site whose `own.woff2` is this file, and returns the diagnostics. */
function faults(settings: string, lead: string, file = latin): string[] {
  const { diagnostics } = checkedSite(
    {
      '_site.yaml': siteYamlWith(settings),
      'index.yaml': pageOf(`- { type: hero, heading: Home page, lead: "${lead}" }\n`),
    },
    {
      assets: {
        files: new Set(['/favicon.svg', '/fonts/own.woff2']),
        fonts: new Map([['/fonts/own.woff2', readFont(file)]]),
      },
    },
  );
  return diagnostics.map(formatDiagnostic);
}

test('letters, weights and metrics are read from a font', () => {
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
  ['a truncated file', latin.subarray(0, 9000), 'damaged'],
  ['a file with foreign bytes in the middle', Buffer.concat([latin.subarray(0, 400), latin]), 'damaged'],
])('%s is reported and does not crash', (_what, file, problem) => {
  expect(readFont(file)).toEqual({ problem });
});

test('a problem of a font is reported at its line, as are missing letters', () => {
  const own = 'theme: { ownFonts: { text: /fonts/own.woff2 } }\n';
  expect(faults(own, 'Here we are.')).toEqual([]);
  expect(faults(own, 'Łódź')).toEqual([
    expect.stringMatching(
      /_site.yaml:\d+:\d+: warning: this font lacks letters that the site uses: Ł ź \[missing-l/,
    ),
  ]);
  expect(faults(own, 'Here we are.', Buffer.concat([latin, Buffer.alloc(60_000)]))).toContainEqual(
    expect.stringContaining('this font has 82 kB, and every visitor has to wait for it'),
  );
  expect(faults(own, 'Here we are.', Buffer.from('no font'))).toEqual([
    expect.stringContaining('is not a WOFF2 font, despite its name'),
  ]);
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

test('letters that only some built-in fonts have are reported with the fonts that have them', () => {
  const lead = 'Žluťoučký kůň';
  for (const fonts of ['figtree', 'garamond', 'host', 'gloock'])
    expect(faults(`theme: { fonts: ${fonts} }\n`, lead), fonts).toEqual([]);
  expect(faults('theme: { preset: playroom }\n', lead)).toEqual([
    expect.stringMatching(
      /index.yaml:\d+:\d+: warning: the fonts `fredoka` lack .* here: ť č ů ň \[missing-l/,
    ),
  ]);
});

const codesIn = ([first, last]: readonly [number, number]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('letters that no font has are reported on each page, unless the site uses system fonts', () => {
  expect(faults('', 'Built by Σοφία, ❤️ and 👩‍🔧.')).toEqual([
    expect.stringMatching(
      /index.yaml:\d+:\d+: warning: the built-in fonts lack .* here: Σ ο φ ί α \[missing-l/,
    ),
  ]);
  expect(faults('', 'Built by Sophia, ❤️ and 👩‍🔧.')).toEqual([]);
  expect(faults('theme: { fonts: system }\n', 'Built by Σοφία.')).toEqual([]);
});
