import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BuiltInFont, findFontPair } from '../../schema/fields/built-in-fonts.ts';
import type { ColorValues } from '../../schema/fields/colors.ts';
import { createPalette } from '../../schema/site/palette.ts';
import type { Page } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import { shareSize } from '../../schema/resolve/share-picture.ts';
import { findPublicFile } from '../system/files.ts';
import type { SiteFolders } from '../system/project.ts';
import { drawPng, readLogoWithFixedColors } from './app-icons.ts';
import { resolveBuiltInFontFile } from './built-in-fonts.ts';
import { getGlyphPath } from './fonts.ts';
import { readDrawingCode, setSquareSize } from './svg.ts';
import {
  truncateText,
  toDrawableText,
  type Face,
  layoutText,
  getLineHeight,
  openFace,
  layoutTitle,
} from './share-text.ts';

/** The theme of all share images of a site. */
export interface ShareTheme {
  company: string;
  /** The logo as an SVG with fixed colours, in its final size. */
  logo?: string | undefined;
  colors: ColorValues;
  /** WOFF2 files of custom fonts, for titles and for small text. */
  fonts?: { title: readonly string[]; text: readonly string[] };
}

/** The content of a share image. */
export interface ShareImageContent {
  title: string;
  /** The section of the page, if any. */
  section?: string | undefined;
  kind?: Page['kind'];
}

/** Returns the theme of share images, and a hash of this theme and of the code that draws the images. */
export function createShareTheme(site: Site, folders: SiteFolders): { look: ShareTheme; version: string } {
  const { company, theme } = site;
  // Use the tinted palette: social networks show pictures on white, where a tinted background makes the edge visible.
  const colors = createPalette(theme).tinted.light;
  const fonts = listShareFonts(theme, folders.public);
  const logo = readLogoWithFixedColors(theme, folders.public);
  const look = { company, logo: logo && setSquareSize(logo, header.logo), colors, ...(fonts && { fonts }) };
  const fontHashes = [fonts?.title ?? [], fonts?.text ?? []]
    .flat()
    .map((file) => hash('sha1', readFileSync(file)));
  const version = hash(
    'sha1',
    JSON.stringify([readDrawingCode(), { ...look, fonts: fontHashes }]),
    'base64url',
  );
  return { look, version };
}

/** Returns the custom font files for titles and small text, or `undefined` for the default fonts. */
function listShareFonts(
  { ownFonts: customFonts, fonts }: Site['theme'],
  publicFolder: string,
): ShareTheme['fonts'] {
  const resolveFiles = (path: string | undefined) =>
    path === undefined ? [] : [findPublicFile(publicFolder, path)];
  if (customFonts?.headings ?? customFonts?.text)
    return {
      title: resolveFiles(customFonts?.headings ?? customFonts?.bold ?? customFonts?.text),
      text: resolveFiles(customFonts?.text),
    };
  const pair = fonts === 'figtree' ? undefined : findFontPair(fonts);
  if (!pair) return undefined;
  const listBothRanges = (font: BuiltInFont) => [
    resolveBuiltInFontFile(font),
    resolveBuiltInFontFile(font, 'latin-ext'),
  ];
  return {
    title: listBothRanges(pair.headings ?? pair.text),
    text: pair.text.family === 'Figtree' ? [] : listBothRanges(pair.text),
  };
}

/** Positions on a share image, in pixels. */
const left = 80;
const right = shareSize.width - 80;
const header = { line: 133, logoTop: 52, logo: 52, logoGap: 18, baseline: 91, gap: 40 };
const companyStyle = { size: 38, spacing: -0.03 };
const sectionStyle = { size: 32, maxWidth: 520 };
/** The baseline of a title's last line. It is the same for short and long titles. */
const titleEnd = 452;
const shapeRow = { top: 502, height: 60 };

/** Draws a share image as a PNG. */
export const drawShareImage = async (card: ShareImageContent, look: ShareTheme): Promise<Buffer> =>
  drawPng(await createShareSvg(card, look));

