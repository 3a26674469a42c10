import type { Page } from 'playwright';

/** Returns the ids of closed menus and dialogs that a visible control opens. */
export const findOverlays = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // While a modal dialog is open, everything outside it is inert.
    const modal = document.querySelector('dialog:modal');
    const openers = [...(modal ?? document).querySelectorAll('[popovertarget], [commandfor]')].filter(
      (opener) =>
        opener.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !opener.closest('[inert]'),
    );
    const targets = openers.map(
      (opener) => opener.getAttribute('popovertarget') ?? opener.getAttribute('commandfor') ?? '',
    );
    return [...new Set(targets)].filter((id) =>
      document.getElementById(id)?.matches(':is([popover], dialog):not(:popover-open, [open])'),
    );
  });

/** Locates the first visible control that opens a menu or dialog. */
export const locateOpener = (page: Page, id: string) =>
  page
    .locator(`:is([popovertarget], [commandfor]):is([popovertarget="${id}"], [commandfor="${id}"])`)
    .filter({ visible: true })
    .first();

/** Opens a menu or dialog in the way a visitor does. */
export async function openOverlay(page: Page, id: string): Promise<void> {
  await locateOpener(page, id).click();
  await page.locator(`#${id}:is(:popover-open, [open])`).waitFor();
}

/** Closes the topmost menu or dialog in the way a visitor does. */
export async function closeOverlay(page: Page, id: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator(`#${id}:is(:popover-open, [open])`).waitFor({ state: 'detached' });
}

/**
 * Opens each menu and dialog, including nested ones, and calls
 * `check` while it is open. Returns the ids of all opened overlays.
 */
export async function visitOverlays(
  page: Page,
  check: (id: string) => Promise<void>,
  skippedIds: readonly string[] = [],
): Promise<string[]> {
  const closed = (await findOverlays(page)).filter((id) => !skippedIds.includes(id));
  const opened: string[] = [];
  for (const id of closed) {
    // After scrolling, the sticky header may cover the opener, so return to the top.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await openOverlay(page, id);
    await check(id);
    opened.push(id, ...(await visitOverlays(page, check, [...skippedIds, ...closed, ...opened])));
    await closeOverlay(page, id);
  }
  return opened;
}

/**
 * Opens all `details` elements, including groups in which a visitor can open only one at a time. Returns their number.
 */
export const openAllDetails = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const detailsElements = [...document.querySelectorAll('details')];
    for (const details of detailsElements) {
      details.removeAttribute('name');
      details.open = true;
    }
    return detailsElements.length;
  });
