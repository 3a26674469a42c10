import type { FrameLocator, Locator, Page } from 'playwright';
import { expect } from 'vitest';

// Actions of authors in `npm run edit`.

export const editorOf = (page: Page): Locator => page.locator('pagewright-editor');
export const barOf = (page: Page): Locator => editorOf(page).locator('.bar');
export const panelOf = (page: Page): Locator => editorOf(page).locator('.panel');
/** The note next to a text. */
export const noteOf = (page: Page): Locator => editorOf(page).locator('.note');
/** The text that is being edited on the page. */
export const writtenText = (page: Page): Locator => page.locator('[data-pagewright-writing]');

/** Pastes text, and HTML if given, at the caret. */
export const paste = (page: Page, plain: string, html = ''): Promise<void> =>
  writtenText(page).evaluate(
    (element, [plain, html]) => {
      const data = new DataTransfer();
      data.setData('text/plain', plain);
      if (html !== '') data.setData('text/html', html);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [plain, html] as const,
  );
/** The text of a file in the panel. */
export const fileText = (page: Page | FrameLocator): Locator =>
  page.getByRole('textbox', { name: /^Text of / });
/** The messages below the lines of a file. */
export const fileMessages = (page: Page | FrameLocator): Locator => page.locator('.messages .error');

export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one.matches(':focus'));
export async function waitForFocus(element: Locator): Promise<void> {
  await expect.poll(() => isFocused(element)).toBe(true);
}

/** Returns console messages above the levels `debug` and `info`. */
export const worthALook = (logs: readonly string[]): string[] =>
  logs.filter((line) => !/^(?:debug|info)/.test(line));

/** Lists the types of the blocks on a page. */
export const blocksOn = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('main > [data-block]').evaluateAll((all) => all.map((one) => one.dataset['block']));

/** Returns a point on the first letters of a text. A click next to the letters would select the block. */
export function pointAt(element: Locator, timeout?: number): Promise<{ x: number; y: number }> {
  return element.evaluate(
    (one) => {
      one.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(one);
      const [{ left, top, height } = new DOMRect()] = range.getClientRects();
      return { x: left + 4, y: top + height / 2 };
    },
    undefined,
    timeout === undefined ? undefined : { timeout },
  );
}

/** Waits until the page shows all saved texts. */
export async function followed(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-pagewright-copy]').count()).toBe(0);
}

/** Clicks a text and waits until it can be edited. */
export async function clickText(page: Page, text: string): Promise<void> {
  await followed(page);
  const element = page.locator('body').getByText(text, { exact: true }).filter({ visible: true }).first();
  const { x, y } = await pointAt(element);
  await page.mouse.click(x, y);
  await writtenText(page).waitFor();
}

/** Selects a block of the page with the keyboard. */
export async function chooseBlock(page: Page, block: number | string): Promise<void> {
  const all = page.locator(
    typeof block === 'string' ? `main > [data-block=${block}][tabindex]` : 'main > section[tabindex]',
  );
  await all.nth(typeof block === 'string' ? 0 : block).focus();
  await editorOf(page).locator('.tab button').first().waitFor();
}

/** Removes the example frames from the catalogue to save time, because each one loads a page. */
export const withoutExamples = (page: Page): Promise<unknown> =>
  page.route('**/__blocks?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(/<iframe.*?<\/iframe>/gs, '');
    await route.fulfill({ response: answer, body });
  });

/** Opens the settings of a block. */
export async function openSettings(page: Page, block: number | string): Promise<Locator> {
  await chooseBlock(page, block);
  await page.keyboard.press('o');
  const panel = panelOf(page);
  await panel.getByRole('tablist').waitFor();
  return panel;
}

/** Opens the file of a page in the panel, with the cursor at a block. */
export async function openFileTab(page: Page, block: number | string = 0): Promise<void> {
  const panel = await openSettings(page, block);
  await panel.getByRole('tab', { name: 'File' }).click();
  await fileText(page).waitFor();
}

/** Moves the cursor to the end of the first line that contains a text. */
export async function cursorAfter(
  page: Page,
  text: string,
  shown: Page | FrameLocator = page,
): Promise<void> {
  await fileText(shown).locator('.cm-line', { hasText: text }).first().click();
  await page.keyboard.press('End');
}
