import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { findFontPair, fontPairs, listFonts } from '../../schema/fields/built-in-fonts.ts';
import { builtInFontCharacters, hasCharacter, findCommonLetters } from '../../schema/fields/font-facts.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { resolveBuiltInFontFile } from '../../scripts/assets/built-in-fonts.ts';
import { readFont } from '../../scripts/site/read-font.ts';
import { checkTestSite } from '../support/render-site.ts';
import { completePage, mergeSiteYaml } from '../support/small-site.ts';

const require = createRequire(import.meta.url);
const readFontFile = (name: string) =>
  readFileSync(require.resolve(`@fontsource-variable/${name}-wght-normal.woff2`));
const latinFile = readFontFile('space-grotesk/files/space-grotesk-latin');
/** Returns the diagnostics for a site in which `own.woff2` is the given file. */
function checkFont(settings: string, lead: string, file = latinFile): string[] {
  const { diagnostics } = checkTestSite(
    {
      '_site.yaml': mergeSiteYaml(settings),
      'index.yaml': completePage(`- { type: hero, heading: Home page, lead: "${lead}" }\n`),
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

test('characters, weights and metrics are read from a font', () => {
  const font = readFont(latinFile);
  if ('problem' in font) throw new Error(font.problem);
  expect(font.weights).toEqual([300, 700]);
  expect([font.ascent, font.descent]).toEqual([0.984, 0.292]);
  expect(font.width).toBeCloseTo(0.49, 2);
  const coverage = [...'Aaß€ł'].map((letter) => hasCharacter(font, letter.codePointAt(0) ?? 0));
  expect(coverage).toEqual([true, true, true, true, false]);
});

test.each([
  ['text', Buffer.from('no font'), 'no-font'],
  ['a truncated file', latinFile.subarray(0, 9000), 'damaged'],
  [
    'a file with foreign bytes in the middle',
    Buffer.concat([latinFile.subarray(0, 400), latinFile]),
    'damaged',
  ],
])('%s is reported and does not crash the checker', (_title, file, problem) => {
  expect(readFont(file)).toEqual({ problem });
});

test('problems with a font are reported at its line, as are missing characters', () => {
  const ownFont = 'theme: { ownFonts: { text: /fonts/own.woff2 } }\n';
  expect(checkFont(ownFont, 'Here we are.')).toEqual([]);
  expect(checkFont(ownFont, 'Łódź')).toEqual([
    expect.stringMatching(
      /_site.yaml:\d+:\d+: warning: this font lacks letters that the site uses: Ł ź \[missing-l/,
    ),
  ]);
  expect(checkFont(ownFont, 'Here we are.', Buffer.concat([latinFile, Buffer.alloc(60_000)]))).toContainEqual(
    expect.stringContaining('this font is 82 kB in size, which slows down the site for every visitor'),
  );
  expect(checkFont(ownFont, 'Here we are.', Buffer.from('no font'))).toEqual([
    expect.stringContaining('is not a WOFF2 font, despite its name'),
  ]);
});

test('the built-in fonts have exactly the characters that the checker expects', () => {
  const readLetters = (name: string) => {
    const fonts = ['latin', 'latin-ext'].map((part) =>
      readFont(readFontFile(`${name}/files/${name}-${part}`)),
    );
    return new Set(
      fonts.flatMap((font) => {
        if ('problem' in font) throw new Error(font.problem);
        return font.letters.flatMap(expandRange);
      }),
    );
  };
  const otherLetters = readLetters('space-grotesk');
  const commonLetters = [...readLetters('figtree')].filter((code) => code >= 0x20 && otherLetters.has(code));
  expect(commonLetters.toSorted((a, b) => a - b)).toEqual(builtInFontCharacters.flatMap(expandRange));
});

test.each(Object.keys(fontPairs))(
  'the fonts of `fonts: %s` have the characters that the checker expects',
  (name) => {
    const pair = findFontPair(name);
    const builtInLetters = new Set(builtInFontCharacters.flatMap(expandRange));
    for (const font of pair ? listFonts(pair) : []) {
      const files = (['latin', 'latin-ext'] as const).map((range) =>
        readFont(readFileSync(resolveBuiltInFontFile(font, range))),
      );
      const coverage = new Set(
        files.flatMap((facts) => ('problem' in facts ? [] : facts.letters.flatMap(expandRange))),
      );
      const expected = findCommonLetters([font]).flatMap(expandRange);
      expect(expected, font.family).toEqual([...builtInLetters].filter((code) => coverage.has(code)));
    }
  },
);

test('characters that only some built-in fonts have are reported with the names of those fonts', () => {
  const lead = 'Žluťoučký kůň';
  for (const fonts of ['figtree', 'garamond', 'host', 'gloock'])
    expect(checkFont(`theme: { fonts: ${fonts} }\n`, lead), fonts).toEqual([]);
  expect(checkFont('theme: { preset: playroom }\n', lead)).toEqual([
    expect.stringMatching(
      /index.yaml:\d+:\d+: warning: the fonts `fredoka` lack .* here: ť č ů ň \[missing-l/,
    ),
  ]);
});

const expandRange = ([first, last]: readonly [number, number]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

test('characters that no built-in font has are reported on each page, unless the site uses system fonts', () => {
  expect(checkFont('', 'Built by Σοφία, ❤️ and 👩‍🔧.')).toEqual([
    expect.stringMatching(
      /index.yaml:\d+:\d+: warning: the built-in fonts lack .* here: Σ ο φ ί α \[missing-l/,
    ),
  ]);
  expect(checkFont('', 'Built by Sophia, ❤️ and 👩‍🔧.')).toEqual([]);
  expect(checkFont('theme: { fonts: system }\n', 'Built by Σοφία.')).toEqual([]);
});
