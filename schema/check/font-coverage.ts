import {
  type Diagnostic,
  createDiagnostic,
  type DiagnosticInit,
  type DiagnosticWithoutPath,
} from '../diagnostics/diagnostic.ts';
import {
  type FontCoverage,
  type Ranges,
  findCommonLetters,
  type FontFacts,
  hasCharacter,
} from '../fields/font-facts.ts';
import { findFontPair, listFonts } from '../fields/built-in-fonts.ts';
import type { Assets } from '../fields/source-file.ts';
import type { Path } from '../base/data.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import type { FieldMeta } from '../fields/field-metadata.ts';
import type { Site } from '../site/site.ts';
import type { ParsedSite } from './read-file.ts';

type FontAssets = Pick<Assets, 'fonts'>;

/** Returns the valid custom fonts of a site, by path. */
function findCustomFonts({ theme }: Site, { fonts }: FontAssets): [path: string, facts: FontFacts][] {
  return Object.values(theme.ownFonts ?? {}).flatMap((path): [string, FontFacts][] => {
    const font = fonts?.get(path);
    return font && !('problem' in font) ? [[path, font]] : [];
  });
}

/** Returns the characters that the site fonts cover, or `undefined` if the site uses only system fonts. */
export function getFontCoverage(site: Site, assets: FontAssets): FontCoverage | undefined {
  const customFacts = findCustomFonts(site, assets).map(([, { letters }]) => letters);
  const builtIn = findBuiltInFonts(site);
  const fontFacts = builtIn ? [builtIn.letters, ...customFacts] : customFacts;
  if (fontFacts.length === 0) return undefined;
  return {
    common: fontFacts.reduce(intersectRanges),
    ...(builtIn && { builtIn }),
    hasCustomFont: customFacts.length > 0,
  };
}

/** Returns the built-in fonts of a site. Leaves out the built-in heading font if the site has a custom heading font. */
function findBuiltInFonts({ theme: { fonts: name, ownFonts } }: Site): FontCoverage['builtIn'] {
  const pair = ownFonts?.text === undefined ? findFontPair(name) : undefined;
  if (!pair) return undefined;
  const { headings: _headings, ...others } = pair;
  return { name, letters: findCommonLetters(listFonts(ownFonts?.headings === undefined ? pair : others)) };
}

const intersectRanges = (rangesA: Ranges, rangesB: Ranges): Ranges =>
  rangesA.flatMap(([first, last]) =>
    rangesB.flatMap(([begin, end]) =>
      begin <= last && first <= end ? [[Math.max(first, begin), Math.min(last, end)] as const] : [],
    ),
  );

