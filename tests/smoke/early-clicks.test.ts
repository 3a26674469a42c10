import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { isFullRun } from '../support/sample.ts';

const visit = startBrowser();
const clickCount = isFullRun ? 4 : 1;

/**
 * Loads a page repeatedly without a cache, and clicks 50 ms after its document has arrived, at a quarter of
 * the processor speed. Returns the number of clicks without effect.
 */
async function countLostClicks(
  path: string,
  control: string,
  waitForEffect: (page: Page) => Promise<unknown>,
): Promise<number> {
  const { page } = await visit('/imprint', {
    viewport: { width: 375, height: 700 },
    reducedMotion: 'reduce',
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
  await page.addInitScript((control) => {
    addEventListener('DOMContentLoaded', () => {
      for (const field of document.querySelectorAll<HTMLInputElement>('main :required'))
        field.value = field.type === 'email' ? 'ada@example.org' : 'Ada';
      // Click immediately, without waiting until the control is ready.
      setTimeout(() => document.querySelector<HTMLElement>(control)?.click(), 50);
    });
  }, control);
  let effectiveClicks = 0;
  for (let count = 0; count < clickCount; count++) {
    await page.goto(inject('site') + path, { waitUntil: 'commit' });
    await waitForEffect(page).then(
      () => effectiveClicks++,
      () => undefined,
    );
  }
  await page.context().close();
  return clickCount - effectiveClicks;
}

const waitForSelector = (selector: string) => (page: Page) => page.locator(selector).waitFor();

// The tests run concurrently, because a browser with a throttled CPU mostly waits.
test.concurrent('a click on the menu before hydration takes effect', async () => {
  expect(
    await countLostClicks(
      '/contact',
      '[popovertarget=navigation]',
      waitForSelector('#navigation:popover-open'),
    ),
  ).toBe(0);
});

test.concurrent('a click on a filter before hydration takes effect', async () => {
  // The first filter shows all posts.
  expect(
    await countLostClicks(
      '/log',
      'label:has([type=radio][value="0"])',
      waitForSelector('label:has([type=radio][value="0"]:checked)'),
    ),
  ).toBe(0);
});

test.concurrent('a click on a dialog button before hydration takes effect', async () => {
  expect(await countLostClicks('/ask', '[commandfor]', waitForSelector('dialog[open]'))).toBe(0);
});

test.concurrent('a click on a submit button before hydration takes effect', async () => {
  expect(
    await countLostClicks(
      '/contact',
      'form[action] [type=submit]',
      waitForSelector('form[action] [data-status=success]'),
    ),
  ).toBe(0);
});
