import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('in forced colours the selected category differs from the others', async () => {
  const { page } = await visit('/insights/blogs', { forcedColors: 'active' });
  const grounds = () =>
    page
      .locator('fieldset label')
      .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  const [all, ...others] = await grounds();
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(all);
  await page.locator('fieldset label').nth(2).click();
  expect((await grounds()).map((ground) => ground === all)).toEqual(
    (await grounds()).map((_, index) => index === 2),
  );
});

test('in forced colours the switches of scheme, menu, headline and logos stand out in both schemes', async () => {
  const { page } = await visit('/', { forcedColors: 'active' });
  await hydrate(page);
  await page.locator('[data-block=logo-carousel]').scrollIntoViewIfNeeded();
  const switches = [
    page.locator('[data-switches=scheme] svg'),
    page.getByRole('button', { name: 'Stop the logos' }).locator('svg'),
    page.getByText('Stop the headline'),
  ];
  for (const one of switches) await one.waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  switches.push(page.locator('[popovertarget=navigation] [data-glyph=menu]'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const one of switches) {
      const [ink, filling] = await one.evaluate((element) => [
        element instanceof SVGElement ? getComputedStyle(element).stroke : getComputedStyle(element).color,
        getComputedStyle(element).backgroundColor,
      ]);
      // Chromium forces transparent colours to the background colour, still transparent.
      expect(filling === ground || filling?.endsWith(', 0)'), `${String(one)} on ${filling}`).toBe(true);
      expect(ink, String(one)).not.toBe(ground);
    }
  }
});
