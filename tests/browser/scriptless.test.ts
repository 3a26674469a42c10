import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { closeOverlay, findOverlays, openOverlay } from '../support/overlays.ts';

const visit = startBrowser();

test.each([
  [375, 1],
  [1280, 3],
])(
  'without JavaScript, menus and dialogs open and close at %i px, and links in menus work',
  async (width, count) => {
    const { page } = await visit('/contact', { javaScriptEnabled: false, viewport: { width, height: 800 } });
    const overlays = await findOverlays(page);
    expect(overlays).toContain('dialog_callback');
    const menus = overlays.filter((id) => !id.startsWith('dialog'));
    expect(menus.length).toBeGreaterThanOrEqual(count);
    for (const id of overlays) {
      await openOverlay(page, id);
      await closeOverlay(page, id);
    }
    expect(await page.locator(':popover-open, dialog[open]').count()).toBe(0);
    for (const id of menus) {
      await openOverlay(page, id);
      const link = page.locator(`#${id} a[href^="/"]`).filter({ visible: true }).last();
      const address = await link.getAttribute('href');
      await link.click();
      await page.waitForURL((url) => url.pathname === address);
      expect(await page.locator('main h1').count(), `${address}`).toBe(1);
      await page.goBack();
    }
  },
);
