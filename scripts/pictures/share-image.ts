import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Values } from '../../schema/color/palette.ts';
import type { Page } from '../../schema/page.ts';

const require = createRequire(import.meta.url);

/** What the picture of a page shows where the page is shared. */
export interface ShareCard {
  title: string;
  /** Where the page belongs; a page of the first rank belongs nowhere. */
  section?: string | undefined;
  company: string;
  kind?: Page['kind'];
  /** The company's mark, ready to be drawn. */
  mark?: string | undefined;
  colors: Values;
}

/** The size that every network shows whole. */
export const shareSize = { width: 1200, height: 630 } as const;

const edge = 80;
const inside = shareSize.width - 2 * edge;
/** The line below the title runs out of the picture on the right. */
const workWidth = shareSize.width - edge;
/** Height of the two signs on that line, and where the second one stands. */
const sign = 60;
const machineAt = 320;
/** The largest is taken at which a title has room. */
const titleSizes = [148, 132, 116, 100, 88, 76, 66];
const smallest = 58;
const lineHeight = 1.06;
const linesAt = (size: number) => Math.floor(290 / (size * lineHeight));
const weights = [400, 700] as const;

/** The picture as SVG, its words turned into outlines, so that no font is needed to show it. */
export async function shareDrawing(card: ShareCard): Promise<string> {
  // Loaded when the first picture has to be drawn: most builds draw none.
  const { default: satori } = await import('satori');
  return satori(cardBox(card), { ...shareSize, fonts: fonts() });
}

function cardBox({ title, section, company, kind, mark, colors }: ShareCard): Box {
  const from = box(
    { alignItems: 'center', fontSize: 38, fontWeight: 700, letterSpacing: '-0.03em' },
    mark === undefined ? [] : [picture(mark, 52, 52, { marginRight: 18 })],
    company,
  );
  const place = section === undefined ? [] : [box({ fontSize: 32, color: colors.muted }, section)];
  return box(
    {
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      boxSizing: 'border-box',
      padding: `52px ${edge}px 68px`,
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
      from,
      ...place,
    ),
    box({ flexGrow: 1, alignItems: 'flex-end', paddingBottom: 50 }, box(headline(title), title)),
    picture(lineOfWork(kind, colors), workWidth, sign),
  );
}

function headline(title: string): Style {
  const fontSize = titleSizes.find((size) => linesOf(title, size) <= linesAt(size)) ?? smallest;
  // A text that is cut must fill its lines; any other has lines of like length.
  const breaks: Style =
    linesOf(title, fontSize) > linesAt(fontSize) ? { lineClamp: linesAt(fontSize) } : { textWrap: 'balance' };
  return {
    display: 'block',
    width: inside,
    fontSize,
    fontWeight: 700,
    lineHeight,
    letterSpacing: '-0.032em',
    ...breaks,
  };
}

/**
 * The sign of the house: a person is round, a machine is square, the line is the work, and it goes on. The accent
 * marks what the page is about: an article is a person's thought, a product the machine, a service the work.
 */
function lineOfWork(kind: Page['kind'], { ground, ink, accent }: Values): string {
  const [half, stroke] = [sign / 2, 6];
  const drawn = (subject: Page['kind']) =>
    `stroke-width="${stroke}" ${kind === subject ? `fill="${accent}" stroke="${accent}"` : `fill="${ground}" stroke="${ink}"`}`;
  const work =
    kind === 'service' ? `stroke="${accent}" stroke-width="14"` : `stroke="${ink}" stroke-width="3"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${workWidth} ${sign}"><path d="M${half} ${half}H${workWidth}" ${work}/><circle cx="${half}" cy="${half}" r="${half - stroke / 2}" ${drawn('article')}/><rect x="${machineAt}" y="${stroke / 2}" width="${sign - stroke}" height="${sign - stroke}" rx="9" ${drawn('product')}/></svg>`;
}

/** How many lines a title fills at a size, by the usual width of a letter; no number is enough where a word is too long. */
function linesOf(title: string, size: number): number {
  const letters = inside / (size * 0.53);
  const words = title.split(/\s+/).map(({ length }) => length);
  if (Math.max(...words) > letters) return Infinity;
  let [lines, used] = [1, -1];
  for (const length of words) {
    used += 1 + length;
    if (used <= letters) continue;
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

function picture(drawing: string, width: number, height: number, style: Style = {}): Box {
  return {
    type: 'img',
    key: null,
    props: {
      src: `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`,
      width,
      height,
      style,
    },
  };
}

let loaded: ReturnType<typeof loadFonts> | undefined;
/** One and the same list for all pictures: satori reads the fonts of a list once. */
const fonts = () => (loaded ??= loadFonts());

function loadFonts() {
  const file = (range: string, weight: number) =>
    readFileSync(require.resolve(`@fontsource/figtree/files/figtree-${range}-${weight}-normal.woff`));
  return weights.flatMap((weight) => [
    { name: 'Figtree', weight, style: 'normal' as const, data: file('latin', weight) },
    { name: 'Figtree Extended', weight, style: 'normal' as const, data: file('latin-ext', weight) },
  ]);
}
