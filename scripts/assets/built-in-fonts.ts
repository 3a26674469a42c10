import { createRequire } from 'node:module';
import {
  type BuiltInFont,
  fontAddress,
  fontPair,
  fontPairs,
  fontsOfPair,
  type LetterRange,
} from '../../schema/fields/built-in-fonts.ts';
import type { Site } from '../../schema/site/site.ts';

const require = createRequire(import.meta.url);
const ranges: readonly LetterRange[] = ['latin', 'latin-ext'];

/** Returns the path of a file of a built-in font. */
export const builtInFontFile = ({ files, cut }: BuiltInFont, range: LetterRange = 'latin'): string =>
  require.resolve(`${files}-${range}-${cut}.woff2`);

/** Returns the built-in fonts that a site uses, by URL path. None if it has its own font for text. */
export function fontFilesOf({ fonts, ownFonts }: Site['theme']): Map<string, string> {
  const pair = ownFonts?.text === undefined ? fontPair(fonts) : undefined;
  return fontFilesByName(pair ? fontsOfPair(pair) : []);
}

/** Returns the file of a built-in font by its URL path. */
export function fontFileAt(address: string): string | undefined {
  const font = Object.values(fontPairs)
    .flatMap(fontsOfPair)
    .find((one) => ranges.some((range) => fontAddress(one, range) === address));
  return font && fontFilesByName([font]).get(address);
}

const fontFilesByName = (fonts: readonly BuiltInFont[]): Map<string, string> =>
  new Map(
    fonts.flatMap((font) =>
      ranges.map((range) => [fontAddress(font, range), builtInFontFile(font, range)] as const),
    ),
  );
