import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { palette, usualAccent, type Values } from '../../schema/color/palette.ts';
import type { Site } from '../../schema/site.ts';

/** The site's mark as a drawing in the colours for light grounds, without tokens; nothing where a site has none, or no SVG. */
export function siteMark({ logo, accent }: Site['theme'], publicFolder: string): string | undefined {
  if (!logo?.endsWith('.svg')) return undefined;
  const colors = printColors(accent);
  // The names of tokens and the names of colours are the same.
  return readFileSync(join(publicFolder, logo), 'utf8').replaceAll(
    /var\(--([a-z-]+)\)/g,
    (token, name: string) => colors[name as keyof Values] ?? token,
  );
}

/** The colours of pictures that do not follow the reader's scheme. */
export const printColors = (accent: Site['theme']['accent']): Values =>
  palette(accent ?? usualAccent).plain.light;
