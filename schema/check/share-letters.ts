import { builtInFontCharacters, hasCharacter, rightToLeftLetter } from '../fields/font-facts.ts';
import type { Assets } from '../fields/source-file.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { FileWithFacts, PageFacts } from './facts.ts';
import type { ParsedSite } from './read-file.ts';

/**
 * Reports titles that are left out of share images, because no font that the build can use has all letters of the
 * title. Pages that use built-in fonts have already been reported.
 */
export function checkShareLetters(
  { site, toDocumentPath }: ParsedSite,
  pages: readonly FileWithFacts<PageFacts>[],
  { fonts }: Pick<Assets, 'fonts'>,
): DiagnosticInit[] {
  if (!site || typeof site.share !== 'string') return [];
  const { ownFonts, fonts: builtInFonts } = site.theme;
  if (builtInFonts !== 'system' && ownFonts?.text === undefined) return [];
  const file = ownFonts?.headings ?? ownFonts?.bold ?? ownFonts?.text;
  const font = file === undefined ? undefined : fonts?.get(file);
  const letters = [...builtInFontCharacters, ...(font && !('problem' in font) ? font.letters : [])];
  const isUnsupported = (letter: string) =>
    rightToLeftLetter.test(letter) || !hasCharacter({ letters }, letter.codePointAt(0) ?? 0);
  const findMissingLetters = (text: string) =>
    (text.normalize().match(/[\p{L}\p{N}]/gu) ?? []).filter(isUnsupported);
  const titles = pages.flatMap(({ source, facts: { draft, redirect, settings } }) => {
    if (draft || redirect !== undefined || !settings || settings.share?.image) return [];
    const letters = findMissingLetters(site.share === 'pages' ? settings.title : site.company);
    return letters.length === 0 ? [] : [{ file: source.file, found: letters }];
  });
  const [first] = titles;
  if (!first) return [];
  const missingLetters = [...new Set(titles.flatMap(({ found: letters }) => letters))];
  const more = missingLetters.length > 20 ? `, and ${missingLetters.length - 20} more` : '';
  // The build cannot draw right-to-left scripts, because their letters join and change their order.
  const rightToLeftCount = missingLetters.filter((letter) => rightToLeftLetter.test(letter)).length;
  const reason =
    rightToLeftCount === 0
      ? 'no available font has all the letters'
      : rightToLeftCount === missingLetters.length
        ? 'the build cannot draw right-to-left text'
        : 'no available font has all the letters, and the build cannot draw right-to-left text';
  const photo = 'a photo for all pages, such as `share: { image: { src: /pictures/name.jpg, alt: … } }`';
  const count =
    titles.length === 1 ? `the title of \`${first.file}\`` : `the titles of ${titles.length} pages`;
  return [
    {
      path: toDocumentPath(['theme', builtInFonts === 'system' && !ownFonts ? 'fonts' : 'ownFonts']),
      rule: 'share-letters',
      message: `share images leave out ${count}, because ${reason}`,
      label: titles.length === 1 ? undefined : `the first is in \`${first.file}\``,
      advice:
        rightToLeftCount > 0
          ? `set ${photo}`
          : `set a font that has them, such as \`theme: { ownFonts: { headings: /fonts/name.woff2 } }\`, or ${photo}`,
      note: `missing: ${missingLetters.slice(0, 20).join(' ')}${more}`,
    },
  ];
}
