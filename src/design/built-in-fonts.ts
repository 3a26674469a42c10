import figtreeExt from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import spaceExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2?url';
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2?url';
import { face, fallback, type Family, stack } from './font-face.ts';

// What the files of rarer letters have, but for what is in the others too.
const rareRange =
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,' +
  'U+20A0-20AB,U+20AD-20C0,U+2113';

/** Whether a text has such a letter: only a page with one loads their files, from the start. */
export const hasRareLetter = (text: string): boolean => rare.test(text);
const rare = new RegExp(
  `[${rareRange.replaceAll(/[\dA-F]{3,4}/g, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')}]`,
  'u',
);

const weights = '300 900';

// Measured on the home page: Figtree is 0.6 % wider than Arial at 400, and 4.6 % narrower than Arial bold at
// 650; Space Grotesk is 9.3 % wider at 400 and 1.5 % at 650. German and Polish are within 1.5 % of that.

export const figtreeFamily = family('Figtree', figtree, figtreeExt, [100.6, 95.4], [95, 25]);
export const spaceGroteskFamily = family(
  'Space Grotesk',
  spaceGrotesk,
  spaceExt,
  [109.3, 101.5],
  [98.4, 29.2],
);

/** `widths` are the fallback’s at 400 and 700, `heights` above and below the baseline, all in percent. */
function family(
  name: string,
  file: string,
  rareFile: string,
  widths: readonly [number, number],
  heights: readonly [number, number],
): Family {
  const [regular, bold] = widths;
  return {
    stack: stack(name),
    files: [file],
    rareFiles: [rareFile],
    faces:
      face(name, file, weights) +
      fallback(name, 400, regular, ...heights) +
      fallback(name, 700, bold, ...heights),
    rareFaces: face(name, rareFile, weights, rareRange),
  };
}