/** Matches characters that fonts should support, such as `é`, `5` or `€`. Other symbols use system fonts. */
const letter = /[\p{L}\p{Nd}\p{Sc}„“”‚‘’«»‹›–—…·]|(?![\uFE00-\uFE0F\u20E3])\p{M}/gu;
/** Matches code, which uses a system font, and link targets, which are invisible: `` `code` `` and `](/about)`. */
const invisiblePattern = /(`+)[\s\S]*?[^`]\1(?!`)|\]\([^()\s]*\)/g;

export interface TextAtPath {
  path: Path;
  text: string;
  meta?: FieldMeta;
}

/** Returns the non-ASCII letters in a file's visible texts, without duplicates. */
export function collectLetters(source: string, texts: Iterable<Omit<TextAtPath, 'path'>>): string {
  if (!/[^\0-~]/.test(source)) return '';
  const letters = new Set<string>();
  for (const { text, meta } of texts)
    if (isVisibleText(meta?.refersTo) && /[^\0-~]/.test(text))
      for (const [match] of matchVisibleLetters(text)) if (match > '~') letters.add(match);
  return [...letters].join('');
}

/** Replaces code and link targets with spaces, so that offsets do not change. */
const blankInvisibleText = (text: string) =>
  text.replaceAll(invisiblePattern, (part) => ' '.repeat(part.length));

const matchVisibleLetters = (text: string) => blankInvisibleText(text).normalize().matchAll(letter);

/** Returns the letters that the fonts do not cover. */
export const findUncoveredLetters = (letters = '', fonts?: FontCoverage): string =>
  fonts
    ? [...letters].filter((letter) => !hasCharacter({ letters: fonts.common }, toCodePoint(letter))).join('')
    : '';

/** Reports the letters in a file that the built-in fonts lack, with one diagnostic at the first missing letter. */
export function checkMissingLetters(
  letters: string,
  texts: Iterable<TextAtPath>,
  fonts: FontCoverage | undefined,
): DiagnosticInit[] {
  if (letters === '' || !fonts?.builtIn) return [];
  const missing: MissingLetter[] = [];
  for (const { path, text, meta } of texts)
    if (isVisibleText(meta?.refersTo)) missing.push(...findMissingLetters(path, text, new Set(letters)));
  return builtInFontDiagnostics(missing, fonts.builtIn);
}

interface MissingLetter {
  letter: string;
  path: Path;
  within?: DiagnosticInit['within'];
}

function findMissingLetters(path: Path, text: string, letters: ReadonlySet<string>): MissingLetter[] {
  return [...matchVisibleLetters(text)].flatMap(([match]) => {
    if (!letters.has(match)) return [];
    const start = blankInvisibleText(text).indexOf(match);
    // If the text contains the letter in decomposed form, its position cannot be found.
    return { letter: match, path, within: start < 0 ? undefined : { start, length: match.length } };
  });
}

const toCodePoint = (letter: string) => letter.codePointAt(0) ?? 0;

const isVisibleText = (refersTo: FieldMeta['refersTo']) =>
  refersTo === undefined || ['inline-text', 'block-text', 'tag', 'author'].includes(refersTo);

/** Creates one diagnostic for all missing letters in a file, located at the first missing letter. */
function builtInFontDiagnostics(
  missing: readonly MissingLetter[],
  { name, letters: coveredLetters }: NonNullable<FontCoverage['builtIn']>,
): DiagnosticInit[] {
  const unsupported = missing.filter(
    ({ letter }) => !hasCharacter({ letters: coveredLetters }, toCodePoint(letter)),
  );
  const [first] = unsupported;
  if (!first) return [];
  const letters = new Set(unsupported.map(({ letter }) => letter));
  const others = findCommonLetters([]);
  const isCoveredByOthers = [...letters].every((letter) =>
    hasCharacter({ letters: others }, toCodePoint(letter)),
  );
  return [
    {
      path: first.path,
      within: first.within,
      rule: 'missing-letters',
      message:
        `${isCoveredByOthers ? `the fonts \`${name}\`` : 'the built-in fonts'} lack letters that are used here: ` +
        listCharacters([...letters]),
      label: unsupported.length === 1 ? 'this letter' : `the first of ${unsupported.length} letters`,
      advice:
        (isCoveredByOthers ? 'use `figtree`, `space-grotesk` or `garamond`, or ' : '') +
        'set a font that has them in `_site.yaml`, such as `theme: { ownFonts: { text: /fonts/name.woff2 } }`; ' +
        'if most pages need them, `theme: { fonts: system }` uses the fonts of the device',
      note: 'visitors see these letters in another font; share images leave out titles with them',
    },
  ];
}

function listCharacters(letters: readonly string[]): string {
  const more = letters.length > 20 ? `, and ${letters.length - 20} more` : '';
  return letters.slice(0, 20).join(' ') + more;
}

const heavyFontBytes = 60_000;

/** Adds facts about custom fonts to the site settings. */
export function addFontFacts(site: Site, assets: FontAssets): Site {
  const facts = findCustomFonts(site, assets).map(
    ([path, { letters: _letters, ...facts }]) => [path, facts] as const,
  );
  return facts.length === 0 ? site : { ...site, fontFacts: Object.fromEntries(facts) };
}

/**
 * Checks the custom fonts of a site. `unsupported` lists the letters that the fonts lack, each with a file that uses
 * it.
 */
export function checkCustomFonts(
  { site, document, toDocumentPath }: ParsedSite,
  { fonts }: FontAssets,
  unsupported: readonly (readonly [letters: string, file: string])[],
): Diagnostic[] {
  if (!document || !site?.theme.ownFonts) return [];
  const letters = new Map(basicLetters.map((letter) => [letter, 'every page']));
  for (const [unsupportedLetters, file] of unsupported)
    for (const letter of unsupportedLetters) if (!letters.has(letter)) letters.set(letter, `\`${file}\``);
  return Object.entries(site.theme.ownFonts).flatMap(([name, address]) => {
    const font = fonts?.get(address);
    // Missing files have already been reported.
    if (!font) return [];
    const problems =
      'problem' in font
        ? [createBrokenFontDiagnostic(font.problem)]
        : [...heavyFontDiagnostics(font), ...missingLetterDiagnostics(font, letters)];
    const path = toDocumentPath(['theme', 'ownFonts', name]);
    return problems.map((problem) =>
      locateDiagnostic(document, createDiagnostic({ ...problem, path, received: address })),
    );
  });
}

const createBrokenFontDiagnostic = (problem: 'no-font' | 'damaged'): DiagnosticWithoutPath => ({
  rule: 'broken-font',
  message:
    problem === 'no-font'
      ? 'this file is not a WOFF2 font, despite its name'
      : 'this font is damaged: the file is incomplete or partly unreadable',
  advice: 'copy it again from its source, or convert it to WOFF2',
});

function heavyFontDiagnostics({ bytes }: FontFacts): DiagnosticWithoutPath[] {
  if (bytes < heavyFontBytes) return [];
  return [
    {
      rule: 'heavy-font',
      message: `this font is ${Math.round(bytes / 1000)} kB in size, which slows down the site for every visitor`,
      label: '20 to 40 kB are enough for European languages',
      advice:
        'reduce it to the letters of your languages: font editors and the tool `pyftsubset` can create such ' +
        'a “subset”',
    },
  ];
}

function missingLetterDiagnostics(
  font: FontFacts,
  letters: ReadonlyMap<string, string>,
): DiagnosticWithoutPath[] {
  const missing = [...letters].filter(([letter]) => !hasCharacter(font, letter.codePointAt(0) ?? 0));
  const [first] = missing;
  if (!first) return [];
  const [letter, file] = first;
  return [
    {
      rule: 'missing-letters',
      message: `this font lacks letters that the site uses: ${listCharacters(missing.map(([letter]) => letter))}`,
      label: `${file} uses \`${letter}\``,
      advice:
        'use a version of this font that has them, or another font; otherwise visitors see these letters in a ' +
        'different font',
    },
  ];
}

const basicLetters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
