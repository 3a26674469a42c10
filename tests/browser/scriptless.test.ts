import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { closeOverlay, overlaysOf, openOverlay } from '../support/overlays.ts';

const visit = startBrowser();

test.each([
  [375, 1],
  [1280, 3],
])('without scripts every menu opens at %i px, and its links lead on', async (width, count) => {
  const { page } = await visit('/contact', { javaScriptEnabled: false, viewport: { width, height: 800 } });
  const menus = (await overlaysOf(page)).filter((id) => !id.startsWith('dialog'));
  expect(menus.length).toBeGreaterThanOrEqual(count);
  for (const id of menus) {
    await openOverlay(page, id);
    const link = page.locator(`#${id} a[href^="/"]`).filter({ visible: true }).last();
    const address = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.pathname === address);
    expect(await page.locator('main h1').count(), `${address}`).toBe(1);
    await page.goBack();
  }
});

test('menus and dialogs close without script', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  const overlays = await overlaysOf(page);
  expect(overlays).toContain('dialog_callback');
  for (const id of overlays) {
    await openOverlay(page, id);
    await closeOverlay(page, id);
  }
  expect(await page.locator(':popover-open, dialog[open]').count()).toBe(0);
});

test('the contact form is posted without script', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  const written = {
    name: 'Ines Tidewater',
    email: 'ines@tidewater.example',
    message: 'Can pumps be quieter?',
  };
  for (const [name, text] of Object.entries(written))
    await page.locator(`main > section form [name=${name}]`).fill(text);
  // contact.test.ts tests storing and answering.
  await page.route('**/functions/v1/**', (route) => route.fulfill({ body: 'Thank you' }));
  const posted = page.waitForRequest('**/functions/v1/**');
  await page.locator('main > section form [type=submit]').click();
  const request = await posted;
  expect(request.method()).toBe('POST');
  for (const text of Object.values(written)) expect(request.postData()).toContain(text);
});
