import { createRequire } from 'node:module';
import {
  type BuiltInFont,
  toFontPath,
  findFontPair,
  fontPairs,
  listFonts,
  type LetterRange,
} from '../../schema/fields/built-in-fonts.ts';
import type { Site } from '../../schema/site/site.ts';

const require = createRequire(import.meta.url);
const ranges: readonly LetterRange[] = ['latin', 'latin-ext'];

/** Returns the path of a built-in font file. */
export const resolveBuiltInFontFile = ({ files, cut }: BuiltInFont, range: LetterRange = 'latin'): string =>
  require.resolve(`${files}-${range}-${cut}.woff2`);

/**
 * Returns the files of the built-in fonts that a site uses, by URL path. The result is empty if the site has its own
 * text font.
 */
export function listFontFiles({ fonts, ownFonts }: Site['theme']): Map<string, string> {
  const pair = ownFonts?.text === undefined ? findFontPair(fonts) : undefined;
  return mapFontFiles(pair ? listFonts(pair) : []);
}

/** Returns the built-in font file at a URL path, or `undefined` if there is none. */
export function findFontFile(urlPath: string): string | undefined {
  const font = Object.values(fontPairs)
    .flatMap(listFonts)
    .find((candidate) => ranges.some((range) => toFontPath(candidate, range) === urlPath));
  return font && mapFontFiles([font]).get(urlPath);
}

const mapFontFiles = (fonts: readonly BuiltInFont[]): Map<string, string> =>
  new Map(
    fonts.flatMap((font) =>
      ranges.map((range) => [toFontPath(font, range), resolveBuiltInFontFile(font, range)] as const),
    ),
  );
