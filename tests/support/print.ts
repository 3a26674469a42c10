import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startSharedPage } from './browser.ts';
import { sampled, unsampled } from './sampled.ts';

// The printable width of A4 with margins of 1 cm, in CSS pixels, in portrait and landscape at two scales.
const sheets = [
  ['portrait', 718],
  ['portrait at 70 %', 1026],
  ['landscape', 1047],
  ['landscape at 70 %', 1496],
] as const;
type Sheet = (typeof sheets)[number];

/** Returns the layout problems of a page in print, each with its sheet. */
export async function printProblems(page: Page, on: readonly Sheet[] = sheets): Promise<string[]> {
  const before = page.viewportSize();
  const problems: string[] = [];
  await page.emulateMedia({ media: 'print' });
  for (const [sheet, width] of on) {
    await page.setViewportSize({ width, height: 1000 });
    problems.push(...(await page.evaluate(overlaps)).map((found) => `${sheet}: ${found}`));
  }
  await page.emulateMedia({ media: null });
  if (before) await page.setViewportSize(before);
  return problems;
}

/** Runs in the browser. Returns overlapping texts and pictures, missing folded content, and tables that are cut off. */
export function overlaps(): string[] {
  const problems = new Set<string>();
  const named = (element: Element) =>
    `<${element.localName}> “${(element.getAttribute('alt') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}”`;
  const boxes: { box: DOMRect; of: Element }[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const isSqueezed = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      (width <= 1 && height <= 1) || (element.parentElement !== null && isSqueezed(element.parentElement))
    );
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement;
    if (!of || !node.textContent?.trim() || of.closest('script, style, noscript, svg, [hidden], dialog'))
      continue;
    range.selectNodeContents(node);
    const found = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (
      found.length > 0 &&
      of.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !isSqueezed(of)
    )
      // Line boxes are taller than their letters: compare only the middle 60 %.
      for (const { x, y, width, height } of found)
        boxes.push({ box: new DOMRect(x, y + height * 0.2, width, height * 0.6), of });
  }
  // A table of contents may stay folded, because its links are useless on paper.
  for (const details of document.querySelectorAll('main > :not([data-block=contents]) details'))
    if (details.lastElementChild?.getBoundingClientRect().height === 0)
      problems.add(`the content of ${named(details)} is missing`);
  for (const of of document.querySelectorAll('main img')) {
    const box = of.getBoundingClientRect();
    // Pictures behind text are intentional.
    if (
      box.width > 1 &&
      box.height > 1 &&
      of.checkVisibility() &&
      getComputedStyle(of).position !== 'absolute' &&
      !of.closest('[data-block=banner], [data-block=embed], [data-block=logo-carousel]')
    )
      boxes.push({ box, of });
  }
  // Content that scrolls on screens is cut off on paper.
  for (const of of document.querySelectorAll('main :is(table, td, th)'))
    for (
      let around: Element | null = of;
      around && around.localName !== 'main';
      around = around.parentElement
    )
      if (
        of.checkVisibility() &&
        of.getBoundingClientRect().width > 1 &&
        (of.getBoundingClientRect().right > Math.ceil(around.getBoundingClientRect().right) + 1 ||
          getComputedStyle(around).overflowX === 'auto')
      ) {
        problems.add(`${named(of)} is cut off`);
        break;
      }
  boxes.sort((a, b) => a.box.top - b.box.top);
  for (const [at, one] of boxes.entries())
    for (let next = at + 1; next < boxes.length; next++) {
      const other = boxes[next]!; // within the list
      if (other.box.top >= one.box.bottom) break;
      if (one.of === other.of || one.of.contains(other.of) || other.of.contains(one.of)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (width > 2 && height > 3) problems.add(`${named(other.of)} overlaps ${named(one.of)}`);
    }
  return [...problems];
}

/** Returns the content streams of a PDF from Chromium, one for each sheet. */
function readSheets(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const contents = [...text.matchAll(/\/Type \/Page\n.*?\/Contents (\d+) 0 R/gs)].map(([, id]) => id);
  if (contents.length === 0) throw new Error('The PDF has no readable sheets.');
  return contents.map((id) => {
    const start = text.indexOf(`\n${id} 0 obj`);
    const [head = '', length] = /^[^>]*\/Length (\d+)>> stream\n/.exec(text.slice(start)) ?? [];
    const stream = pdf.subarray(start + head.length, start + head.length + Number(length));
    // The stream of an empty sheet may have no bytes.
    return stream.length === 0 ? '' : inflateSync(stream).toString('latin1');
  });
}

/** Marks headings and list introductions with a unique colour. The constant below is its PDF operator. */
const headingRule =
  'main :is(h2, h3, [data-block=text] p:has(+ :is(ul, ol))), main :is(h2, h3) * { color: rgb(1 2 3) !important }';
const headingColor = '.0039 .0078 .0118 rg';

/** Returns whether a sheet ends with a heading. `BT` begins a text; `Do` paints an image. */
function endsWithHeading(sheet: string): boolean {
  const last = sheet.lastIndexOf('BT\n');
  return (
    !sheet.includes(' Do\n', last) &&
    sheet
      .slice(0, last)
      .match(/(?:[\d.]+ ){3}rg$/gm)
      ?.at(-1) === headingColor
  );
}

/** Prints a page to PDF. Returns sheets that are empty or end with a heading. */
async function sheetProblems(page: Page): Promise<string[]> {
  const hasHeadings = await page.evaluate(async (rule) => {
    document.styleSheets[0]?.insertRule(rule);
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
    return document.querySelector('main h2') !== null;
  }, headingRule);
  const sheets = readSheets(await page.pdf({ format: 'A4' }));
  return [
    ...(!hasHeadings || sheets.join('').includes(headingColor) ? [] : ['its headings are not recognized']),
    ...sheets.flatMap((sheet, at) => [
      ...(/\bBT\n| Do\n/.test(sheet) ? [] : [`sheet ${at + 1} is empty`]),
      ...(endsWithHeading(sheet) ? [`sheet ${at + 1} ends with a heading`] : []),
    ]),
  ];
}

/** Declares a print test for each route: its layout on two of the four sheets and, for every third route, its PDF. */
export function printPages(routes: readonly string[]): void {
  const shared = startSharedPage({ reducedMotion: 'reduce' });
  const printed = new Set(sampled(routes, Math.ceil(routes.length / 3)));
  test.each(routes.map((route, at) => [route, at] as const))(
    'in print, nothing of %s overlaps, is cut off or missing, and no sheet is empty or ends with a heading',
    async (route, at) => {
      const { page } = await shared.open(route);
      const on = unsampled ? sheets : sheets.filter((_, sheet) => sheet % 2 === at % 2);
      const problems = await printProblems(page, on);
      expect([...problems, ...(printed.has(route) ? await sheetProblems(page) : [])]).toEqual([]);
    },
  );
}
