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

/** The path of a file of a built-in font. */
export const builtInFontFile = ({ files, cut }: BuiltInFont, range: LetterRange = 'latin'): string =>
  require.resolve(`${files}-${range}-${cut}.woff2`);

/** The fonts that a site uses, by their address in it. Text and headings may be in fonts of its own. */
export function fontFilesOf({ fonts, ownFonts }: Site['theme']): Map<string, string> {
  const pair = ownFonts?.text === undefined ? fontPair(fonts) : undefined;
  return fontFilesByName(pair ? fontsOfPair(pair) : []);
}

/** The file of any built-in font, by its address in a site. */
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
