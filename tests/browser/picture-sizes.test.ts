import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const shapes = {
  portrait: [800, 1200],
  landscape: [1200, 800],
  square: [900, 900],
  panorama: [1600, 400],
} as const;
type Shape = keyof typeof shapes;
const names = Object.keys(shapes) as Shape[]; // the keys of this object
/** A page whose pictures have these shapes in turn. */
type Kind = Shape | 'mixed';
const kinds: Kind[] = [...names, 'mixed'];

const site = servedSite(async ({ pictures, write }) => {
  mkdirSync(pictures, { recursive: true });
  // Of one colour: only their shapes count, and grain is slow to encode.
  for (const [name, [width, height]] of Object.entries(shapes))
    await sharp({ create: { width, height, channels: 3, background: '#89a' } })
      .jpeg()
      .toFile(join(pictures, `${name}.jpg`));
  const links = kinds.map((kind) => `{ label: ${kind}, to: /log/${kind} }`).join(', ');
  write(
    '_site.yaml',
    siteYaml.replace('footer: { label: More }', `footer: { label: More, legal: [${links}] }`),
  );
  const chosen = [
    'src: /pictures/portrait.jpg, crop: square, focus: top',
    'src: /pictures/landscape.jpg, crop: panorama, size: medium',
    'src: /pictures/panorama.jpg, crop: portrait, focus: bottom-right, size: small',
    'src: /pictures/square.jpg, size: medium',
  ].map((one) => `      - { ${one}, alt: A pier }\n`);
  const chosenYaml = `  - type: media\n    heading: As chosen\n    items:\n${chosen.join('')}`;
  write('index.yaml', pageOf('Home', hero('wide', 'portrait') + chosenYaml));
  for (const shape of names)
    for (let index = 0; index < 6; index++)
      write(
        `posts/${shape}-${index}.yaml`,
        `tags: [Wind]\n${pageOf(`A ${shape} ${index}`, hero('compact', shape))}`,
      );
  for (const [index, kind] of kinds.entries())
    write(`log/${kind}.yaml`, pageOf(`All ${kind}`, blocksOf(kind), index));
});

const pageOf = (title: string, blocks: string, day?: number) =>
  `title: ${title}\ndescription: ${title}, a page that is there for a test and says so at some length.\n` +
  (day === undefined ? '' : `kind: article\npublished: 2026-10-0${day + 1}\nauthor: Mara Fairlead\n`) +
  `blocks:\n${blocks}`;

const image = (shape: string) => `{ src: /pictures/${shape}.jpg, alt: A ${shape} }`;
const hero = (layout: string, shape: string) =>
  `  - type: hero\n    layout: ${layout}\n    heading: The ${layout} opening\n` +
  `    byline: { title: Forecaster, image: ${image(shape)}, readTime: 4 minutes }\n` +
  `    picture: ${image(shape)}\n`;

/** Every block with pictures, in every layout. */
function blocksOf(kind: Kind): string {
  const six = Array.from({ length: 6 }, (_, index) => (kind === 'mixed' ? names[index % 4]! : kind)); // of four
  const one = six[0]!; // of six
  const list = (entry: (shape: string, index: number) => string) =>
    six.map((shape, index) => `      - ${entry(shape, index)}\n`).join('');
  const block = (type: string, layout: string, items: string, more = '') =>
    `  - type: ${type}\n    layout: ${layout}\n    heading: ${type} as ${layout}\n${more}    items:\n${items}`;
  const person = (shape: string, index: number) =>
    `{ name: Person ${index}, title: Sailor, text: Sails every day of the year and likes it., ` +
    `bio: Sails., href: https://people.example.com, image: ${image(shape)} }`;
  const quote = (shape: string, index: number) =>
    `{ text: Ahoy to everybody., name: Person ${index}, title: Sailor, image: ${image(shape)}, ` +
    `picture: ${image(shape)} }`;
  const post = (shape: string, index: number) => `{ to: /posts/${shape}-${index} }`;
  const labels = '    more: More\n    profile: Profile\n    newTab: new tab\n';
  const filter = '    tags: [{ tag: Wind }]\n';
  return [
    ...['split', 'wide', 'compact'].map((layout) => hero(layout, one)),
    ...['wide', 'beside', 'grid', 'portraits'].map((layout) =>
      block(
        'media',
        layout,
        list((shape) => image(shape).replace(' }', ', text: A caption. }')),
      ),
    ),
    ...['cards', 'tiles', 'list', 'directory'].map((layout) =>
      block(
        'card-grid',
        layout,
        list((shape, at) => `{ heading: Card ${at}, text: Wind., image: ${image(shape)} }`),
      ),
    ),
    ...['cards', 'rows'].map((layout) => block('people', layout, list(person), labels)),
    ...['grid', 'single'].map((layout) => block('quotes', layout, list(quote))),
    ...['grid', 'list'].map((layout) => block('posts', layout, list(post), filter)),
    ...['beside', 'stacked'].map((layout) =>
      block(
        'faq',
        layout,
        '      - { question: How far?, answer: Far. }\n',
        `    person: { name: Mara, title: Forecaster, text: Reads the pier., image: ${image(one)} }\n`,
      ),
    ),
    block(
      'logo-carousel',
      'strip',
      list((shape, at) => `{ name: Logo ${at}, src: /pictures/${shape}.jpg }`),
    ).replace('    items:', '    pause: Pause\n    play: Play\n    items:'),
    ...['wide', 'card'].map((layout) => `  - type: next-article\n    layout: ${layout}\n    heading: Next\n`),
  ].join('');
}

