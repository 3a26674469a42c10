import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type Box, measureBoxesByName } from '../support/boxes.ts';
import { startSharedPage } from '../support/browser.ts';
import { findMisfits } from '../support/fit.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { createPlainPhoto } from '../support/photo.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const shared = startSharedPage();
/** The part of each picture that phones show, in percent of the picture, with the same values as `index.yaml`. */
const [left, top, width, height] = [20, 30, 40, 50];
const pictures = ['board.svg', 'board.jpg', 'upright.jpg'];
const screenSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1440 900" width="1440" height="900">' +
  '<path d="M0 0H1440V900H0z" fill="#89a"/></svg>';

const homeYaml = readFileSync(join(casesFolder, 'phone-crops/index.yaml'), 'utf8');
const phoneSetting = /onPhones: \{[^}]*\}/g;
const toPicturePage = (src: string, name: string, pictures?: string) =>
  homeYaml
    .replaceAll('board.svg', src)
    .replace(/, home/g, `, ${name}`)
    .replaceAll(phoneSetting, (setting) => pictures ?? setting);
const createNotePage = (folder: string, number: number) =>
  `title: Note ${number} of ${folder}\ndescription: A note about a board, number ${number} of ${folder}, with a picture.\nkind: article\npublished: 2026-01-0${number}\nauthor: Ines Petrel\n` +
  `blocks:\n  - type: hero\n    layout: article\n    heading: Note ${number} of ${folder}\n    lead: What it says.\n` +
  `    image: { src: /pictures/board.svg, alt: A board, onPhones: { src: /pictures/phone.svg } }\n`;

const site = serveTestSite('phone-crops', async ({ write, pictures: folder }) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'board.svg'), screenSvg);
  writeFileSync(join(folder, 'phone.svg'), screenSvg.replaceAll('1440', '360').replaceAll('900', '420'));
  for (const [name, width, height] of [
    ['board', 1440, 900],
    ['phone', 360, 420],
    ['upright', 900, 1440],
  ] as const)
    await createPlainPhoto(width, height).toFile(join(folder, `${name}.jpg`));
  pictures.forEach((src, index) => write(`board/${index}.yaml`, toPicturePage(src, src)));
  write('board/rtl.yaml', toPicturePage('board.svg', 'rtl').replace('blocks:', 'language: ar\nblocks:'));
  for (const [folder, count] of Object.entries({ five: 5, six: 6 }))
    for (let number = 1; number <= count; number++)
      write(`${folder}/${number}.yaml`, createNotePage(folder, number));
  for (const kind of ['svg', 'jpg'])
    write(
      `phone/${kind}.yaml`,
      toPicturePage(`board.${kind}`, `phone ${kind}`, `onPhones: { src: /pictures/phone.${kind} }`),
    );
});

/** Returns the file name of each picture, and the boxes of the picture and its frame. */
const readPictures = (page: Page) =>
  page.locator('main img').evaluateAll(async (images: HTMLImageElement[]) => {
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode()));
    return images.map((image) => {
      const frame = image.parentElement ?? image;
      return {
        alt: image.alt,
        file: new URL(image.currentSrc).pathname,
        image: image.getBoundingClientRect().toJSON() as Box,
        frame: frame.getBoundingClientRect().toJSON() as Box,
        clip: getComputedStyle(frame).overflow,
      };
    });
  });
const findTooWide = async (page: Page) =>
  (await findMisfits(page)).filter((problem) => problem.includes('wider'));

