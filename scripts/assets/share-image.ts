import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type BuiltInFont, fontPair } from '../../schema/fields/built-in-fonts.ts';
import type { Values } from '../../schema/fields/colors.ts';
import { palette } from '../../schema/site/palette.ts';
import type { Page } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import { shareSize } from '../../schema/resolve/share-picture.ts';
import { findFile } from '../system/files.ts';
import type { SiteFolders } from '../system/project.ts';
import { drawPng, logoWithFixedColors } from './app-icons.ts';
import { builtInFontFile } from './built-in-fonts.ts';
import { glyphPath } from './fonts.ts';
import { drawingCode, withSide } from './svg.ts';
import {
  cutText,
  drawableText,
  type Face,
  layoutText,
  linePitch,
  openFace,
  titleLines,
} from './share-text.ts';

/** The look that all share images of a site share. */
export interface ShareLook {
  company: string;
  /** The logo as an SVG with fixed colours, in the size in which it is drawn. */
  logo?: string | undefined;
  colors: Values;
  /** WOFF2 files of custom fonts, for titles and for small text. */
  fonts?: { title: readonly string[]; text: readonly string[] };
}

/** The content of a share image. */
export interface ShareCard {
  title: string;
  /** The section of the page, if any. */
  section?: string | undefined;
  kind?: Page['kind'];
}

/** Returns the look of all share images, and a hash of it and of the drawing code. */
export function shareLook(site: Site, folders: SiteFolders): { look: ShareLook; version: string } {
  const { company, theme } = site;
  // Social networks show pictures on white, where the edge of a tinted background is visible.
  const colors = palette(theme).tinted.light;
  const fonts = fontsOf(theme, folders.public);
  const logo = logoWithFixedColors(theme, folders.public);
  const look = { company, logo: logo && withSide(logo, head.logo), colors, ...(fonts && { fonts }) };
  const fontHashes = [fonts?.title ?? [], fonts?.text ?? []]
    .flat()
    .map((file) => hash('sha1', readFileSync(file)));
  const version = hash('sha1', JSON.stringify([drawingCode(), { ...look, fonts: fontHashes }]), 'base64url');
  return { look, version };
}

/** Returns the font files for titles and small text; undefined for the default fonts. */
function fontsOf({ ownFonts: own, fonts }: Site['theme'], publicFolder: string): ShareLook['fonts'] {
  const files = (path: string | undefined) => (path === undefined ? [] : [findFile(publicFolder, path)]);
  if (own?.headings ?? own?.text)
    return { title: files(own?.headings ?? own?.bold ?? own?.text), text: files(own?.text) };
  const pair = fonts === 'figtree' ? undefined : fontPair(fonts);
  if (!pair) return undefined;
  const both = (font: BuiltInFont) => [builtInFontFile(font), builtInFontFile(font, 'latin-ext')];
  return {
    title: both(pair.headings ?? pair.text),
    text: pair.text.family === 'Figtree' ? [] : both(pair.text),
  };
}

/** Positions on a share image, in pixels. */
const left = 80;
const right = shareSize.width - 80;
const head = { line: 133, logoTop: 52, logo: 52, logoGap: 18, baseline: 91, gap: 40 };
const companyStyle = { size: 38, spacing: -0.03 };
const sectionStyle = { size: 32, maxWidth: 520 };
/** The baseline of the last line of every title. */
const titleEnd = 452;
const figure = { top: 502, height: 60 };

/** Draws a share image as a PNG. */
export const drawShareImage = async (card: ShareCard, look: ShareLook): Promise<Buffer> =>
  drawPng(await shareSvg(card, look));

