import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageTask } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';
import { type Area, comparePictures, type PictureDifferences } from './compare-pictures.ts';
import { type Camera, getFirstLine, openCamera, type PagePicture, startChromium } from './page-pictures.ts';
import { type PicturedPage, createPicturesDocument } from './pictures-document.ts';
import { RenderedSite } from './rendered-site.ts';
import type { ReportedPage, SiteChanges } from './site-changes.ts';

/** The window widths of a phone and a desktop, in pixels. */
const widths = [375, 1440];

/**
 * The limits of a report with pictures: numbers of pages, and the time in milliseconds. Only the pages with the largest
 * differences have pictures.
 */
const limits = { comparedPages: 40, picturedPages: 20, milliseconds: 240_000 };

/** A page to take pictures of. A new page has no `before`, and a deleted page has no `after`. */
export interface ComparedPage {
  page: ReportedPage;
  before?: PageTask | undefined;
  after?: PageTask | undefined;
}

/** The pictures of a page at one width. */
interface View {
  width: number;
  before: PagePicture | undefined;
  after: PagePicture | undefined;
  differences: PictureDifferences;
}

interface ViewedPage {
  page: ReportedPage;
  views: View[];
  /** The total area of the differences, in pixels. */
  area: number;
}

/**
 * Writes pictures of pages before and after a change, with frames around differences, and `index.html` with the
 * pictures and the full report. Compares the pages in order, up to `limits.comparedPages`. Without build plans, there
 * are no pictures.
 */
export async function writePictures(
  folder: string,
  plans: { before: BuildPlan; after: BuildPlan } | undefined,
  pages: readonly ComparedPage[],
  changes: SiteChanges,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (pictureName.test(name)) rmSync(join(folder, name));
  const picturedPages: PicturedPage[] = [];
  const candidates = pages.slice(0, limits.comparedPages);
  const problems: string[] = [];
  const viewedPages = !plans || candidates.length === 0 ? [] : await viewPages(plans, candidates, problems);
  const changedViews = viewedPages.filter(({ area }) => area > 0);
  const largestChanges = new Set(
    changedViews.toSorted((a, b) => b.area - a.area).slice(0, limits.picturedPages),
  );
  for (const [index, { page, views }] of changedViews
    .filter((viewedPage) => largestChanges.has(viewedPage))
    .entries()) {
    const pictures: PicturedPage['pictures'] = [];
    for (const { width, differences, ...sides } of views)
      for (const side of ['before', 'after'] as const) {
        const picture = sides[side];
        if (!picture) continue;
        const file = `${index + 1}-${width}-${side}.webp`;
        writeFileSync(join(folder, file), await drawFrames(picture, differences[side]));
        pictures.push({ file, side, width, height: picture.height, frameCount: differences[side].length });
      }
    picturedPages.push({ page, pictures });
  }
  const unchangedPages = viewedPages.filter(({ area }) => area === 0).map(({ page }) => page);
  const omittedCount = pages.length - picturedPages.length - unchangedPages.length - problems.length;
  const content = { changes, pictured: picturedPages, unchanged: unchangedPages, omittedCount, problems };
  writeFileSync(join(folder, 'index.html'), createPicturesDocument(content));
}

const pictureName = /^\d+-\d+-(?:before|after)\.webp$/;

/**
 * Takes and compares pictures of pages within the time limit. If this fails for a page, adds a sentence to `problems`.
 */
async function viewPages(
  plans: { before: BuildPlan; after: BuildPlan },
  pages: readonly ComparedPage[],
  problems: string[],
): Promise<ViewedPage[]> {
  const browser = await startChromium();
  const deadline = Date.now() + limits.milliseconds;
  try {
    const sites = {
      before: await RenderedSite.open(plans.before),
      after: await RenderedSite.open(plans.after),
    };
    const cameras = {
      before: await openCamera(browser, sites.before),
      after: await openCamera(browser, sites.after),
    };
    const viewedPages: ViewedPage[] = [];
    for (const { page, before, after } of pages) {
      if (Date.now() > deadline) break;
      try {
        const addresses = {
          before: before && (await sites.before.add(before)),
          after: after && (await sites.after.add(after)),
        };
        const views: View[] = [];
        for (const width of widths) views.push(await takeView(width, cameras, addresses));
        const area = views
          .flatMap(({ differences: { before, after } }) => [...before, ...after])
          .reduce((sum, { width, height }) => sum + width * height, 0);
        viewedPages.push({ page, views, area });
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        problems.push(`No pictures of ${page.route}: ${getFirstLine(error)}`);
      }
    }
    return viewedPages;
  } finally {
    await browser.close();
  }
}

async function takeView(
  width: number,
  cameras: { before: Camera; after: Camera },
  addresses: { before: string | undefined; after: string | undefined },
): Promise<View> {
  const [before, after] = await Promise.all(
    (['before', 'after'] as const).map((side) => {
      const address = addresses[side];
      return address === undefined ? undefined : cameras[side](address, width);
    }),
  );
  const toAreas = (picture: PagePicture | undefined): Area[] =>
    picture ? [{ left: 0, top: 0, width, height: picture.height }] : [];
  const differences =
    before && after
      ? await comparePictures(before, after)
      : { before: toAreas(before), after: toAreas(after) };
  return { width, before, after, differences };
}

/** The distance between a difference and its frame, in pixels. */
const frameMargin = 8;

/** Draws frames around areas. The white edges of the frames make them visible on any background. */
async function drawFrames({ png, width, height }: PagePicture, areas: readonly Area[]): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const clamp = (value: number, end: number) => Math.min(Math.max(value, 3), end - 3);
  const frames = areas.map((area) => {
    const [x, y] = [clamp(area.left - frameMargin, width), clamp(area.top - frameMargin, height)];
    const right = clamp(area.left + area.width + frameMargin, width);
    const bottom = clamp(area.top + area.height + frameMargin, height);
    return `<rect x="${x}" y="${y}" width="${right - x}" height="${bottom - y}"/>`;
  });
  const drawLayer = (colour: string, stroke: number) =>
    `<g fill="none" stroke="${colour}" stroke-width="${stroke}">${frames.join('')}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawLayer('#fff', 6)}${drawLayer('#c2185b', 3)}</svg>`;
  return sharp(png)
    .composite([{ input: Buffer.from(svg) }])
    .webp({ quality: 80 })
    .toBuffer();
}
