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
} from '../content/font-facts.ts';
import { fontPair, fontsOfPair } from '../content/built-in-fonts.ts';
import type { Assets } from '../content/source-file.ts';
import type { Path } from '../util.ts';
import { locateDiagnostic } from '../yaml/locate.ts';
import type { YamlDocument } from '../yaml/spans.ts';
import type { FieldMeta } from '../content/field-metadata.ts';
import type { Site } from '../content/site.ts';
import type { CheckedBlock, ParsedFile, ParsedPage, ParsedSite } from './read-file.ts';

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

/** Missing characters: diagnostics for built-in fonts, and characters that custom fonts lack. */
interface MissingCharacters {
  diagnostics: Diagnostic[];
  letters?: string;
}
const none: MissingCharacters = { diagnostics: [] };

/** Finds characters that fonts lack. Files without any are recognized by one regular expression. */
export function missingCharacters(
  document: YamlDocument,
  texts: () => Iterable<TextAtPath>,
  fonts: FontCoverage | undefined,
): MissingCharacters {
  if (!fonts || !hasOthers(fonts.common)(document.lines.text)) return none;
  const missing: Missing[] = [];
  for (const { path, text, meta } of texts())
    if (isVisibleText(meta?.refersTo) && hasOthers(fonts.common)(text))
      missing.push(...missingIn(path, text, fonts));
  const diagnostics = fonts.builtIn ? missingInBuiltInFonts(missing, fonts.builtIn) : [];
  return {
    diagnostics: diagnostics.map((one) => locateDiagnostic(document, one)),
    ...(fonts.hasCustomFont &&
      missing.length > 0 && { letters: [...new Set(missing.map(({ letter }) => letter))].join('') }),
  };
}

/** The non-ASCII characters of the texts of a file. */
export function charactersOf(
  { document, title }: ParsedFile & Partial<ParsedPage>,
  customFacts: readonly CheckedBlock[],
): string {
  if (!document || !/[^\0-~]/.test(document.lines.text)) return '';
  const characters = new Set<string>();
  const add = (text: string) => {
    if (!/[^\0-~]/.test(text)) return;
    for (const [match] of text.replaceAll(invisiblePattern, ' ').normalize().matchAll(letter))
      if (match > '~') characters.add(match);
  };
  if (title !== undefined) add(title);
  for (const { texts } of customFacts)
    for (const { text, meta } of texts()) if (isVisibleText(meta.refersTo)) add(text);
  return [...characters].join('');
}

export const lacksCharacters = (characters: string, { common }: FontCoverage): boolean =>
  hasOthers(common)(characters);

interface Missing {
  letter: string;
  path: Path;
  within?: DiagnosticInit['within'];
}

function missingIn(path: Path, text: string, { common }: FontCoverage): Missing[] {
  const visible = text.replaceAll(invisiblePattern, (part) => ' '.repeat(part.length));
  return [...visible.normalize().matchAll(letter)].flatMap(([match]) => {
    if (hasCharacter({ letters: common }, codeOf(match))) return [];
    const start = visible.indexOf(match);
    // A normalized character may not occur in the text as such.
    return { letter: match, path, within: start < 0 ? undefined : { start, length: match.length } };
  });
}

const codeOf = (letter: string) => letter.codePointAt(0) ?? 0;

const isVisibleText = (refersTo: FieldMeta['refersTo']) =>
  refersTo === undefined || ['inline-text', 'block-text', 'tag', 'author'].includes(refersTo);

const tests = new WeakMap<Ranges, (text: string) => boolean>();

/** Returns a test for non-ASCII characters outside these ranges. */
function hasOthers(ranges: Ranges): (text: string) => boolean {
  const cached = tests.get(ranges);
  if (cached) return cached;
  const escapeCode = (code: number) => `\\u${Math.min(code, 0xffff).toString(16).padStart(4, '0')}`;
  const near = ranges.filter(([first]) => first <= 0xffff);
  const characterClass = near.map(([first, last]) => `${escapeCode(first)}-${escapeCode(last)}`).join('');
  // The lookbehind is 15 times as fast as one class, because most characters are ASCII.
  const others = new RegExp(`[^\\0-~](?<=[^\\0-~${characterClass}])`);
  const test = (text: string) => others.test(text);
  tests.set(ranges, test);
  return test;
}

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
