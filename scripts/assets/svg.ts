import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, type TextEdit } from '../../schema/diagnostics/edits.ts';
import { isEditorData, parseSvg, type SvgElement, svgSize } from '../../schema/check/svg-parser.ts';
import type { Colors, Values } from '../../schema/fields/colors.ts';
import { palette } from '../../schema/site/palette.ts';
import { outlinedText } from './svg-text.ts';
import { getCachedFile } from '../system/cache.ts';
import { engineFolder, packageHash } from '../system/project.ts';

/** Minifies an SVG without visible changes. Returns SVGs that browsers cannot parse unchanged. */
export async function optimizeSvg(source: string): Promise<string> {
  const { root } = parseSvg(source);
  if (!root) return source;
  // Loaded lazily. The browser version is a single file, which loads five times as fast.
  const { optimize } = await import('svgo/browser');
  const svg = applyEdits(source, editorData(root)).slice(root.from);
  const floatPrecision = canRound(root) ? 3 : 8;
  const { data } = optimize(svg, {
    plugins: [
      { name: 'removeComments', params: { preservePatterns: false } },
      'removeUnusedNS',
      'cleanupAttrs',
      'convertColors',
      { name: 'cleanupNumericValues', params: { floatPrecision } },
      // Only lossless changes: curves stay curves.
      {
        name: 'convertPathData',
        params: {
          floatPrecision,
          applyTransforms: false,
          convertToQ: false,
          makeArcs: { threshold: 0, tolerance: 0 },
          removeUseless: false,
          straightCurves: false,
        },
      },
    ],
  });
  return data;
}

/** Returns edits that remove the data of drawing programs. */
function editorData({ name, attributes, children, from, to }: SvgElement): TextEdit[] {
  if (isEditorData(name)) return [{ from, to, newText: '' }];
  return [
    ...attributes
      .filter((one) => isEditorData(one.name))
      .map((one) => ({ from: one.from, to: one.to, newText: '' })),
    ...children.flatMap((child) => (typeof child === 'string' ? [] : editorData(child))),
  ];
}

/** Whether rounding to three decimals is invisible: the canvas is large and has no scaled parts. */
function canRound(root: SvgElement): boolean {
  return Math.min(...(svgSize(root) ?? [0])) >= 24 && !isScaled(root, true);
}

const isScaled = ({ attributes, children }: SvgElement, isRoot = false): boolean =>
  attributes.some(
    ({ name, value }) =>
      (/transform/i.test(name) && /scale|matrix/.test(value)) ||
      (/units$/i.test(name) && value === 'objectBoundingBox') ||
      (name === 'viewBox' && !isRoot),
  ) || children.some((child) => typeof child !== 'string' && isScaled(child));

const tokens = /var\(--([a-z-]+)\)/g;

/** Returns the published version of an SVG in `public/`. */
export async function publishedSvg(source: string, theme?: Colors): Promise<string> {
  return themedSvg(await optimizeSvg(source), theme);
}

const usualColors: Colors = { neutrals: 'tinted', buttonColor: 'accent' };

/**
 * Applies the theme to an SVG: defines tokens such as `var(--ink)` for both schemes, and draws text in the site's font.
 * Browsers pass the scheme of the surrounding section to the SVG.
 */
export function themedSvg(svg: string, theme: Colors = usualColors): string {
  const used = new Set([...svg.matchAll(tokens)].map(([, name]) => name));
  const { root } = parseSvg(svg);
  if (used.size === 0 || !root) return svg;
  const { light, dark } = palette(theme).plain;
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

/** Replaces the tokens of an SVG with their values. */
export function withColors(svg: string, colors: Values): string {
  // Tokens and colours have the same names.
  return svg.replaceAll(tokens, (token, name: string) => colors[name as keyof Values] ?? token);
}

/** Sets the size of an SVG to a square. Otherwise, sharp would draw it in its own size first, inside another SVG. */
export function withSide(svg: string, side: number): string {
  const { root } = parseSvg(svg);
  const size = root && svgSize(root);
  if (!size) return svg;
  const edits = root.attributes
    .filter(({ name }) => name === 'width' || name === 'height')
    .map(({ from, to }) => ({ from, to, newText: '' }));
  const hasBox = root.attributes.some(({ name }) => name === 'viewBox');
  const box = hasBox ? '' : ` viewBox="0 0 ${size.join(' ')}"`;
  const from = root.from + `<${root.name}`.length;
  return applyEdits(svg, [...edits, { from, to: from, newText: ` width="${side}" height="${side}"${box}` }]);
}

/** Returns the path of a published SVG in the cache, because optimizing is slow. */
export async function publishedSvgFile(source: string, theme: Colors, cache: string): Promise<string> {
  const name = hash('sha256', JSON.stringify([drawingCode(), source, theme]));
  const make = async () => Buffer.from(await publishedSvg(source, theme));
  return getCachedFile(join(cache, 'drawings', `${name.slice(0, 32)}.svg`), make);
}

let drawingCodeTexts: string[] | undefined;

/** Returns the code that draws pictures. If it or its packages change, cached pictures become invalid. */
export function drawingCode(): string[] {
  const files = [
    'scripts/assets/*.ts',
    'schema/check/svg-*.ts',
    'schema/fields/colors.ts',
    'schema/site/palette.ts',
    'package.json',
  ];
  if (packageHash !== undefined) return [packageHash];
  const read = (file: string) => readFileSync(join(engineFolder, file), 'utf8');
  return (drawingCodeTexts ??= globSync(files, { cwd: engineFolder }).toSorted().map(read));
}
