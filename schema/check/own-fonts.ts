import { type FontFacts, hasLetter } from '../base/font-facts.ts';
import type { Assets } from '../base/source-file.ts';
import { type Diagnostic, diagnostic, type Finding } from '../diagnostics/diagnostic.ts';
import { located } from '../document/locate.ts';
import type { Site } from '../site.ts';
import { namedLetters } from './missing-letters.ts';
import type { SiteFile } from './read-files.ts';
import type { SiteFiles } from './site-files.ts';

/** From so many bytes on a font keeps its readers waiting. */
const heavy = 60_000;

/** A site with what is known of its own fonts. */
export function withFontFacts(site: Site, { fonts }: Pick<Assets, 'fonts'>): Site {
  const known = Object.values(site.theme.ownFonts ?? {}).flatMap((address) => {
    const font = fonts?.get(address);
    if (!font || 'fault' in font) return [];
    const { letters: _, ...facts } = font;
    return [[address, facts] as const];
  });
  return known.length === 0 ? site : { ...site, fontFacts: Object.fromEntries(known) };
}

/** What is wrong with the fonts of a site, and what letters of its pages they lack. */
export function fontDiagnostics(
  file: SiteFile,
  { fonts }: Pick<Assets, 'fonts'>,
  files: SiteFiles,
  ofSite = '',
): Diagnostic[] {
  const { site, document, place } = file;
  if (!document || !site?.theme.ownFonts) return [];
  const letters = lettersIn(files, file, ofSite);
  return Object.entries(site.theme.ownFonts).flatMap(([name, address]) => {
    const font = fonts?.get(address);
    // That there is no such file is told as of any other.
    if (!font) return [];
    const found =
      'fault' in font ? [brokenFont(font.fault)] : [...heavyFont(font), ...lackingLetters(font, letters)];
    const path = place(['theme', 'ownFonts', name]);
    return found.map((one) => located(document, diagnostic({ ...one, path, received: address })));
  });
}

type PlacelessFinding = Omit<Finding, 'path'>;

const brokenFont = (fault: 'no-font' | 'damaged'): PlacelessFinding => ({
  rule: 'broken-font',
  message:
    fault === 'no-font'
      ? 'this file is no font of the kind WOFF2, whatever its name says'
      : 'this font is damaged: its file ends too early, or a part of it cannot be read',
  advice: 'copy it again from where it comes from, or have it saved as WOFF2',
});

function heavyFont({ bytes }: FontFacts): PlacelessFinding[] {
  if (bytes < heavy) return [];
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

function lackingLetters(font: FontFacts, letters: ReadonlyMap<string, string>): PlacelessFinding[] {
  const missing = [...letters].filter(([letter]) => !hasLetter(font, letter.codePointAt(0) ?? 0));
  const [first] = missing;
  if (!first) return [];
  const [letter, file] = first;
  return [
    {
      rule: 'missing-letters',
      message: `this font lacks letters that the site uses: ${namedLetters(missing.map(([one]) => one))}`,
      label: `\`${letter}\` stands in ${file}`,
      advice:
        'take a version of the font that has them, or another font: letters of another one would stand ' +
        'between its own',
    },
  ];
}

const usual = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** The letters that some font lacks, and the usual ones, each with the first file that has it. */
function lettersIn(files: SiteFiles, { document }: SiteFile, ofSite: string): Map<string, string> {
  const inFiles = [...files.shared.keys(), ...[...files.noisy].toSorted()].flatMap((path) => {
    const { found, source } = files.at(path) ?? {};
    return found?.letters === undefined ? [] : [[found.letters, `\`${source?.file}\``] as const];
  });
  const letters = new Map(usual.map((one) => [one, 'every page']));
  for (const [all, file] of [[ofSite, `\`${document?.file}\``] as const, ...inFiles])
    for (const one of all) if (!letters.has(one)) letters.set(one, file);
  return letters;
}
