import {
  type Diagnostic,
  diagnostic,
  type DiagnosticInit,
  type DiagnosticWithoutPath,
} from '../diagnostics/diagnostic.ts';
import {
  type FontCoverage,
  type Ranges,
  lettersOfFonts,
  type FontFacts,
  hasCharacter,
} from '../fields/font-facts.ts';
import { fontPair, fontsOfPair } from '../fields/built-in-fonts.ts';
import type { Assets } from '../fields/source-file.ts';
import type { Path } from '../base/data.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import type { FieldMeta } from '../fields/field-metadata.ts';
import type { Site } from '../site/site.ts';
import type { ParsedSite } from './read-file.ts';

type Fonts = Pick<Assets, 'fonts'>;

/** The custom fonts of a site that can be used, by path. */
function customFonts({ theme }: Site, { fonts }: Fonts): [path: string, facts: FontFacts][] {
  return Object.values(theme.ownFonts ?? {}).flatMap((path): [string, FontFacts][] => {
    const font = fonts?.get(path);
    return font && !('problem' in font) ? [[path, font]] : [];
  });
}

/** `undefined` if the site uses only fonts of the device. */
export function fontCoverageOf(site: Site, assets: Fonts): FontCoverage | undefined {
  const customFacts = customFonts(site, assets).map(([, { letters }]) => letters);
  const builtIn = builtInFonts(site);
  const all = builtIn ? [builtIn.letters, ...customFacts] : customFacts;
  if (all.length === 0) return undefined;
  return {
    common: all.reduce(intersect),
    ...(builtIn && { builtIn }),
    hasCustomFont: customFacts.length > 0,
  };
}

/** The built-in fonts of a site; headings may have one of its own. */
function builtInFonts({ theme: { fonts: name, ownFonts: own } }: Site): FontCoverage['builtIn'] {
  const pair = own?.text === undefined ? fontPair(name) : undefined;
  if (!pair) return undefined;
  const { headings: _headings, ...others } = pair;
  return { name, letters: lettersOfFonts(fontsOfPair(own?.headings === undefined ? pair : others)) };
}

const intersect = (one: Ranges, other: Ranges): Ranges =>
  one.flatMap(([first, last]) =>
    other.flatMap(([begin, end]) =>
      begin <= last && first <= end ? [[Math.max(first, begin), Math.min(last, end)] as const] : [],
    ),
  );

