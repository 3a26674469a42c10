import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Values } from '../../schema/color/palette.ts';
import type { Page } from '../../schema/page.ts';

const require = createRequire(import.meta.url);

/** What the share image of a page shows. */
export interface ShareCard {
  title: string;
  /** The section that the page is in; pages at the top are in none. */
  section?: string;
  company: string;
  kind?: Page['kind'];
  /** The site's logo as an SVG in fixed colours. */
  logo?: string;
  colors: Values;
}

/** The size that every network shows without cutting. */
export const shareSize = { width: 1200, height: 630 } as const;

const margin = 80;
const contentWidth = shareSize.width - 2 * margin;
/** The figure below the title continues to the right edge. */
const figureWidth = shareSize.width - margin;
const figureHeight = 60;
const squareX = 320;
/** The largest is taken at which the title fits. */
const titleSizes = [148, 132, 116, 100, 88, 76, 66];
const smallestTitle = 58;
const lineHeight = 1.06;
const linesAt = (size: number) => Math.floor(290 / (size * lineHeight));

/** The share image as SVG, its text as outlines. */
export async function shareImageSvg(card: ShareCard): Promise<string> {
  // Loaded for the first picture: most builds draw none.
  const { default: satori } = await import('satori');
  return satori(cardBox(card), { ...shareSize, fonts: fonts() });
}

function cardBox({ title, section, company, kind, logo, colors }: ShareCard): Box {
  const sender = box(
    { alignItems: 'center', fontSize: 38, fontWeight: 700, letterSpacing: '-0.03em' },
    logo === undefined ? [] : [image(logo, 52, 52, { marginRight: 18 })],
    company,
  );
  const place = section === undefined ? [] : [box({ fontSize: 32, color: colors.muted }, section)];
  return box(
    {
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      boxSizing: 'border-box',
      padding: `52px ${margin}px 68px`,
      background: colors.ground,
      color: colors.ink,
      fontFamily: 'Figtree, Figtree Extended',
    },
    box(
      {
        justifyContent: 'space-between',
        alignItems: 'center',
        paddingBottom: 28,
        borderBottom: `2px solid ${colors.line}`,
      },
      sender,
      ...place,
    ),
    box({ flexGrow: 1, alignItems: 'flex-end', paddingBottom: 50 }, box(titleStyle(title), title)),
    image(figure(kind, colors), figureWidth, figureHeight),
  );
}

function titleStyle(title: string): Style {
  const fontSize = titleSizes.find((size) => linesOf(title, size) <= linesAt(size)) ?? smallestTitle;
  // A title that is cut off fills its lines; any other has lines of similar length.
  const breaks: Style =
    linesOf(title, fontSize) > linesAt(fontSize) ? { lineClamp: linesAt(fontSize) } : { textWrap: 'balance' };
  return {
    display: 'block',
    width: contentWidth,
    fontSize,
    fontWeight: 700,
    lineHeight,
    letterSpacing: '-0.032em',
    ...breaks,
  };
}

/**
 * A circle and a square on a line. One of them has the accent colour, by what the page is about: the circle
 * for an article (people), the square for a product (machines), the line for a service (work).
 */
function figure(kind: Page['kind'], { ground, ink, accent }: Values): string {
  const [radius, stroke] = [figureHeight / 2, 6];
  const paint = (subject: Page['kind']) => {
    const [fill, line] = kind === subject ? [accent, accent] : [ground, ink];
    return `stroke-width="${stroke}" fill="${fill}" stroke="${line}"`;
  };
  const line =
    kind === 'service' ? `stroke="${accent}" stroke-width="14"` : `stroke="${ink}" stroke-width="3"`;
  const side = figureHeight - stroke;
  const square = `x="${squareX}" y="${stroke / 2}" width="${side}" height="${side}" rx="9"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${figureWidth} ${figureHeight}">`,
    `<path d="M${radius} ${radius}H${figureWidth}" ${line}/>`,
    `<circle cx="${radius}" cy="${radius}" r="${radius - stroke / 2}" ${paint('article')}/>`,
    `<rect ${square} ${paint('product')}/></svg>`,
  ].join('');
}

/**
 * How many lines a title takes at a size, by the average width of a character; no number where a word is too
 * long.
 */
function linesOf(title: string, size: number): number {
  const perLine = contentWidth / (size * 0.53);
  const words = title.split(/\s+/).map(({ length }) => length);
  if (Math.max(...words) > perLine) return Infinity;
  let [lines, used] = [1, -1];
  for (const length of words) {
    used += 1 + length;
    if (used <= perLine) continue;
    lines += 1;
    used = length;
  }
  return lines;
}

/** An element as satori takes it. */
interface Box {
  type: 'div' | 'img';
  key: null;
  props: object;
}
type Style = Record<string, string | number>;
type Child = Box | string;

function box(style: Style, ...children: (Child | Child[])[]): Box {
  return {
    type: 'div',
    key: null,
    props: { style: { display: 'flex', ...style }, children: children.flat() },
  };
}

function image(svg: string, width: number, height: number, style: Style = {}): Box {
  return {
    type: 'img',
    key: null,
    props: {
      src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      width,
      height,
      style,
    },
  };
}

let loaded: ReturnType<typeof loadFonts> | undefined;
/** The same list for all images: satori reads the fonts of a list once. */
const fonts = () => (loaded ??= loadFonts());

function loadFonts() {
  const file = (range: string, weight: number) =>
    readFileSync(require.resolve(`@fontsource/figtree/files/figtree-${range}-${weight}-normal.woff`));
  return ([400, 700] as const).flatMap((weight) => [
    { name: 'Figtree', weight, style: 'normal' as const, data: file('latin', weight) },
    { name: 'Figtree Extended', weight, style: 'normal' as const, data: file('latin-ext', weight) },
  ]);
}
