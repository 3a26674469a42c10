import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { finishAnimations, hydrate, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('the pause switches are usable in both schemes', async () => {
  // On the first screen, nothing scrolls smoothly and no section fades in.
  const viewport = { width: 1440, height: 8000 };
  const { page } = await visit('/', { reducedMotion: 'no-preference', viewport });
  await hydrate(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Stop the logos' }).click();
  await page.getByRole('button', { name: 'Start the logos' }).waitFor();
  await finishAnimations(page);
  await loadAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeDiagnostics(page), colorScheme).toEqual([]);
  }
});

test('the changing headline has enough contrast at any moment', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  await loadAxe(page);
  for (const time of [0, 2750, 2850, 2999, 3001, 5750, 8950]) {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
    }, time);
    expect(await axeDiagnostics(page, ['h1']), `after ${time} ms`).toEqual([]);
  }
});
