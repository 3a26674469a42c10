import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startSharedPage } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { ofOneColor } from '../support/photo.ts';
import { overlaps } from '../support/print.ts';
import { servedSite } from '../support/site-on-disk.ts';

const shared = startSharedPage();
const shapes = {
  portrait: [800, 1200],
  landscape: [1200, 800],
  square: [900, 900],
  panorama: [1600, 400],
} as const;
const names = Object.keys(shapes);
/** All pictures of a page have one of these shapes, or the shapes alternate. */
const kinds = [...names, 'mixed'];

/** Every block with pictures, in every layout. */
const template = readFileSync(join(casesFolder, 'picture-sizes.yaml'), 'utf8');
const postTemplate = readFileSync(join(casesFolder, 'picture-sizes-post.yaml'), 'utf8');
const fill = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const site = servedSite('picture-sizes', async ({ pictures, write }) => {
  mkdirSync(pictures, { recursive: true });
  // Use plain colours: only the shapes matter, and detailed photos are slow to encode.
  for (const [name, [width, height]] of Object.entries(shapes))
    await ofOneColor(width, height).toFile(join(pictures, `${name}.jpg`));
  for (const shape of names)
    for (let at = 0; at < 6; at++)
      write(`posts/${shape}-${at}.yaml`, fill(postTemplate, { shape, at: String(at) }));
  for (const [day, kind] of kinds.entries()) {
    const values: Record<string, string> = { kind, day: String(day + 1) };
    for (let at = 0; at < 6; at++) values[at] = kind === 'mixed' ? (names[at % 4] ?? '') : kind;
    write(`log/${kind}.yaml`, fill(template, values));
  }
});

/** Returns every rendered picture. */
const drawnPictures = (page: Page) =>
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
        own: image.naturalWidth / image.naturalHeight,
        cut: objectFit,
      };
    });
  });

test.each(kinds.flatMap((kind) => [375, 800, 1440].map((width) => [kind, width] as const)))(
  '%s photos are beside their text and have the right aspect ratio in a window %i px wide',
  async (kind, width) => {
    const height = width === 375 ? 812 : 900;
    const { page } = await shared.open(`${site.address}/log/${kind}`, { width, height });
    const drawn = await drawnPictures(page);
    expect(drawn.length).toBeGreaterThan(70);
    const avatars = drawn.filter(({ round }) => round);
    expect(avatars.length).toBeGreaterThan(10);
    const squares = drawn.filter(({ layout }) => /^(people|faq)|portraits/.test(layout));
    const grids = drawn.filter(({ layout }) => /^(media grid|card-grid|posts grid)/.test(layout));
    const rows = [...Map.groupBy(grids, ({ row }) => row).values()];
    expect({
      wide: (await misfits(page)).filter((one) => one.includes('wider')),
      overlaps: await page.evaluate(overlaps),
      distorted: drawn.filter(
        ({ ratio, own, cut }) => !own || (cut === 'fill' && Math.abs(ratio / own - 1) > 0.03),
      ),
      oval: [...avatars, ...squares].filter(({ ratio }) => Math.abs(ratio - 1) > 0.02),
      filling: drawn.filter((one) => one.height > 0.9 * height),
      uneven: rows.filter(([first, ...row]) => row.some((one) => Math.abs(one.height - first!.height) > 1)), // not empty
    }).toEqual({ wide: [], overlaps: [], distorted: [], oval: [], filling: [], uneven: [] });
  },
);

test('a picture has the crop and width that its author chose, and only that version is fetched', async () => {
  const { page } = await shared.open(site.address, { width: 1440, height: 900 });
  const drawn = (await drawnPictures(page)).filter(({ layout }) => layout === 'media wide');
  expect(drawn.map(({ ratio }) => Number(ratio.toFixed(2)))).toEqual([1, 3, 0.75, 1]);
  expect(drawn.map(({ own }) => Number(own.toFixed(1)))).toEqual([1, 3, 0.8, 1]);
  expect(drawn.slice(1).map(({ width }) => Math.round(width / 16))).toEqual([38, 20, 38]);
});
