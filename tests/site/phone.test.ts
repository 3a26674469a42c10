import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const phone = { viewport: { width: 375, height: 812 }, reducedMotion: 'reduce' } as const;

test('the menu fits a phone, and its button reads Close while it is open, without script', async () => {
  const { page } = await visit('/', { ...phone, javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Menu' }).click();
  const close = page.getByRole('button', { name: 'Close' });
  await close.waitFor();
  const menu = page.locator('header nav:popover-open');
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await close.click();
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu' }).waitFor();
});

test('the home page is at most nine screens tall, with the links of its footer in two columns', async () => {
  const { page } = await visit('/', phone);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(
    9 * phone.viewport.height,
  );
  const links = await page
    .locator('footer li a')
    // What toJSON of it gives.
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
  expect(new Set(links.map(({ left }) => Math.round(left))).size).toBe(2);
  expect(Math.min(...links.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
});

test('a phone shows the names of a directory in two columns', async () => {
  const { page } = await visit('/products/asset-intelligence', phone);
  const places = await page
    .locator('#industries li')
    // What toJSON of it gives.
    .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().toJSON() as DOMRect));
  const rows = Map.groupBy(places, ({ top }) => top);
  expect([...rows.values()].map(({ length }) => length)).toEqual([2, 2, 2, 2, 2, 2]);
});

test.each(['/', '/services/managed-services'])(
  'on %s the contact is above the questions on a phone, with the portrait next to the name, and next to the questions on a desktop',
  async (route) => {
    const { page } = await visit(route, phone);
    const faq = page.locator('[data-block=faq]');
    const places = async () => {
      const [portrait, name, questions] = await Promise.all(
        [faq.locator('figure img'), faq.locator('figure strong'), faq.locator('details').first()].map(
          (part) => part.boundingBox(),
        ),
      );
      if (!portrait || !name || !questions) throw new Error('something is missing');
      return { portrait, name, questions };
    };
    const narrow = await places();
    expect(narrow.name.x).toBeGreaterThan(narrow.portrait.x + narrow.portrait.width);
    expect(narrow.questions.y).toBeGreaterThan(narrow.portrait.y + narrow.portrait.height);
    await page.setViewportSize({ width: 1440, height: 900 });
    const wide = await places();
    const [left, right] = [wide.portrait, wide.questions].toSorted((one, other) => one.x - other.x);
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  },
);
