import { applyEdits } from '../../schema/base/text-edits.ts';
import { type Accent, palette, usualAccent, type Values } from '../../schema/color/palette.ts';
import { parseSvg } from '../../schema/svg/parse.ts';
import { optimizeSvg } from './optimize-svg.ts';
import { outlinedText } from './outline-text.ts';

const tokens = /var\(--([a-z-]+)\)/g;

/** An SVG of `public/` as visitors get it. */
export async function publishedSvg(source: string, accent?: Accent): Promise<string> {
  return themedSvg(await optimizeSvg(source), accent);
}

/**
 * An SVG in the colours of the site and in its font: tokens such as `var(--ink)` are defined for light and
 * dark. Browsers tell an SVG in which scheme the section around it stands.
 */
export function themedSvg(svg: string, accent: Accent = usualAccent): string {
  const used = new Set([...svg.matchAll(tokens)].map(([, name]) => name));
  const { root } = parseSvg(svg);
  if (used.size === 0 || !root) return svg;
  const { light, dark } = palette(accent).plain;
  const values = (scheme: typeof light) =>
    Object.entries(scheme)
      .filter(([name]) => used.has(name))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const inDark = `@media(prefers-color-scheme:dark){:root{${values(dark)}}}`;
  const style = `<style>:root{${values(light)}}${inDark}</style>`;
  const { edits, defs } = outlinedText(root);
  return applyEdits(svg, [...edits, { from: root.contentFrom, to: root.contentFrom, newText: style + defs }]);
}

/** An SVG with the values of its tokens in place of them. */
export function withColors(svg: string, colors: Values): string {
  // Tokens and colours have the same names.
  return svg.replaceAll(tokens, (token, name: string) => colors[name as keyof Values] ?? token);
}