async function shareSvg({ title, kind, ...card }: ShareCard, look: ShareLook): Promise<string> {
  const { logo, colors, fonts } = look;
  const titleFace = await openFace(fonts?.title, { weight: 700, spacing: -0.032 });
  const companyFace = { ...titleFace, spacing: companyStyle.spacing };
  const sectionFace = await openFace(fonts?.text, { weight: 400, spacing: 0 });
  const sectionText = cutText(
    drawableText(card.section ?? '', sectionFace),
    sectionStyle.maxWidth / sectionStyle.size,
    sectionFace,
  );
  const sectionStart = right - layoutText(sectionText, sectionFace).width * sectionStyle.size;
  const companyStart = logo === undefined ? left : left + head.logo + head.logoGap;
  const maxCompany = sectionStart - head.gap - companyStart;
  const companyText = cutText(
    drawableText(look.company, companyFace),
    maxCompany / companyStyle.size,
    companyFace,
  );
  const { size, lines } = titleLines(drawableText(title, titleFace), right - left, titleFace);
  const lastBaseline = titleEnd - Math.round(size * 0.18);
  const baseline = (line: number) => lastBaseline - (lines.length - 1 - line) * linePitch(size);
  const shapes = [
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    ...(logo === undefined ? [] : [logoImage(logo)]),
    `<path d="M${left} ${head.line}H${right}" stroke="${colors.line}" stroke-width="2"/>`,
    textShape(companyText, companyFace, companyStyle.size, companyStart, head.baseline, colors.ink),
    textShape(sectionText, sectionFace, sectionStyle.size, sectionStart, head.baseline, colors.muted),
    ...lines.map((line, at) => textShape(line, titleFace, size, left, baseline(at), colors.ink)),
    figureShapes(kind, colors),
  ];
  const { width, height } = shareSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`;
}

function logoImage(logo: string): string {
  const place = `x="${left}" y="${head.logoTop}" width="${head.logo}" height="${head.logo}"`;
  return `<image ${place} href="data:image/svg+xml;base64,${Buffer.from(logo).toString('base64')}"/>`;
}

/** Draws a text as outlines. */
function textShape(text: string, face: Face, size: number, x: number, y: number, fill: string): string {
  const { glyphs } = layoutText(text, face);
  // Aligns straight stems optically with round letters in other lines.
  const [first] = glyphs;
  const start = x - (first ? (first.glyph.bbox.minX / first.font.unitsPerEm) * size * 0.7 : 0);
  const paths = [...Map.groupBy(glyphs, ({ font }) => font)].map(([font, letters]) => {
    const units = (em: number) => Math.round(em * font.unitsPerEm);
    const outlines = letters.map(
      ({ glyph, ...at }) => `M${units(at.x)} ${units(-at.y)}${glyphPath(font, glyph)}`,
    );
    return `<path transform="scale(${1 / font.unitsPerEm})" d="${outlines.join('')}"/>`;
  });
  return `<g fill="${fill}" transform="translate(${start} ${y}) scale(${size})">${paths.join('')}</g>`;
}

/**
 * Draws a circle and a square on a line. The kind of page decides which of them has the accent colour: the circle for
 * an article (people), the square for a product (machines), the line for a service (work).
 */
function figureShapes(kind: Page['kind'], { ground, ink, accent }: Values): string {
  const [radius, stroke] = [figure.height / 2, 6];
  const side = figure.height - stroke;
  const paint = (subject: Page['kind']) => {
    const [fill, line] = kind === subject ? [accent, accent] : [ground, ink];
    return `stroke-width="${stroke}" fill="${fill}" stroke="${line}"`;
  };
  const line =
    kind === 'service' ? `stroke="${accent}" stroke-width="14"` : `stroke="${ink}" stroke-width="3"`;
  const square = `x="${left + 320}" y="${stroke / 2}" width="${side}" height="${side}" rx="9"`;
  return [
    `<g transform="translate(0 ${figure.top})">`,
    `<path d="M${left + radius} ${radius}H${shareSize.width}" ${line}/>`,
    `<circle cx="${left + radius}" cy="${radius}" r="${radius - stroke / 2}" ${paint('article')}/>`,
    `<rect ${square} ${paint('product')}/></g>`,
  ].join('');
}