async function createShareSvg(
  { title, kind, ...card }: ShareImageContent,
  look: ShareTheme,
): Promise<string> {
  const { logo, colors, fonts } = look;
  const titleFace = await openFace(fonts?.title, { weight: 700, spacing: -0.032 });
  const companyFace = { ...titleFace, spacing: companyStyle.spacing };
  const sectionFace = await openFace(fonts?.text, { weight: 400, spacing: 0 });
  const sectionText = truncateText(
    toDrawableText(card.section ?? '', sectionFace),
    sectionStyle.maxWidth / sectionStyle.size,
    sectionFace,
  );
  const sectionStart = right - layoutText(sectionText, sectionFace).width * sectionStyle.size;
  const companyStart = logo === undefined ? left : left + header.logo + header.logoGap;
  const maxCompany = sectionStart - header.gap - companyStart;
  const companyText = truncateText(
    toDrawableText(look.company, companyFace),
    maxCompany / companyStyle.size,
    companyFace,
  );
  const { size, lines } = layoutTitle(toDrawableText(title, titleFace), right - left, titleFace);
  const lastBaseline = titleEnd - Math.round(size * 0.18);
  const getBaseline = (line: number) => lastBaseline - (lines.length - 1 - line) * getLineHeight(size);
  const shapes = [
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    ...(logo === undefined ? [] : [createLogoImage(logo)]),
    `<path d="M${left} ${header.line}H${right}" stroke="${colors.line}" stroke-width="2"/>`,
    createTextShape(companyText, companyFace, companyStyle.size, companyStart, header.baseline, colors.ink),
    createTextShape(sectionText, sectionFace, sectionStyle.size, sectionStart, header.baseline, colors.muted),
    ...lines.map((line, lineIndex) =>
      createTextShape(line, titleFace, size, left, getBaseline(lineIndex), colors.ink),
    ),
    createKindShapes(kind, colors),
  ];
  const { width, height } = shareSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
}

function createLogoImage(logo: string): string {
  const position = `x="${left}" y="${header.logoTop}" width="${header.logo}" height="${header.logo}"`;
  return `<image ${position} href="data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}"/>`;
}

/** Converts a line of text to outlines, as SVG. */
function createTextShape(text: string, face: Face, size: number, x: number, y: number, fill: string): string {
  const { glyphs } = layoutText(text, face);
  // Move the line left by the side bearing of its first letter, so that straight and round letters align.
  const [first] = glyphs;
  const start = x - (first ? (first.glyph.bbox.minX / first.font.unitsPerEm) * size * 0.7 : 0);
  const paths = [...Map.groupBy(glyphs, ({ font }) => font)].map(([font, letters]) => {
    const toFontUnits = (em: number) => Math.round(em * font.unitsPerEm);
    const outlines = letters.map(
      ({ glyph, ...position }) =>
        `M${toFontUnits(position.x)} ${toFontUnits(-position.y)}${getGlyphPath(font, glyph)}`,
    );
    return `<path transform="scale(${1 / font.unitsPerEm})" d="${outlines.join('')}"/>`;
  });
  return `<g fill="${fill}" transform="translate(${start} ${y}) scale(${size})">${paths.join('')}</g>`;
}

/**
 * Draws a circle and a square on a line. The page kind decides which shape has the accent colour: the circle for an
 * article (people), the square for a product (machines), the line for a service (work).
 */
function createKindShapes(kind: Page['kind'], { ground, ink, accent }: ColorValues): string {
  const [radius, stroke] = [shapeRow.height / 2, 6];
  const side = shapeRow.height - stroke;
  const formatPaint = (subject: Page['kind']) => {
    const [fill, line] = kind === subject ? [accent, accent] : [ground, ink];
    return `stroke-width="${stroke}" fill="${fill}" stroke="${line}"`;
  };
  const line =
    kind === 'service' ? `stroke="${accent}" stroke-width="14"` : `stroke="${ink}" stroke-width="3"`;
  const square = `x="${left + 320}" y="${stroke / 2}" width="${side}" height="${side}" rx="9"`;
  return [
    `<g transform="translate(0 ${shapeRow.top})">`,
    `<path d="M${left + radius} ${radius}H${shareSize.width}" ${line}/>`,
    `<circle cx="${left + radius}" cy="${radius}" r="${radius - stroke / 2}" ${formatPaint('article')}/>`,
    `<rect ${square} ${formatPaint('product')}/></g>`,
  ].join('');
}
