import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const [left, top, width, height] = [20, 30, 40, 50];
const part = `onPhones: { left: ${left}, top: ${top}, width: ${width}, height: ${height} }`;
const pictures = ['board.svg', 'board.jpg', 'upright.jpg'];
const screen =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1440 900" width="1440" height="900">' +
  '<path d="M0 0H1440V900H0z" fill="#89a"/></svg>';

const phoneScreen = screen.replaceAll('1440', '360').replaceAll('900', '420');

const pageOf = (src: string, name = src, more = '', shown = part) =>
  `title: A board, ${name}\ndescription: A page with a board in it, ${name}, of which phones show a part that can be read.\n${more}blocks:\n` +
  ['product', 'wide', 'split', 'case', 'article']
    .map(
      (layout) =>
        `  - type: hero\n    layout: ${layout}\n    heading: As ${layout}\n` +
        (layout === 'case' ? '    numbers: [{ value: 4 min, label: to answer }]\n' : '') +
        `    picture: { src: /pictures/${src}, alt: A hero ${layout}, ${shown} }\n`,
    )
    .join('') +
  ['wide', 'beside', 'grid']
    .map(
      (layout) =>
        `  - type: media\n    layout: ${layout}\n    heading: As ${layout}\n` +
        `    items: [{ src: /pictures/${src}, alt: A media ${layout}, ${shown} }, { src: /pictures/${src}, alt: A media ${layout} cut, crop: wide, ${shown} }]\n`,
    )
    .join('');

const listOf = (folder: string) =>
  `title: Notes of ${folder}\ndescription: All notes about boards of ${folder}, with the newest one first.\nblocks:\n` +
  `  - { type: hero, heading: Notes of ${folder} }\n` +
  `  - { type: posts, heading: All of them, layout: grid, from: /${folder}, read: Read the note }\n`;
const note = (folder: string, number: number) =>
  `title: Note ${number} of ${folder}\ndescription: A note about a board, number ${number} of ${folder}, with a picture.\nkind: article\npublished: 2026-01-0${number}\nauthor: Ines Petrel\n` +
  `blocks:\n  - type: hero\n    layout: article\n    heading: Note ${number} of ${folder}\n    lead: What it says.\n` +
  `    picture: { src: /pictures/board.svg, alt: A board, onPhones: { src: /pictures/phone.svg } }\n`;

const site = servedSite(async ({ write, pictures: folder }) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'board.svg'), screen);
  writeFileSync(join(folder, 'phone.svg'), phoneScreen);
  for (const [name, width, height] of [
    ['board', 1440, 900],
    ['phone', 360, 420],
    ['upright', 900, 1440],
  ] as const)
    await sharp({ create: { width, height, channels: 3, background: '#89a' } })
      .jpeg()
      .toFile(join(folder, `${name}.jpg`));
  write('_site.yaml', siteYaml);
  write('index.yaml', pageOf('board.svg', 'home'));
  pictures.forEach((src, at) => write(`board/${at}.yaml`, pageOf(src)));
  write('board/rtl.yaml', pageOf('board.svg', 'rtl', 'language: ar\n'));
  for (const [folder, count] of [
    ['five', 5],
    ['six', 6],
  ] as const) {
    write(`${folder}.yaml`, listOf(folder));
    for (let number = 1; number <= count; number += 1)
      write(`${folder}/${number}.yaml`, note(folder, number));
  }
  for (const kind of ['svg', 'jpg'])
    write(
      `phone/${kind}.yaml`,
      pageOf(`board.${kind}`, `phone ${kind}`, '', `onPhones: { src: /pictures/phone.${kind} }`),
    );
});

/** Returns the boxes of all pictures with a part. */
const shownIn = async (path: string, window: number) => {
  const { page } = await visit(`${site.address}${path}`, { viewport: { width: window, height: 800 } });
  const boxes = await page.locator('main img').evaluateAll((images) =>
    images.map((image) => {
      const [img, frame] = [image, image.parentElement ?? image].map((element) =>
        element.getBoundingClientRect(),
      );
      const clip = image.parentElement && getComputedStyle(image.parentElement).overflow;
      return { alt: image.getAttribute('alt') ?? '', img: img?.toJSON(), frame: frame?.toJSON(), clip };
    }),
  );
  return { boxes, problems: await misfits(page) };
};

