import { expect, test } from 'vitest';
import { measureBoxesByName } from '../support/boxes.ts';
import { hydrate, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('the table of contents is beside the text and marks the current heading', async () => {
  const { page } = await visit('/log/fog', {
    viewport: { width: 1280, height: 500 },
    reducedMotion: 'reduce',
  });
  const links = page.locator('[data-block=contents] a');
  const readCurrentLinks = () => page.locator('[data-block=contents] a[aria-current]').allTextContents();
  const names = await links.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  expect(await readCurrentLinks()).toEqual([]);
  await hydrate(page);
  // The last heading may never reach the top of the window, because the page ends soon after it.
  for (const name of names.slice(0, -1)) {
    await page.getByRole('heading', { name, exact: true }).evaluate((heading) => heading.scrollIntoView());
    await expect.poll(readCurrentLinks).toEqual([name]);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(readCurrentLinks).toEqual([]);
  const { text, heading } = await measureBoxesByName(page, { text: '[data-block=text] p', heading: 'h1' });
  expect(Math.abs(text.left - heading.left)).toBeLessThan(2);
});

test('opening a question is animated unless the visitor prefers reduced motion', async () => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page } = await visit('/contact', { viewport: { width: 1280, height: 800 }, reducedMotion });
    const countAnimations = () =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((animation) => animation instanceof CSSAnimation && animation.animationName !== 'none')
            .length,
      );
    expect(await countAnimations()).toBe(0);
    await page
      .locator('[data-block=faq] summary')
      .first()
      .evaluate((element: HTMLElement) => element.click());
    expect((await countAnimations()) > 0).toBe(reducedMotion === 'no-preference');
  }
});
