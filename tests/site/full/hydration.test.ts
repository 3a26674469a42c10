import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { seekAnimations, hydrate, startBrowser } from '../../support/browser.ts';
import { takeSample } from '../../support/sample.ts';

const visit = startBrowser();

/** The carousel element with the property that Swiper adds to it. */
interface Carousel extends Element {
  swiper: {
    autoplay: { running: boolean };
    params: { loop: boolean; autoplay: { delay: number; disableOnInteraction: boolean } };
    realIndex: number;
    animating: boolean;
    slideNext(speed: number): void;
    slideToLoop(index: number): void;
  };
}
const isAutoplayRunning = (page: Page) =>
  page.evaluate(() => document.querySelector<Carousel>('.swiper')?.swiper.autoplay.running);

/** Starts the application, and scrolls to the carousel to hydrate it. */
async function hydrateCarousel(page: Page): Promise<void> {
  await hydrate(page);
  await page.locator('[data-block=logo-carousel]').scrollIntoViewIfNeeded();
  await page.locator('[data-block=logo-carousel][data-live]').waitFor();
}

test('hydration keeps every element unchanged and logs nothing', async () => {
  const { page, logs } = await visit('/');
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const before = [...(main?.querySelectorAll('*') ?? [])];
    const changes: string[] = [];
    // Ignore changes by Swiper, which numbers and copies its slides.
    new MutationObserver((records) => {
      for (const { target, type, addedNodes } of records)
        if (
          !(target as Element).closest('.swiper') &&
          ![...addedNodes].some((node) => node.nodeType === Node.COMMENT_NODE)
        )
          changes.push(`${type} in ${(target as Element).tagName}`);
    }).observe(main as Element, { childList: true, subtree: true });
    Object.assign(window, { before, changes });
  });
  await hydrateCarousel(page);
  const after = await page.evaluate(() => {
    const { before, changes } = window as unknown as { before: Element[]; changes: string[] };
    return {
      gone: before.filter((element) => !element.isConnected).map((element) => element.outerHTML),
      changes,
    };
  });
  expect(after).toEqual({ gone: [], changes: [] });
  expect(logs).toEqual([]);
});

test('moving the pointer does not start the application before the first paint', async () => {
  const requestedPaths: string[] = [];
  const { page } = await visit('/contact', {}, async (page) => {
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    // Replace `requestAnimationFrame`, so that the test controls when animation frames run.
    await page.addInitScript(() => {
      const frames: FrameRequestCallback[] = [];
      const nativeRequestFrame = requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (callback) => frames.push(callback);
      Object.assign(window, {
        see: () => {
          window.requestAnimationFrame = nativeRequestFrame;
          frames.forEach(nativeRequestFrame);
        },
      });
    });
  });
  await page.mouse.move(200, 5);
  await page.mouse.move(210, 5);
  expect(requestedPaths.filter((path) => path.endsWith('.js'))).toEqual([]);
  await page.evaluate(() => (window as unknown as { see(): void }).see());
  await hydrate(page);
  expect(requestedPaths.filter((path) => path.includes('/boot-'))).toHaveLength(1);
});

/** Returns the phrases of the headline that have at least this opacity. */
const readPhrases = (page: Page, opacity: number) =>
  page.locator('h1 > span:not(.for-screen-readers)').evaluateAll(
    (phrases, minOpacity) =>
      phrases
        .filter((phrase) => {
          const { opacity, filter } = getComputedStyle(phrase);
          return Math.min(Number(opacity), Number(/opacity\((.*)\)/.exec(filter)?.[1] ?? 1)) >= minOpacity;
        })
        .map(({ textContent }) => textContent),
    opacity,
  );

/** Returns the visible phrase of the headline, or `undefined` during a fade. */
const readVisiblePhrase = async (page: Page) => {
  const phrases = await readPhrases(page, 1);
  return phrases.length === 1 ? phrases[0] : undefined;
};

test('§4 states: the headline shows each phrase for 3000 ms with a 300 ms fade, also after hydration', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  const [first, second, third] = ['Automate operations', 'Accelerate delivery', 'Transform outcomes'];
  for (const phase of ['before', 'after']) {
    if (phase === 'after') await hydrate(page);
    const shown: (string | undefined | null)[] = [];
    for (const time of [0, 2690, 2850, 3010, 5690, 5850, 6010, 8690, 8850, 9010]) {
      await seekAnimations(page, time);
      shown.push(await readVisiblePhrase(page));
    }
    // Each phrase disappears before the next appears.
    for (let time = 2700; time <= 3000; time += 25) {
      await seekAnimations(page, time);
      expect((await readPhrases(page, 0.011)).length, `at ${time} ms`).toBeLessThanOrEqual(1);
    }
    const phrases = [first, first, undefined, second, second, undefined, third, third, undefined, first];
    expect(shown, phase).toEqual(phrases);
  }
});

test('with reduced motion, the headline and carousel do not move', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce' });
  await hydrateCarousel(page);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await readVisiblePhrase(page)).toBe('Automate operations');
  expect(await isAutoplayRunning(page)).toBe(false);
  expect(await page.getByLabel('Stop all motion').isVisible()).toBe(false);
});

