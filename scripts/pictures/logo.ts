import { readFileSync } from 'node:fs';
import { isSvg } from '../../schema/base/file-kinds.ts';
import { palette, usualAccent, type Values } from '../../schema/color/palette.ts';
import type { Site } from '../../schema/site.ts';
import { fileAt } from '../pages/list-files.ts';
import { withColors } from './theme-svg.ts';

/**
 * The site's logo as an SVG in fixed colours, for light grounds; nothing where the site has none that is an
 * SVG.
 */
export function fixedLogo({ logo, accent }: Site['theme'], publicFolder: string): string | undefined {
  if (logo === undefined || !isSvg(logo)) return undefined;
  return withColors(readFileSync(fileAt(publicFolder, logo), 'utf8'), fixedColors(accent));
}

/** The colours of pictures that do not follow the reader's scheme. */
export const fixedColors = (accent: Site['theme']['accent']): Values =>
  palette(accent ?? usualAccent).plain.light;
