import type { Values } from '../../../../schema/content/colors.ts';
import type { Page } from '../../../../schema/content/page.ts';
import { shareSize } from '../../../../scripts/assets/share-image.ts';

/** Where everything is on a share image, in pixels. */
export const frame = {
  left: 80,
  right: shareSize.width - 80,
  head: { height: 134, logoTop: 52, logo: 52, logoGap: 18, baseline: 91, maxSectionLength: 520, gap: 40 },
  /** The last line ends at one height, whatever its size; some letters reach further down. */
  title: { lastLine: 452, end: 472 },
  figure: { top: 502, height: 60 },
} as const;
const { left, right, head, figure } = frame;

/** The logo, and the line below it. */
export function headSvg(logo: string | undefined, colors: Values): string {
  const data = Buffer.from(logo ?? '').toString('base64');
  const place = `x="${left}" y="${head.logoTop}" width="${head.logo}" height="${head.logo}"`;
  const image = `<image ${place} href="data:image/svg+xml;base64,${data}"/>`;
  const line = `<path d="M${left} ${head.height - 1}H${right}" stroke="${colors.line}" stroke-width="2"/>`;
  return svg(head.height, colors, (logo === undefined ? '' : image) + line);
}

/**
 * A circle and a square on a line. One of them has the accent colour, by what the page is about: the circle
 * for an article (people), the square for a product (machines), the line for a service (work).
 */
export function figureSvg(kind: Page['kind'], colors: Values): string {
  const { ground, ink, accent } = colors;
  const [radius, stroke] = [figure.height / 2, 6];
  const side = figure.height - stroke;
  const paint = (subject: Page['kind']) => {
    const [fill, line] = kind === subject ? [accent, accent] : [ground, ink];
    return `stroke-width="${stroke}" fill="${fill}" stroke="${line}"`;
  };
  const line =
    kind === 'service' ? `stroke="${accent}" stroke-width="14"` : `stroke="${ink}" stroke-width="3"`;
  const square = `x="${left + 320}" y="${stroke / 2}" width="${side}" height="${side}" rx="9"`;
  const shapes = [
    `<path d="M${left + radius} ${radius}H${shareSize.width}" ${line}/>`,
    `<circle cx="${left + radius}" cy="${radius}" r="${radius - stroke / 2}" ${paint('article')}/>`,
    `<rect ${square} ${paint('product')}/>`,
  ];
  return svg(figure.height, colors, shapes.join(''));
}

function svg(height: number, { ground }: Values, shapes: string): string {
  const size = `width="${shareSize.width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="${ground}"/>${shapes}</svg>`;
}
