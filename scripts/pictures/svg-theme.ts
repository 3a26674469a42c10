import { type Accent, palette, usualAccent } from '../../schema/color/palette.ts';
import { outlineLetters } from './svg-text-to-paths.ts';

/**
 * A drawing in the colours of the site, in both schemes, and in its letters: tokens (`var(--ink)`) get their values. Browsers
 * tell a drawing in which scheme the section around it stands.
 */
export function paintPicture(svg: string, accent: Accent = usualAccent): string {
  const used = new Set([...svg.matchAll(/var\(--([a-z-]+)\)/g)].map(([, name]) => name));
  if (used.size === 0) return svg;
  const { light, dark } = palette(accent).plain;
  const values = (scheme: typeof light) =>
    Object.entries(scheme)
      .filter(([name]) => used.has(name))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const style = `<style>:root{${values(light)}}@media(prefers-color-scheme:dark){:root{${values(dark)}}}</style>`;
  return outlineLetters(svg).replace(/<svg[^>]*>/, (start) => start + style);
}
