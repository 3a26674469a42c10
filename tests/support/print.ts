import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startSharedPage } from './browser.ts';
import { takeSample, isFullRun } from './sample.ts';

// The printable width of A4 with margins of 1 cm, in CSS pixels: in portrait and in landscape, each at two scales.
const sheets = [
  ['portrait', 718],
  ['portrait at 70 %', 1026],
  ['landscape', 1047],
  ['landscape at 70 %', 1496],
] as const;
type Sheet = (typeof sheets)[number];

/** Returns the layout problems of a printed page. Each problem names the sheet on which it occurs. */
export async function findPrintProblems(
  page: Page,
  selectedSheets: readonly Sheet[] = sheets,
): Promise<string[]> {
  const originalViewport = page.viewportSize();
  const problems: string[] = [];
  await page.emulateMedia({ media: 'print' });
  for (const [pageContent, width] of selectedSheets) {
    await page.setViewportSize({ width, height: 1000 });
    problems.push(
      ...(await page.evaluate(findLayoutProblems)).map((problem) => `${pageContent}: ${problem}`),
    );
  }
  await page.emulateMedia({ media: null });
  if (originalViewport) await page.setViewportSize(originalViewport);
  return problems;
}

/**
 * Runs in the browser. Returns overlapping texts and pictures, collapsed content that is missing, and tables that are
 * cut off.
 */
export function findLayoutProblems(): string[] {
  const problems = new Set<string>();
  const describeElement = (element: Element) =>
    `<${element.localName}> “${(element.getAttribute('alt') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}”`;
  const boxes: { box: DOMRect; element: Element }[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const isVisuallyHidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      (width <= 1 && height <= 1) ||
      (element.parentElement !== null && isVisuallyHidden(element.parentElement))
    );
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !element ||
      !node.textContent?.trim() ||
      element.closest('script, style, noscript, svg, [hidden], dialog')
    )
      continue;
    range.selectNodeContents(node);
    const lineBoxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (
      lineBoxes.length > 0 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !isVisuallyHidden(element)
    )
      // Line boxes are taller than their letters, so compare only the middle 60 % of each box.
      for (const { x, y, width, height } of lineBoxes)
        boxes.push({ box: new DOMRect(x, y + height * 0.2, width, height * 0.6), element });
  }
  // A table of contents may stay collapsed, because its links are of no use on paper.
  for (const details of document.querySelectorAll('main > :not([data-block=contents]) details'))
    if (details.lastElementChild?.getBoundingClientRect().height === 0)
      problems.add(`the content of ${describeElement(details)} is missing`);
  for (const element of document.querySelectorAll('main img')) {
    const box = element.getBoundingClientRect();
    // Text over a background picture is intentional.
    if (
      box.width > 1 &&
      box.height > 1 &&
      element.checkVisibility() &&
      getComputedStyle(element).position !== 'absolute' &&
      !element.closest('[data-block=banner], [data-block=embed], [data-block=logo-carousel]')
    )
      boxes.push({ box, element });
  }
  // Content that visitors can scroll to on a screen is cut off on paper.
  for (const element of document.querySelectorAll('main :is(table, td, th)'))
    for (
      let ancestor: Element | null = element;
      ancestor && ancestor.localName !== 'main';
      ancestor = ancestor.parentElement
    )
      if (
        element.checkVisibility() &&
        element.getBoundingClientRect().width > 1 &&
        (element.getBoundingClientRect().right > Math.ceil(ancestor.getBoundingClientRect().right) + 1 ||
          getComputedStyle(ancestor).overflowX === 'auto')
      ) {
        problems.add(`${describeElement(element)} is cut off`);
        break;
      }
  boxes.sort((a, b) => a.box.top - b.box.top);
  for (const [index, upper] of boxes.entries())
    for (let next = index + 1; next < boxes.length; next++) {
      const lower = boxes[next]!; // within the list
      if (lower.box.top >= upper.box.bottom) break;
      if (
        upper.element === lower.element ||
        upper.element.contains(lower.element) ||
        lower.element.contains(upper.element)
      )
        continue;
      const width = Math.min(upper.box.right, lower.box.right) - Math.max(upper.box.left, lower.box.left);
      const height = Math.min(upper.box.bottom, lower.box.bottom) - lower.box.top;
      if (width > 2 && height > 3)
        problems.add(`${describeElement(lower.element)} overlaps ${describeElement(upper.element)}`);
    }
  return [...problems];
}

