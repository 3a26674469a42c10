import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { unsampled } from '../support/sampled.ts';

const visit = startBrowser();
const times = unsampled ? 4 : 1;

/**
 * Loads a page repeatedly without a cache, and clicks 50 ms after its document has arrived, at a quarter of
 * the processor speed. Returns the number of clicks without effect.
 */
async function lostClicks(
  path: string,
  control: string,
  answered: (page: Page) => Promise<unknown>,
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
      // Click at exactly this moment, even if the control is not ready.
      setTimeout(() => document.querySelector<HTMLElement>(control)?.click(), 50);
    });
  }, control);
  let answers = 0;
  for (let count = 0; count < times; count++) {
    await page.goto(inject('site') + path, { waitUntil: 'commit' });
    await answered(page).then(
      () => answers++,
      () => undefined,
    );
  }
  await page.context().close();
  return times - answers;
}

const open = (selector: string) => (page: Page) => page.locator(selector).waitFor();

// Concurrent, because a throttled processor mostly waits.
test.concurrent('a click on the menu before hydration takes effect', async () => {
  expect(await lostClicks('/contact', '[popovertarget=navigation]', open('#navigation:popover-open'))).toBe(
    0,
  );
});

test.concurrent('a click on a filter before hydration takes effect', async () => {
  // The first filter shows everything.
  expect(
    await lostClicks(
      '/log',
      'label:has([type=radio][value="0"])',
      open('label:has([type=radio][value="0"]:checked)'),
    ),
  ).toBe(0);
});

test.concurrent('a click on a dialog button before hydration takes effect', async () => {
  expect(await lostClicks('/ask', '[commandfor]', open('dialog[open]'))).toBe(0);
});

test.concurrent('a click on a submit button before hydration takes effect', async () => {
  expect(
    await lostClicks('/contact', 'form[action] [type=submit]', open('form[action] [data-status=success]')),
  ).toBe(0);
});
