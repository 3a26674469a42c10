import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, type TextEdit } from '../../schema/diagnostics/edits.ts';
import { isEditorData, parseSvg, type SvgElement, getSvgSize } from '../../schema/check/svg-parser.ts';
import type { Colors, ColorValues } from '../../schema/fields/colors.ts';
import { createPalette } from '../../schema/site/palette.ts';
import { outlineText } from './svg-text.ts';
import { getCachedFile } from '../system/cache.ts';
import { engineFolder, packageHash } from '../system/project.ts';

/** Minifies an SVG without visible changes. If browsers cannot parse the SVG, returns it unchanged. */
export async function optimizeSvg(source: string): Promise<string> {
  const { root } = parseSvg(source);
  if (!root) return source;
  // Loaded lazily. The browser version of SVGO is used, because it is a single file and loads five times as fast.
  const { optimize } = await import('svgo/browser');
  const svg = applyEdits(source, createRemovalEdits(root)).slice(root.from);
  const floatPrecision = canRound(root) ? 3 : 8;
  const { data } = optimize(svg, {
    plugins: [
      { name: 'removeComments', params: { preservePatterns: false } },
      'removeUnusedNS',
      'cleanupAttrs',
      'convertColors',
      { name: 'cleanupNumericValues', params: { floatPrecision } },
      // Use only lossless optimisations. For example, do not convert curves to lines.
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

/** Returns edits that remove the metadata of graphics editors. */
function createRemovalEdits({ name, attributes, children, from, to }: SvgElement): TextEdit[] {
  if (isEditorData(name)) return [{ from, to, newText: '' }];
  return [
    ...attributes
      .filter((attribute) => isEditorData(attribute.name))
      .map((attribute) => ({ from: attribute.from, to: attribute.to, newText: '' })),
    ...children.flatMap((child) => (typeof child === 'string' ? [] : createRemovalEdits(child))),
  ];
}

/** Returns whether rounding to three decimals is invisible: the canvas must be large, and no part may be scaled. */
function canRound(root: SvgElement): boolean {
  return Math.min(...(getSvgSize(root) ?? [0])) >= 24 && !isScaled(root, true);
}

const isScaled = ({ attributes, children }: SvgElement, isRoot = false): boolean =>
  attributes.some(
    ({ name, value }) =>
      (/transform/i.test(name) && /scale|matrix/.test(value)) ||
      (/units$/i.test(name) && value === 'objectBoundingBox') ||
      (name === 'viewBox' && !isRoot),
  ) || children.some((child) => typeof child !== 'string' && isScaled(child));

const colorTokenPattern = /var\(--([a-z-]+)\)/g;

/** Returns the published version of an SVG in `public/`. */
export async function createPublishedSvg(source: string, theme?: Colors): Promise<string> {
  return applySvgTheme(await optimizeSvg(source), theme);
}

const defaultColors: Colors = { neutrals: 'tinted', buttonColor: 'accent' };

/**
 * Applies the theme to an SVG: defines tokens such as `var(--ink)` for both schemes, and draws text in the site's font.
 * Browsers use the light or dark scheme of the surrounding section in the SVG.
 */
export function applySvgTheme(svg: string, theme: Colors = defaultColors): string {
  const usedTokens = new Set([...svg.matchAll(colorTokenPattern)].map(([, name]) => name));
  const { root } = parseSvg(svg);
  if (usedTokens.size === 0 || !root) return svg;
  const { light, dark } = createPalette(theme).plain;
  const formatValues = (scheme: typeof light) =>
    Object.entries(scheme)
      .filter(([name]) => usedTokens.has(name))
      .map(([name, value]) => `--${name}:${value}`)
      .join(';');
  const darkStyle = `@media(prefers-color-scheme:dark){:root{${formatValues(dark)}}}`;
  const style = `<style>:root{${formatValues(light)}}${darkStyle}</style>`;
  const { edits, defs } = outlineText(root);
  return applyEdits(svg, [...edits, { from: root.contentFrom, to: root.contentFrom, newText: style + defs }]);
}

/** Replaces tokens such as `var(--ink)` in an SVG with their colours. */
export function replaceTokens(svg: string, colors: ColorValues): string {
  // The name of a token is also the key of its colour.
  return svg.replaceAll(
    colorTokenPattern,
    (token, name: string) => colors[name as keyof ColorValues] ?? token,
  );
}

/**
 * Makes an SVG square, so that it can be nested in another SVG. Otherwise, sharp would first draw it in its original
 * size.
 */
export function setSquareSize(svg: string, side: number): string {
  const { root } = parseSvg(svg);
  const size = root && getSvgSize(root);
  if (!size) return svg;
  const edits = root.attributes
    .filter(({ name }) => name === 'width' || name === 'height')
    .map(({ from, to }) => ({ from, to, newText: '' }));
  const hasBox = root.attributes.some(({ name }) => name === 'viewBox');
  const viewBox = hasBox ? '' : ` viewBox="0 0 ${size.join(' ')}"`;
  const from = root.from + `<${root.name}`.length;
  return applyEdits(svg, [
    ...edits,
    { from, to: from, newText: ` width="${side}" height="${side}"${viewBox}` },
  ]);
}

/** Optimises and themes an SVG. The result is cached, because optimising is slow. Returns its path in the cache. */
export async function getPublishedSvgFile(source: string, theme: Colors, cache: string): Promise<string> {
  const name = hash('sha256', JSON.stringify([readDrawingCode(), source, theme]));
  const createFile = async () => Buffer.from(await createPublishedSvg(source, theme));
  return getCachedFile(join(cache, 'drawings', `${name.slice(0, 32)}.svg`), createFile);
}

let drawingCodeTexts: string[] | undefined;

/**
 * Returns the code that draws pictures, and the versions of its packages. If this result changes, cached pictures are
 * invalid.
 */
export function readDrawingCode(): string[] {
  const files = [
    'scripts/assets/*.ts',
    'schema/check/svg-*.ts',
    'schema/fields/colors.ts',
    'schema/site/palette.ts',
    'package.json',
  ];
  if (packageHash !== undefined) return [packageHash];
  const readSource = (file: string) => readFileSync(join(engineFolder, file), 'utf8');
  return (drawingCodeTexts ??= globSync(files, { cwd: engineFolder }).toSorted().map(readSource));
}