/** Returns the content streams in a PDF that Chromium wrote, one for each sheet. */
function readPdfSheets(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const contents = [...text.matchAll(/\/Type \/Page\n.*?\/Contents (\d+) 0 R/gs)].map(([, id]) => id);
  if (contents.length === 0) throw new Error('The PDF has no readable sheets.');
  return contents.map((id) => {
    const start = text.indexOf(`\n${id} 0 obj`);
    const [head = '', length] = /^[^>]*\/Length (\d+)>> stream\n/.exec(text.slice(start)) ?? [];
    const stream = pdf.subarray(start + head.length, start + head.length + Number(length));
    // The content stream of an empty sheet may contain no bytes.
    return stream.length === 0 ? '' : inflateSync(stream).toString('latin1');
  });
}

/** Gives headings and list introductions a unique text colour. `headingColor` below is the PDF operator for it. */
const headingRule =
  'main :is(h2, h3, [data-block=text] p:has(+ :is(ul, ol))), main :is(h2, h3) * { color: rgb(1 2 3) !important }';
const headingColor = '.0039 .0078 .0118 rg';

/**
 * Returns whether a sheet ends with a heading. In the stream, `BT` begins a piece of text, and `Do` paints an image.
 */
function endsWithHeading(pageContent: string): boolean {
  const lastText = pageContent.lastIndexOf('BT\n');
  return (
    !pageContent.includes(' Do\n', lastText) &&
    pageContent
      .slice(0, lastText)
      .match(/(?:[\d.]+ ){3}rg$/gm)
      ?.at(-1) === headingColor
  );
}

/** Prints a page to PDF. Returns a problem for each sheet that is empty or ends with a heading. */
async function findSheetProblems(page: Page): Promise<string[]> {
  const hasHeadings = await page.evaluate(async (rule) => {
    document.styleSheets[0]?.insertRule(rule);
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    return document.querySelector('main h2') !== null;
  }, headingRule);
  const sheets = readPdfSheets(await page.pdf({ format: 'A4' }));
  return [
    ...(!hasHeadings || sheets.join('').includes(headingColor) ? [] : ['its headings are not recognized']),
    ...sheets.flatMap((pageContent, index) => [
      ...(/\bBT\n| Do\n/.test(pageContent) ? [] : [`sheet ${index + 1} is empty`]),
      ...(endsWithHeading(pageContent) ? [`sheet ${index + 1} ends with a heading`] : []),
    ]),
  ];
}

/**
 * Declares a print test for each route. It checks the layout on
 * two of the four sheet sizes and, for every third route, the PDF.
 */
export function testPrintedPages(routes: readonly string[]): void {
  const shared = startSharedPage({ reducedMotion: 'reduce' });
  const printedRoutes = new Set(takeSample(routes, Math.ceil(routes.length / 3)));
  test.each(routes.map((route, index) => [route, index] as const))(
    '%s: printed content is complete and does not overlap, and no sheet is empty or ends with a heading',
    async (route, index) => {
      const { page } = await shared.open(route);
      const selectedSheets = isFullRun
        ? sheets
        : sheets.filter((_, pageContent) => pageContent % 2 === index % 2);
      const problems = await findPrintProblems(page, selectedSheets);
      expect([...problems, ...(printedRoutes.has(route) ? await findSheetProblems(page) : [])]).toEqual([]);
    },
  );
}