/** Returns every rendered picture. */
const drawnPictures = (page: Page) =>
  page.locator('main img').evaluateAll(async (found) => {
    const images = found as HTMLImageElement[]; // the selector matches only these
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const { objectFit, borderTopLeftRadius: corner } = getComputedStyle(image);
      const block = image.closest('[data-block]')?.getAttribute('data-block');
      const layout = image.closest('[data-layout]')?.getAttribute('data-layout');
      return {
        what: `${image.alt} in ${block} ${layout}`,
        layout: `${block} ${layout}`,
        row: `${block} ${layout} ${image.getBoundingClientRect().top}`,
        round: corner === '50%',
        width,
        height,
        ratio: width / height,
        own: image.naturalWidth / image.naturalHeight,
        cut: objectFit,
      };
    });
  });

/** Formats a list so that a failing test prints all of it. */
const formatList = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).join('\n');
/** Runs in the page. Pictures and texts that overlap. */
function overlaps(): string[] {
  interface Box {
    name: string;
    element: Element;
    rect: DOMRect;
  }
  const visible = (element: Element) =>
    !element.closest('.for-screen-readers, details:not([open]) > :not(summary), video') &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const found: string[] = [];
  for (const section of document.querySelectorAll('main > [data-block]')) {
    const boxes: Box[] = [...section.querySelectorAll('img')].filter(visible).map((element) => ({
      name: `picture of ${element.alt}`,
      element,
      rect: element.getBoundingClientRect(),
    }));
    const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (!node.textContent?.trim() || !element || !visible(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const name = `“${node.textContent.trim().slice(0, 30)}”`;
      for (const rect of range.getClientRects()) boxes.push({ name, element, rect });
    }
    // Lines may touch: a letter is lower than its line.
    const slack = 4;
    const meets = (a: Box, b: Box) =>
      a.name !== b.name &&
      Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left) > slack &&
      Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top) > slack;
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        if (meets(a, b)) found.push(`${section.getAttribute('data-block')}: ${a.name} overlaps ${b.name}`);
  }
  return [...new Set(found)];
}

test.each(kinds)(
  '%s photos are next to their texts, in the right aspect ratio, at any width',
  async (kind) => {
    const { page } = await visit(`${site.address}/log/${kind}`);
    for (const [width, height] of [
      [375, 812],
      [800, 900],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(formatList((await misfits(page)).filter((one) => one.includes('wider')))).toBe('');
      const drawn = await drawnPictures(page);
      expect(formatList(await page.evaluate(overlaps))).toBe('');
      expect(drawn.length).toBeGreaterThan(70);
      const distorted = drawn.filter(
        ({ ratio, own, cut }) => !own || (cut === 'fill' && Math.abs(ratio / own - 1) > 0.03),
      );
      expect(formatList(distorted)).toBe('');
      const avatars = drawn.filter(({ round }) => round);
      expect(avatars.length).toBeGreaterThan(10);
      const squares = drawn.filter(({ layout }) => /^(people|faq)|portraits/.test(layout));
      const oval = [...avatars, ...squares].filter(({ ratio }) => Math.abs(ratio - 1) > 0.02);
      expect(formatList(oval)).toBe('');
      const filling = drawn.filter((one) => one.height > 0.9 * height);
      expect(formatList(filling)).toBe('');
      const grids = drawn.filter(({ layout }) => /^(media grid|card-grid|posts grid)/.test(layout));
      const rows = [...Map.groupBy(grids, ({ row }) => row).values()];
      const uneven = rows.filter((row) => row.some((one) => Math.abs(one.height - row[0]!.height) > 1)); // not empty
      expect(formatList(uneven)).toBe('');
    }
  },
);

test('a picture has the crop and width of its author, and only that version is fetched', async () => {
  const { page } = await visit(site.address, { viewport: { width: 1440, height: 900 } });
  const drawn = (await drawnPictures(page)).filter(({ layout }) => layout === 'media wide');
  expect(drawn.map(({ ratio }) => Number(ratio.toFixed(2)))).toEqual([1, 3, 0.75, 1]);
  expect(drawn.map(({ own }) => Number(own.toFixed(1)))).toEqual([1, 3, 0.8, 1]);
  expect(drawn.slice(1).map(({ width }) => Math.round(width / 16))).toEqual([38, 20, 38]);
});