test.each(['/board/0', '/board/1', '/board/2', '/board/rtl'])(
  '%s: phones show the selected part of a picture at its full width',
  async (path) => {
    const ratio = path === '/board/2' ? 900 / 1440 : 1440 / 900;
    for (const windowWidth of [320, 390, 600]) {
      const { page } = await shared.open(site.address + path, { width: windowWidth });
      expect(await findTooWide(page)).toEqual([]);
      const pictures = await readPictures(page);
      expect(pictures).toHaveLength(11);
      for (const { alt, image, frame, clip } of pictures) {
        expect(clip, alt).toBe('hidden');
        expect(frame.width, alt).toBeGreaterThan(0.7 * windowWidth);
        expect(frame.width / frame.height, alt).toBeCloseTo((ratio * width) / height, 1);
        expect(image.width / image.height, alt).toBeCloseTo(ratio, 1);
        // The frame has a border of 1 px.
        const contentWidth = frame.width - 2;
        expect(image.width / contentWidth, alt).toBeCloseTo(100 / width, 2);
        expect((frame.left + 1 - image.left) / image.width, alt).toBeCloseTo(left / 100, 2);
        expect((frame.top + 1 - image.top) / image.height, alt).toBeCloseTo(top / 100, 2);
      }
    }
  },
);

test.each(['/board/0', '/board/1'])(
  '%s: in wide windows, a picture or its crop is fully visible',
  async (path) => {
    for (const windowWidth of [640, 768, 1440]) {
      const { page } = await shared.open(site.address + path, { width: windowWidth });
      for (const { alt, image } of await readPictures(page))
        expect(image.width / image.height, alt).toBeCloseTo(/grid|cut/.test(alt) ? 16 / 9 : 1.6, 1);
    }
  },
);

test.each(['svg', 'jpg'])(
  '%s: an image for phones is shown uncropped, and only where a screenshot would be illegible',
  async (kind) => {
    for (const windowWidth of [320, 390, 768, 1024, 1190, 1210, 1440]) {
      const { page } = await shared.open(`${site.address}/phone/${kind}`, { width: windowWidth });
      const pictures = await readPictures(page);
      expect(pictures).toHaveLength(11);
      const isPhone = windowWidth < 1200;
      for (const { alt, file, image } of pictures) {
        expect(file, alt).toContain(isPhone ? 'phone' : 'board');
        expect(image.width, alt).toBeLessThanOrEqual(isPhone ? 512 : windowWidth);
      }
      const ratios = pictures.map(({ image }) => Math.abs(image.width / image.height - 360 / 420));
      expect(isPhone ? Math.max(...ratios) : 0).toBeLessThan(0.05);
      const preloaded = await page
        .locator('link[rel=preload][as=image]')
        .evaluateAll((links: HTMLLinkElement[]) =>
          links.filter(({ media }) => matchMedia(media).matches).map((link) => link.href || link.imageSrcset),
        );
      expect(preloaded).toEqual([expect.stringContaining(isPhone ? 'phone' : 'board')]);
      expect(await findTooWide(page)).toEqual([]);
    }
  },
);

test.each([768, 1024])(
  'at %i px, an image for phones is below the product text, in the second column',
  async (width) => {
    const { page } = await shared.open(`${site.address}/phone/svg`, { width });
    const { words, picture } = await measureBoxesByName(page, {
      words: '[data-layout=product] h1',
      picture: '[data-layout=product] [data-part=picture]',
    });
    expect(picture.top).toBeGreaterThanOrEqual(words.bottom);
    expect(picture.left).toBeGreaterThan(width / 3);
    // The heading, which is as wide as the picture, takes about half of the page.
    expect(words.width).toBeGreaterThan(0.4 * width);
  },
);

test.each([
  [1440, '/five', true],
  [1024, '/five', true],
  [768, '/five', false],
  [375, '/five', false],
  // All cards on this page have the same width, so none of them uses the image for phones.
  [1440, '/six', false],
])('at %i px, the first card of %s has the image for phones: %s', async (width, path, isTall) => {
  const { page } = await shared.open(site.address + path, { width });
  const [first, ...otherFiles] = (await readPictures(page)).map(({ file }) => file);
  expect(first).toContain(isTall ? 'phone.svg' : 'board.svg');
  expect(new Set(otherFiles)).toEqual(new Set(['/pictures/board.svg']));
  expect(await findTooWide(page)).toEqual([]);
});
