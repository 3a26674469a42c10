import type { Page } from 'playwright';
import { hydrate } from './browser.ts';

/** Scrolls through the page as a reader does, until every picture is there, and back to the top. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 1.6) {
      scrollTo({ top: y, behavior: 'instant' });
      await frame();
      await frame();
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  // The header learns of it with the next frame.
  await page.waitForFunction(() => !document.documentElement.hasAttribute('data-scrolled'));
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      // The browser fetches no lazy picture that is folded away, or stands outside a strip that shows a part
      // of itself.
      const { width, left, right } = image.getBoundingClientRect();
      return image.complete || width === 0 || !image.checkVisibility() || left > innerWidth || right < 0;
    }),
  );
}

/** Hydrates every island of the page, also those that nobody has come to. */
export async function hydrateAll(page: Page): Promise<void> {
  await hydrate(page);
  // In a closed dialog no visitor starts an island; the loader's own sign does.
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

/** Ends all that moves: a fade under way would be judged by a colour that nobody is meant to read. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
      else animation.finish();
  });
}
