import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startSharedPage } from '../support/browser.ts';
import { findMisfits } from '../support/fit.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { createPlainPhoto } from '../support/photo.ts';
import { findLayoutProblems } from '../support/print.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const shared = startSharedPage();
const shapes = {
  portrait: [800, 1200],
  landscape: [1200, 800],
  square: [900, 900],
  panorama: [1600, 400],
} as const;
const names = Object.keys(shapes);
/** The kinds of test pages: on each page, all pictures have the same shape or, if `mixed`, the shapes alternate. */
const kinds = [...names, 'mixed'];

/** A page with every block that shows pictures, in every layout. */
const template = readFileSync(join(casesFolder, 'picture-sizes.yaml'), 'utf8');
const postTemplate = readFileSync(join(casesFolder, 'picture-sizes-post.yaml'), 'utf8');
const fillTemplate = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const site = serveTestSite('picture-sizes', async ({ pictures, write }) => {
  mkdirSync(pictures, { recursive: true });
  // Use plain colours: only the shapes matter, and detailed photos are slow to encode.
  for (const [name, [width, height]] of Object.entries(shapes))
    await createPlainPhoto(width, height).toFile(join(pictures, `${name}.jpg`));
  for (const shape of names)
    for (let index = 0; index < 6; index++)
      write(`posts/${shape}-${index}.yaml`, fillTemplate(postTemplate, { shape, at: String(index) }));
  for (const [day, kind] of kinds.entries()) {
    const values: Record<string, string> = { kind, day: String(day + 1) };
    for (let index = 0; index < 6; index++)
      values[index] = kind === 'mixed' ? (names[index % 4] ?? '') : kind;
    write(`log/${kind}.yaml`, fillTemplate(template, values));
  }
});

/** Returns every rendered picture with its layout, position and size. */
const readPictures = (page: Page) =>
  page.locator('main img').evaluateAll(async (images: HTMLImageElement[]) => {
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return images.map((image) => {
      const { width, height, top } = image.getBoundingClientRect();
      const { objectFit, borderTopLeftRadius: corner } = getComputedStyle(image);
      const block = image.closest('[data-block]')?.getAttribute('data-block');
      const layout = `${block} ${image.closest('[data-layout]')?.getAttribute('data-layout')}`;
      return {
        what: `${image.alt} in ${layout}`,
        layout,
        row: `${layout} ${top}`,
        round: corner === '50%',
        width,
        height,
        ratio: width / height,
        naturalRatio: image.naturalWidth / image.naturalHeight,
        fit: objectFit,
      };
    });
  });

test.each(kinds.flatMap((kind) => [375, 800, 1440].map((width) => [kind, width] as const)))(
  '%s photos are beside their text and have the right aspect ratio in a window %i px wide',
  async (kind, width) => {
    const height = width === 375 ? 812 : 900;
    const { page } = await shared.open(`${site.address}/log/${kind}`, { width, height });
    const renderedPictures = await readPictures(page);
    expect(renderedPictures.length).toBeGreaterThan(70);
    const avatars = renderedPictures.filter(({ round }) => round);
    expect(avatars.length).toBeGreaterThan(10);
    const squares = renderedPictures.filter(({ layout }) => /^(people|faq)|portraits/.test(layout));
    const grids = renderedPictures.filter(({ layout }) => /^(media grid|card-grid|posts grid)/.test(layout));
    const rows = [...Map.groupBy(grids, ({ row }) => row).values()];
    expect({
      wide: (await findMisfits(page)).filter((item) => item.includes('wider')),
      overlaps: await page.evaluate(findLayoutProblems),
      distorted: renderedPictures.filter(
        ({ ratio, naturalRatio, fit }) =>
          !naturalRatio || (fit === 'fill' && Math.abs(ratio / naturalRatio - 1) > 0.03),
      ),
      oval: [...avatars, ...squares].filter(({ ratio }) => Math.abs(ratio - 1) > 0.02),
      filling: renderedPictures.filter((item) => item.height > 0.9 * height),
      uneven: rows.filter(([first, ...row]) => row.some((item) => Math.abs(item.height - first!.height) > 1)), // not empty
    }).toEqual({ wide: [], overlaps: [], distorted: [], oval: [], filling: [], uneven: [] });
  },
);

test('a picture has the crop and width set by its author, and only that version is fetched', async () => {
  const { page } = await shared.open(site.address, { width: 1440, height: 900 });
  const renderedPictures = (await readPictures(page)).filter(({ layout }) => layout === 'media wide');
  expect(renderedPictures.map(({ ratio }) => Number(ratio.toFixed(2)))).toEqual([1, 3, 0.75, 1]);
  expect(renderedPictures.map(({ naturalRatio }) => Number(naturalRatio.toFixed(1)))).toEqual([1, 3, 0.8, 1]);
  expect(renderedPictures.slice(1).map(({ width }) => Math.round(width / 16))).toEqual([38, 20, 38]);
});
