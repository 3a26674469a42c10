import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../support/axe.ts';
import { hydrate, startBrowser } from '../support/browser.ts';
import { finishAnimations } from '../support/settle.ts';

const visit = startBrowser();

test.each(['light', 'dark'] as const)(
  'the switches of what moves are in reach in the %s scheme',
  async (colorScheme) => {
    const { page } = await visit('/', { colorScheme, reducedMotion: 'no-preference' });
    await hydrate(page);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Stop the logos' }).click();
    await page.getByRole('button', { name: 'Let the logos pass' }).waitFor();
    await finishAnimations(page);
    await loadAxe(page);
    expect(await axeDiagnostics(page)).toEqual([]);
  },
);

test('no moment of the headline that changes is taken for faint text', async () => {
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

test('the dialog opens, checks and closes without scripts', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Schedule a Free Consultation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await dialog.count()).toBe(0);
});
