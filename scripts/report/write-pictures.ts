import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageTask } from '../build/page-files.ts';
import type { BuildPlan } from '../build/plan-pages.ts';
import { type DifferingPlaces, differingPlaces, type Place } from './differing-places.ts';
import { type Camera, firstLine, openCamera, type PagePicture, startChromium } from './page-pictures.ts';
import { type PicturedPage, picturesDocument } from './pictures-document.ts';
import { SiteFiles } from './site-files.ts';
import type { ReportedPage, SiteChanges } from './site-changes.ts';

/** In pixels: a telephone and a large window. */
const widths = [375, 1440];

/** Pages with pictures, and pages that are looked at to find those that have changed most. */
const limits = { shown: 20, looked: 40, milliseconds: 240_000 };

/** A page to take pictures of. Without `before` it is new, without `after` it is gone. */
export interface ComparedPage {
  page: ReportedPage;
  before?: PageTask | undefined;
  after?: PageTask | undefined;
}

/** A page at one width. */
interface View {
  width: number;
  before: PagePicture | undefined;
  after: PagePicture | undefined;
  places: DifferingPlaces;
}

interface ViewedPage {
  page: ReportedPage;
  views: View[];
  /** The number of pixels that differ. */
  area: number;
}

/**
 * Writes pictures of pages before and after, with what differs in frames, and `index.html` with them and the whole report.
 * `pages` begin with those that are to be looked at first. Without plans there are only words.
 */
export async function writePictures(
  folder: string,
  plans: { before: BuildPlan; after: BuildPlan } | undefined,
  pages: readonly ComparedPage[],
  changes: SiteChanges,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (pictureName.test(name)) rmSync(join(folder, name));
  const pictured: PicturedPage[] = [];
  const looked = pages.slice(0, limits.looked);
  const problems: string[] = [];
  const viewed = !plans || looked.length === 0 ? [] : await viewPages(plans, looked, problems);
  const visible = viewed.filter(({ area }) => area > 0);
  const largest = new Set(visible.toSorted((a, b) => b.area - a.area).slice(0, limits.shown));
  for (const [at, { page, views }] of visible.filter((one) => largest.has(one)).entries()) {
    const pictures: PicturedPage['pictures'] = [];
    for (const { width, places, ...sides } of views)
      for (const side of ['before', 'after'] as const) {
        const picture = sides[side];
        if (!picture) continue;
        const file = `${at + 1}-${width}-${side}.webp`;
        writeFileSync(join(folder, file), await framed(picture, places[side]));
        pictures.push({ file, side, width, height: picture.height, places: places[side].length });
      }
    pictured.push({ page, pictures });
  }
  const same = viewed.filter(({ area }) => area === 0).map(({ page }) => page);
  const left = pages.length - pictured.length - same.length - problems.length;
  writeFileSync(join(folder, 'index.html'), picturesDocument({ changes, pictured, same, left, problems }));
}

const pictureName = /^\d+-\d+-(?:before|after)\.webp$/;

/** Takes the pictures of pages, and finds where they differ. Stops after some minutes. Adds what cannot be shown to `problems`. */
async function viewPages(
  plans: { before: BuildPlan; after: BuildPlan },
  pages: readonly ComparedPage[],
  problems: string[],
): Promise<ViewedPage[]> {
  const browser = await startChromium();
  const deadline = Date.now() + limits.milliseconds;
  try {
    const files = { before: await SiteFiles.of(plans.before), after: await SiteFiles.of(plans.after) };
    const cameras = {
      before: await openCamera(browser, files.before),
      after: await openCamera(browser, files.after),
    };
    const viewed: ViewedPage[] = [];
    for (const { page, before, after } of pages) {
      if (Date.now() > deadline) break;
      try {
        const addresses = {
          before: before && (await files.before.add(before)),
          after: after && (await files.after.add(after)),
        };
        const views: View[] = [];
        for (const width of widths) views.push(await viewAt(width, cameras, addresses));
        const area = views.reduce((sum, { places }) => sum + areaOf(places.before) + areaOf(places.after), 0);
        viewed.push({ page, views, area });
      } catch (problem) {
        if (!(problem instanceof Error)) throw problem;
        problems.push(`${page.route} has no pictures: ${firstLine(problem)}`);
      }
    }
    return viewed;
  } finally {
    await browser.close();
  }
}

async function viewAt(
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
  const whole = (picture: PagePicture | undefined): Place[] =>
    picture ? [{ left: 0, top: 0, width, height: picture.height }] : [];
  const places =
    before && after ? await differingPlaces(before, after) : { before: whole(before), after: whole(after) };
  return { width, before, after, places };
}

const areaOf = (places: readonly Place[]): number =>
  places.reduce((sum, { width, height }) => sum + width * height, 0);

/** In pixels: between what differs and its frame. */
const room = 8;

/** A picture with frames, which stand out on any ground. */
async function framed({ png, width, height }: PagePicture, places: readonly Place[]): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const inside = (value: number, end: number) => Math.min(Math.max(value, 3), end - 3);
  const frames = places.map((place) => {
    const [x, y] = [inside(place.left - room, width), inside(place.top - room, height)];
    const right = inside(place.left + place.width + room, width);
    const bottom = inside(place.top + place.height + room, height);
    return `<rect x="${x}" y="${y}" width="${right - x}" height="${bottom - y}"/>`;
  });
  const layer = (colour: string, stroke: number) =>
    `<g fill="none" stroke="${colour}" stroke-width="${stroke}">${frames.join('')}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${layer('#fff', 6)}${layer('#c2185b', 3)}</svg>`;
  return sharp(png)
    .composite([{ input: Buffer.from(svg) }])
    .webp({ quality: 80 })
    .toBuffer();
}