/** Characters that a font must support. Symbols fall back to fonts of the device. */
const letter = /[\p{L}\p{Nd}\p{Sc}„“”‚‘’«»‹›–—…·]|(?![\uFE00-\uFE0F\u20E3])\p{M}/gu;
/** Code, which uses a font of the device, and targets of links, which are invisible. */
const invisiblePattern = /(`+)[\s\S]*?[^`]\1(?!`)|\]\([^()\s]*\)/g;

export interface TextAtPath {
  path: Path;
  text: string;
  meta?: FieldMeta;
}

/** The non-ASCII letters of the visible texts of a file, each once. */
export function lettersIn(source: string, texts: Iterable<Omit<TextAtPath, 'path'>>): string {
  if (!/[^\0-~]/.test(source)) return '';
  const letters = new Set<string>();
  for (const { text, meta } of texts)
    if (isVisibleText(meta?.refersTo) && /[^\0-~]/.test(text))
      for (const [match] of visibleLetters(text)) if (match > '~') letters.add(match);
  return [...letters].join('');
}

/** Blanks what visitors do not read, so that offsets stay. */
const visibleText = (text: string) => text.replaceAll(invisiblePattern, (part) => ' '.repeat(part.length));

const visibleLetters = (text: string) => visibleText(text).normalize().matchAll(letter);

/** The letters that fonts lack. */
export const missingLetters = (letters = '', fonts?: FontCoverage): string =>
  fonts ? [...letters].filter((one) => !hasCharacter({ letters: fonts.common }, codeOf(one))).join('') : '';

/** Reports letters that the built-in fonts lack, once per file, at the first of them. */
export function missingLetterProblems(
  letters: string,
  texts: Iterable<TextAtPath>,
  fonts: FontCoverage | undefined,
): DiagnosticInit[] {
  if (letters === '' || !fonts?.builtIn) return [];
  const missing: Missing[] = [];
  for (const { path, text, meta } of texts)
    if (isVisibleText(meta?.refersTo)) missing.push(...missingIn(path, text, new Set(letters)));
  return missingInBuiltInFonts(missing, fonts.builtIn);
}

interface Missing {
  letter: string;
  path: Path;
  within?: DiagnosticInit['within'];
}

function missingIn(path: Path, text: string, letters: ReadonlySet<string>): Missing[] {
  return [...visibleLetters(text)].flatMap(([match]) => {
    if (!letters.has(match)) return [];
    const start = visibleText(text).indexOf(match);
    // A normalized character may not occur in the text as such.
    return { letter: match, path, within: start < 0 ? undefined : { start, length: match.length } };
  });
}

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;

const isVisibleText = (refersTo: FieldMeta['refersTo']) =>
  refersTo === undefined || ['inline-text', 'block-text', 'tag', 'author'].includes(refersTo);

/** One diagnostic per file, at the first missing character. */
function missingInBuiltInFonts(
  missing: readonly Missing[],
  { name, letters: known }: NonNullable<FontCoverage['builtIn']>,
): DiagnosticInit[] {
  const unsupported = missing.filter(({ letter }) => !hasCharacter({ letters: known }, codeOf(letter)));
  const [first] = unsupported;
  if (!first) return [];
  const letters = new Set(unsupported.map(({ letter }) => letter));
  const others = lettersOfFonts([]);
  const hasOther = [...letters].every((letter) => hasCharacter({ letters: others }, codeOf(letter)));
  return [
    {
      path: first.path,
      within: first.within,
      rule: 'missing-letters',
      message:
        `${hasOther ? `the fonts \`${name}\`` : 'the built-in fonts'} lack letters that are used here: ` +
        listCharacters([...letters]),
      label: unsupported.length === 1 ? 'this letter' : `the first of ${unsupported.length} letters`,
      advice:
        (hasOther ? '`figtree`, `space-grotesk` and `garamond` have them; or ' : '') +
        'name a font that has them in `_site.yaml`, as `theme: { ownFonts: { text: /fonts/name.woff2 } }`; ' +
        'where most pages are written in them, `theme: { fonts: system }` sets all in the fonts of devices',
      note:
        'visitors see them in another font in the middle of the others; a picture that is drawn for links ' +
        'leaves out a title with such letters',
    },
  ];
}

function listCharacters(letters: readonly string[]): string {
  const more = letters.length > 20 ? `, and ${letters.length - 20} more` : '';
  return letters.slice(0, 20).join(' ') + more;
}

const heavyFontBytes = 60_000;

/** Adds the facts about its custom fonts to a site. */
export function withFontFacts(site: Site, assets: Fonts): Site {
  const facts = customFonts(site, assets).map(
    ([path, { letters: _letters, ...others }]) => [path, others] as const,
  );
  return facts.length === 0 ? site : { ...site, fontFacts: Object.fromEntries(facts) };
}

/** Checks the custom fonts of a site. `lacking` are the characters that a file needs and a font lacks. */
export function fontDiagnostics(
  { site, document, place }: ParsedSite,
  { fonts }: Fonts,
  unsupported: readonly (readonly [letters: string, file: string])[],
): Diagnostic[] {
  if (!document || !site?.theme.ownFonts) return [];
  const letters = new Map(basicLetters.map((one) => [one, 'every page']));
  for (const [all, file] of unsupported)
    for (const one of all) if (!letters.has(one)) letters.set(one, `\`${file}\``);
  return Object.entries(site.theme.ownFonts).flatMap(([name, address]) => {
    const font = fonts?.get(address);
    // A missing file has a diagnostic already.
    if (!font) return [];
    const problems =
      'problem' in font
        ? [brokenFont(font.problem)]
        : [...heavyFont(font), ...lackingCharacters(font, letters)];
    const path = place(['theme', 'ownFonts', name]);
    return problems.map((one) => locateDiagnostic(document, diagnostic({ ...one, path, received: address })));
  });
}

const brokenFont = (problem: 'no-font' | 'damaged'): DiagnosticWithoutPath => ({
  rule: 'broken-font',
  message:
    problem === 'no-font'
      ? 'this file is no font of the kind WOFF2, whatever its name says'
      : 'this font is damaged: its file ends too early, or a part of it cannot be read',
  advice: 'copy it again from where it comes from, or have it saved as WOFF2',
});

function heavyFont({ bytes }: FontFacts): DiagnosticWithoutPath[] {
  if (bytes < heavyFontBytes) return [];
  return [
    {
      rule: 'heavy-font',
      message: `this font has ${Math.round(bytes / 1000)} kB, and every visitor waits for it`,
      label: '20 to 40 kB are enough for the letters of Europe',
      advice:
        'have it saved with no more letters than your languages need: a “subset”, as font programs and the ' +
        'tool `pyftsubset` make it',
    },
  ];
}

function lackingCharacters(font: FontFacts, letters: ReadonlyMap<string, string>): DiagnosticWithoutPath[] {
  const missing = [...letters].filter(([letter]) => !hasCharacter(font, letter.codePointAt(0) ?? 0));
  const [first] = missing;
  if (!first) return [];
  const [letter, file] = first;
  return [
    {
      rule: 'missing-letters',
      message: `this font lacks letters that the site uses: ${listCharacters(missing.map(([one]) => one))}`,
      label: `\`${letter}\` stands in ${file}`,
      advice:
        'take a version of the font that has them, or another font: letters of another one would stand ' +
        'between its own',
    },
  ];
}

const basicLetters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
