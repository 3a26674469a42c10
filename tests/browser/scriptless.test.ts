import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { closeDoor, doorsOf, openDoor } from '../support/doors.ts';
import { everyRoute } from '../support/every-route.ts';
import { wakeAll } from '../support/settle.ts';

const visit = startBrowser();

/** The words on the page that the eye can find. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** What is squeezed into a pixel is there for screen readers. */
    const isSqueezed = (element: Element | null): boolean => {
      if (!element) return false;
      const { width, height } = element.getBoundingClientRect();
      return (width === 1 && height === 1) || isSqueezed(element.parentElement);
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (
        range.getClientRects().length > 0 &&
        !isSqueezed(node.parentElement) &&
        node.parentElement?.checkVisibility({ visibilityProperty: true })
      )
        words.push(...(node.textContent ?? '').split(/\s+/).filter(Boolean));
    }
    return words;
  });

/** Those words that are not among the others, each as often as it is missing. */
function missing(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

test.concurrent.each(everyRoute)(
  'without scripts %s shows at least 99 of 100 words that it shows with them',
  { timeout: 60_000 },
  async (route) => {
    const awake = await visit(route, { reducedMotion: 'reduce' });
    await wakeAll(awake.page);
    const scriptless = await visit(route, { reducedMotion: 'reduce', javaScriptEnabled: false });
    const words = await wordsOf(awake.page);
    const lost = missing(words, await wordsOf(scriptless.page));
    expect(words.length).toBeGreaterThan(20);
    expect(lost.length / words.length, lost.join(' ')).toBeLessThanOrEqual(0.01);
    await awake.page.context().close();
    await scriptless.page.context().close();
  },
);

test.each([
  [375, 1],
  [1280, 4],
])('without scripts every menu opens at %i px, and its links lead on', async (width, count) => {
  const { page } = await visit('/contact', { javaScriptEnabled: false, viewport: { width, height: 800 } });
  const menus = (await doorsOf(page)).filter((id) => !id.startsWith('dialog'));
  expect(menus.length).toBeGreaterThanOrEqual(count);
  for (const id of menus) {
    await openDoor(page, id);
    const link = page.locator(`#${id} a[href^="/"]`).filter({ visible: true }).last();
    const address = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.pathname === address);
    expect(await page.locator('main h1').count(), `${address}`).toBe(1);
    await page.goBack();
  }
});

test('without scripts a menu closes again', async () => {
  const { page } = await visit('/', { javaScriptEnabled: false });
  for (const id of await doorsOf(page)) {
    await openDoor(page, id);
    await closeDoor(page, id);
  }
  expect(await page.locator('header :popover-open').count()).toBe(0);
});

test('without scripts the contact form posts what was written', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  const written = {
    name: 'Ines Tidewater',
    email: 'ines@tidewater.example',
    message: 'Can pumps be quieter?',
  };
  for (const [name, text] of Object.entries(written))
    await page.locator(`main > section form [name=${name}]`).fill(text);
  // That it is stored and answered is shown in contact.test.ts.
  await page.route('**/functions/v1/**', (route) => route.fulfill({ body: 'Thank you' }));
  const posted = page.waitForRequest('**/functions/v1/**');
  await page.locator('main > section form [type=submit]').click();
  const request = await posted;
  expect(request.method()).toBe('POST');
  for (const text of Object.values(written)) expect(request.postData()).toContain(text);
});
