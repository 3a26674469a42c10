import type { Values } from '../../../../schema/content/colors.ts';
import type { Page } from '../../../../schema/content/page.ts';
import { indexed, lookColors, type Pixels, type Rgb, shadesOf, withColorsOf } from './indexed-colors.ts';
import { indexedPng, packRows } from './indexed-png.ts';
import { blankRows, type IndexedRows, drawGlyph, hashOf } from './indexed-rows.ts';
import { remembered } from './remembered.ts';
import { cutLine, inkWidth, layoutLine } from './set-line.ts';
import { shareSize } from '../../../../scripts/assets/share-image.ts';
import { figureSvg, frame, headSvg } from './share-frame.ts';
import { svgPixels } from './svg-pixels.ts';
import { textBrush } from './text-brush.ts';
import { linePitch, titleFace, titleLines } from './title-lines.ts';

/** What all share images of a site show. */
export interface ShareLook {
  company: string;
  /** The site's logo as an SVG in fixed colours. */
  logo?: string;
  colors: Values;
  /** WOFF2 files of its own letters: those of titles, and those of the small words. */
  fonts?: { title: readonly string[]; text: readonly string[] };
}

/** What one share image shows. */
export interface ShareCard {
  title: string;
  /** The section that the page is in; pages at the top are in none. */
  section?: string;
  kind?: Page['kind'];
}

const { left, right, head, title: titlePosition, figure } = frame;

/** Draws the share images of a site as PNG files: once what is the same on several of them. */
export function sharePainter({ company, logo, colors, fonts }: ShareLook): (card: ShareCard) => Buffer {
  const companyFace = { weight: 700, spacing: -0.03, size: 38, fonts: fonts?.title };
  const sectionFace = { weight: 400, spacing: 0, size: 32, fonts: fonts?.text };
  const face = titleFace(fonts?.title);
  const headPixels = svgPixels(headSvg(logo, colors));
  const list = withColorsOf(headPixels, lookColors(colors));
  const bits = list.length <= 16 ? 4 : 8;
  const rowsOf = (height: number, space?: Uint8Array) => blankRows(shareSize.width, height, bits, space);
  const brush = (color: string) => textBrush(shadesOf(color, colors.ground, list), shareSize.width, bits);
  const [ink, muted] = [brush(colors.ink), brush(colors.muted)];

  const emptyHead = rowsWith(headPixels, rowsOf(head.height), list);
  const headOf = remembered((section: string) => {
    const rows = { ...emptyHead, bytes: emptyHead.bytes.slice() };
    const place = cutLine(
      layoutLine(section, sectionFace),
      sectionFace,
      head.maxSectionLength / sectionFace.size,
    );
    const end = right - inkWidth(place) * sectionFace.size;
    muted(rows, place, sectionFace.size, end, head.baseline);
    const start = logo === undefined ? left : left + head.logo + head.logoGap;
    const most = (end - head.gap - start) / companyFace.size;
    const sender = cutLine(layoutLine(company, companyFace), companyFace, most);
    ink(rows, sender, companyFace.size, start, head.baseline);
    return packRows(rows, 'some');
  });
  const gapOf = remembered((height: number) => packRows(rowsOf(height), 'all'));
  const figureOf = remembered((kind: Page['kind']) =>
    packRows(rowsWith(svgPixels(figureSvg(kind, colors)), rowsOf(figure.height), list), 'all'),
  );

  // The rows of a title take the same place each time.
  const space = rowsOf(titlePosition.end - head.height).bytes;
  return ({ title, section = '', kind }) => {
    const { size, lines } = titleLines(title, right - left, face);
    const lastBaseline = titlePosition.lastLine - Math.round(size * 0.18);
    // No letter of the font is higher than its size.
    const top = lastBaseline - (lines.length - 1) * linePitch(size) - size;
    const rows = rowsOf(titlePosition.end - top, space);
    for (const [index, line] of lines.entries()) ink(rows, line, size, left, size + index * linePitch(size));
    return indexedPng(list, [
      headOf(section),
      gapOf(top - head.height),
      packRows(rows, 'one'),
      gapOf(figure.top - titlePosition.end),
      figureOf(kind),
      gapOf(shareSize.height - figure.top - figure.height),
    ]);
  };
}

const asTheyAre = Uint8Array.from({ length: 256 }, (_, index) => index);

/** Rows filled with a picture. */
function rowsWith(picture: Pixels, rows: IndexedRows, colors: readonly Rgb[]): IndexedRows {
  const shape = { ...rows, left: 0, top: 0, pixels: indexed(picture, colors) };
  drawGlyph(rows, hashOf(shape, rows.width, rows.bits, asTheyAre), 0, 0);
  return rows;
}