test.each(['/board/0', '/board/1', '/board/2', '/board/rtl'])(
  'phones show the part of a picture, as wide as the whole would be: %s',
  async (path) => {
    const ratio = path === '/board/2' ? 900 / 1440 : 1440 / 900;
    for (const window of [320, 390, 600]) {
      const { boxes, problems } = await shownIn(path, window);
      expect(problems.filter((one) => one.includes('wider'))).toEqual([]);
      expect(boxes).toHaveLength(11);
      for (const { alt, img, frame, clip } of boxes) {
        expect(clip, alt).toBe('hidden');
        expect(frame.width, alt).toBeGreaterThan(0.7 * window);
        expect(frame.width / frame.height, alt).toBeCloseTo((ratio * width) / height, 1);
        expect(img.width / img.height, alt).toBeCloseTo(ratio, 1);
        // The border is around the part.
        const inner = frame.width - 2;
        expect(img.width / inner, alt).toBeCloseTo(100 / width, 2);
        expect((frame.x + 1 - img.x) / img.width, alt).toBeCloseTo(left / 100, 2);
        expect((frame.y + 1 - img.y) / img.height, alt).toBeCloseTo(top / 100, 2);
      }
    }
  },
);

test.each(['/board/0', '/board/1'])('larger windows show all of it, or its crop: %s', async (path) => {
  for (const window of [640, 768, 1440]) {
    const { boxes } = await shownIn(path, window);
    for (const { alt, img } of boxes)
      expect(img.width / img.height, alt).toBeCloseTo(/grid|cut/.test(alt) ? 16 / 9 : 1.6, 1);
  }
});

test.each(['svg', 'jpg'])(
  'a file for phones is shown whole where a screen could not be read, and nowhere else: %s',
  async (kind) => {
    for (const window of [320, 390, 768, 1024, 1190, 1210, 1440]) {
      const { page } = await visit(`${site.address}/phone/${kind}`, {
        viewport: { width: window, height: 800 },
      });
      const images = await page.locator('main img').evaluateAll(async (images: HTMLImageElement[]) => {
        for (const image of images) {
          image.loading = 'eager';
          await image.decode();
        }
        return images.map(({ alt, currentSrc, offsetWidth, offsetHeight }) => {
          return { alt, file: new URL(currentSrc).pathname, width: offsetWidth, height: offsetHeight };
        });
      });
      expect(images).toHaveLength(11);
      const isPhone = window < 1200;
      for (const { alt, file, width } of images) {
        expect(file, alt).toContain(isPhone ? 'phone' : 'board');
        expect(width, alt).toBeLessThanOrEqual(isPhone ? 512 : window);
      }
      const ratios = images.map(({ width, height }) => Math.abs(width / height - 360 / 420));
      expect(isPhone ? Math.max(...ratios) : 0).toBeLessThan(0.05);
      const preloaded = await page
        .locator('link[rel=preload][as=image]')
        .evaluateAll((links: HTMLLinkElement[]) =>
          links.filter(({ media }) => matchMedia(media).matches).map((link) => link.href || link.imageSrcset),
        );
      expect(preloaded).toEqual([expect.stringContaining(isPhone ? 'phone' : 'board')]);
      expect((await misfits(page)).filter((one) => one.includes('wider'))).toEqual([]);
    }
  },
);

test.each([768, 1024])(
  'at %i a file for phones stands below the words of a product, in the second column',
  async (width) => {
    const { page } = await visit(`${site.address}/phone/svg`, { viewport: { width, height: 800 } });
    const [words, picture] = await Promise.all(
      ['h1', '[data-part=picture]'].map((part) =>
        page.locator(`[data-layout=product] ${part}`).first().boundingBox(),
      ),
    );
    expect(picture?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? 0));
    expect(picture?.x).toBeGreaterThan(width / 3);
    // Half of the page, without its edges.
    expect(words?.width).toBeGreaterThan(0.4 * width);
  },
);

test.each([
  [1440, '/five', true],
  [1024, '/five', true],
  [768, '/five', false],
  [375, '/five', false],
  // All cards have one width.
  [1440, '/six', false],
])('at %i pixels, the first card of %s has the file for phones: %s', async (window, path, isTall) => {
  const { page } = await visit(`${site.address}${path}`, { viewport: { width: window, height: 800 } });
  const files = await page.locator('main li img').evaluateAll(async (images: HTMLImageElement[]) => {
    for (const image of images) {
      image.loading = 'eager';
      await image.decode();
    }
    return images.map(({ currentSrc }) => new URL(currentSrc).pathname);
  });
  const [first, ...others] = files;
  expect(first).toContain(isTall ? 'phone.svg' : 'board.svg');
  expect(new Set(others)).toEqual(new Set(['/pictures/board.svg']));
  expect((await misfits(page)).filter((one) => one.includes('wider'))).toEqual([]);
});
