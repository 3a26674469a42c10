import type { Page } from 'playwright';
import { wake } from './browser.ts';

/** Scrolls through the page as a reader does, until every picture is there, and back to the top. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.8) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      // The browser fetches no lazy picture that is folded away, or stands outside a strip that shows a part of itself.
      const { width, left, right } = image.getBoundingClientRect();
      return image.complete || width === 0 || left > innerWidth || right < 0;
    }),
  );
}

/** Wakes the application and every part of the page that wakes when it is come to. */
export async function wakeAll(page: Page): Promise<void> {
  await wake(page);
  // What sleeps in a closed dialog has nobody to wake it; the loader's own sign does.
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('[data-island]')) {
      // For those who are not listening yet, and for those who are.
      island.setAttribute('data-wanted', '');
      island.dispatchEvent(new Event('wanted', { bubbles: true }));
    }
  });
  await scrollThrough(page);
  await page.waitForFunction(() => document.querySelector('[data-island]:not([data-live])') === null);
}
