import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { startSharedPage } from '../support/browser.ts';
import { setTextSize } from '../support/fit.ts';

const shared = startSharedPage({ reducedMotion: 'reduce' });

test('in print, only the heading of a form with steps is shown', async () => {
  const { page } = await shared.open('/services/join', { media: 'print' });
  expect(await page.getByRole('heading', { name: 'Join the club' }).isVisible()).toBe(true);
  const controls = page.locator('main form :is(legend, label, button)');
  expect(await controls.filter({ visible: true }).count()).toBe(0);
});

/** Returns elements that overflow the window. */
const findOverflowing = (part: Locator) =>
  part.evaluate((element) =>
    [...element.querySelectorAll('form *')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > element.clientWidth)
      .map((part) => part.outerHTML),
  );

test.each(['/contact', '/services/reserve', '/services/join'])(
  'with doubled text size, the form on %s fits a phone window',
  async (path) => {
    const { page } = await shared.open(path, { width: 375 });
    await setTextSize(page, 32);
    expect(await findOverflowing(page.locator('main'))).toEqual([]);
  },
);

test('with doubled text size, a form fits its dialog', async () => {
  const { page } = await shared.open('/contact', { width: 375 });
  await setTextSize(page, 32);
  await page.locator('[commandfor=dialog_callback]').first().click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