/** Returns the left, top, width and height in pixels of each fully visible logo in the strip. */
const measureLogos = (page: Page): Promise<number[][]> =>
  page.locator('.swiper').evaluate((element) => {
    const stripBox = element.getBoundingClientRect();
    const places = [...element.querySelectorAll('.swiper-slide')]
      .map((slide) => slide.getBoundingClientRect())
      .filter(({ left, right }) => left >= stripBox.left - 1 && right <= stripBox.right + 1);
    return places.map(({ left, top, width, height }) =>
      [left - stripBox.left, top - stripBox.top, width, height].map(Math.round),
    );
  });

const logosAtWidths = [
  [375, 2, 2],
  [768, 3, 1],
  [1000, 4, 1],
  [1440, 5, 1],
] as const;
test.each(takeSample(logosAtWidths, 2))(
  '§9 constants: at %i px, the carousel shows %i of its 12 logos in %i rows, before and after hydration',
  async (width, count, rows) => {
    const { page } = await visit('/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    expect(await page.locator('.swiper img').count()).toBe(12);
    const before = await measureLogos(page);
    expect([
      new Set(before.map(([left]) => left)).size,
      new Set(before.map(([, top]) => top)).size,
      before.length,
    ]).toEqual([count, rows, count * rows]);
    await hydrateCarousel(page);
    expect(await measureLogos(page)).toEqual(before);
  },
);

test('after rotating the device, the window shows the right number of logos, and a paused carousel stays paused', async () => {
  const { page, logs } = await visit('/', {
    viewport: { width: 1000, height: 900 },
    reducedMotion: 'no-preference',
  });
  await hydrateCarousel(page);
  await page.getByLabel('Stop all motion').check();
  const logosBefore = await measureLogos(page);
  for (const [width, places] of [
    [375, 4],
    [700, 3],
    [375, 4],
    [1000, logosBefore.length],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await measureLogos(page)).length).toBe(places);
  }
  await expect.poll(() => measureLogos(page)).toEqual(logosBefore);
  expect(await isAutoplayRunning(page)).toBe(false);
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('§4 states: on a phone the carousel advances by one column of two logos, in a loop', async () => {
  const { page } = await visit('/', { viewport: { width: 375, height: 812 }, reducedMotion: 'reduce' });
  await hydrateCarousel(page);
  // Wait two frames, because Swiper measures again in the second one.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shown = await page.locator('.swiper').evaluate((strip) => {
    const { swiper } = strip as unknown as Carousel;
    const stripBox = strip.getBoundingClientRect();
    const readVisibleLogos = () =>
      [...strip.querySelectorAll('img')]
        .filter(
          (logo) =>
            logo.getBoundingClientRect().left > stripBox.left - 1 &&
            logo.getBoundingClientRect().left < stripBox.right,
        )
        .map(({ alt }) => alt);
    return Array.from({ length: 7 }, () => {
      const seen = readVisibleLogos();
      swiper.slideNext(0);
      return seen;
    });
  });
  expect(shown.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 4]);
  expect(shown.slice(1).map((seen) => seen.slice(0, 2))).toEqual(
    shown.slice(0, -1).map((seen) => seen.slice(2)),
  );
  expect(new Set(shown.flat()).size).toBe(12);
  expect(shown[6]).toEqual(shown[0]);
});

test('§4 states: the carousel advances every 3000 ms, loops, continues after dragging, and can be paused', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  await hydrateCarousel(page);
  const readIndex = () => page.evaluate(() => document.querySelector<Carousel>('.swiper')?.swiper.realIndex);
  const settings = await page.evaluate(() => {
    const { loop, autoplay } = document.querySelector<Carousel>('.swiper')?.swiper.params ?? {};
    return [loop, autoplay?.delay, autoplay?.disableOnInteraction];
  });
  expect(settings).toEqual([true, 3000, false]);

  const stripBox = await page.locator('.swiper').boundingBox();
  if (!stripBox) throw new Error('The carousel is missing.');
  await page.mouse.move(stripBox.x + 600, stripBox.y + 20);
  await page.mouse.down();
  await page.mouse.move(stripBox.x + 250, stripBox.y + 20, { steps: 8 });
  await page.mouse.up();
  const indexAfterDrag = await readIndex();
  await expect.poll(readIndex).not.toBe(indexAfterDrag);

  // After the last logo, the carousel starts again. Wait first, because an interrupted transition might not end.
  await expect
    .poll(() => page.evaluate(() => document.querySelector<Carousel>('.swiper')?.swiper.animating))
    .toBe(false);
  await page.evaluate(() => document.querySelector<Carousel>('.swiper')?.swiper.slideToLoop(11));
  await expect.poll(readIndex).toBe(0);

  // One control stops both the headline and the carousel.
  expect(await page.getByRole('button', { name: /the logos/ }).count()).toBe(0);
  await page.getByLabel('Stop all motion').check();
  expect(await isAutoplayRunning(page)).toBe(false);
  await page.getByLabel('Stop all motion').uncheck();
  expect(await isAutoplayRunning(page)).toBe(true);
});
