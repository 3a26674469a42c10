import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { unsampled } from '../support/sampled.ts';

const visit = startBrowser();
const times = unsampled ? 20 : 1;

/**
 * Loads a page again and again, each time as if for the first, and clicks 50 ms after its document is there,
 * while the processor runs at a quarter of its speed. Returns how many of the clicks were not answered.
 */
async function lost(
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
      // What is asked for is a click at this very moment.
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

// Side by side: a slowed-down processor mostly waits.
test.concurrent('no early click on the menu is lost', async () => {
  expect(await lost('/contact', '[popovertarget=navigation]', open('#navigation:popover-open'))).toBe(0);
});

test.concurrent('no early click on a filter is lost', async () => {
  // The first of the filters shows everything.
  expect(
    await lost(
      '/log',
      'label:has([type=radio][value="0"])',
      open('label:has([type=radio][value="0"]:checked)'),
    ),
  ).toBe(0);
});

test.concurrent('no early click on a dialog button is lost', async () => {
  expect(await lost('/ask', '[commandfor]', open('dialog[open]'))).toBe(0);
});

test.concurrent('no early click on a form’s submit is lost', async () => {
  expect(
    await lost('/contact', 'form[action] [type=submit]', open('form[action] [data-status=success]')),
  ).toBe(0);
});
