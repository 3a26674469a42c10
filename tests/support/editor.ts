import type { FrameLocator, Locator, Page } from 'playwright';
import { expect } from 'vitest';

// Functions that act as an author does in `npm run edit`.

export const locateEditor = (page: Page): Locator => page.locator('pagewright-editor');
export const locateBar = (page: Page): Locator => locateEditor(page).locator('.bar');
export const locatePanel = (page: Page): Locator => locateEditor(page).locator('.panel');
/** Locates the note next to the edited text. */
export const locateNote = (page: Page): Locator => locateEditor(page).locator('.note');
/** Locates the text that is being edited on the page. */
export const locateEditedText = (page: Page): Locator => page.locator('[data-pagewright-writing]');

/** Pastes plain text at the caret, and HTML if given. */
export const paste = (page: Page, plain: string, html = ''): Promise<void> =>
  locateEditedText(page).evaluate(
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
/** Locates the text of the file in the panel. */
export const locateFileText = (page: Page | FrameLocator): Locator =>
  page.getByRole('textbox', { name: /^Text of / });
/** Locates the messages below the lines of a file in the panel. */
export const locateFileMessages = (page: Page | FrameLocator): Locator => page.locator('.messages .error');

export const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node.matches(':focus'));
export async function waitForFocus(element: Locator): Promise<void> {
  await expect.poll(() => isFocused(element)).toBe(true);
}

/** Returns the console messages that are more severe than `debug` and `info`. */
export const dropInfoLogs = (logs: readonly string[]): string[] =>
  logs.filter((line) => !/^(?:debug|info)/.test(line));

/** Returns the types of all blocks on the page, in order. */
export const listBlockTypes = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('main > [data-block]').evaluateAll((all) => all.map((node) => node.dataset['block']));

/**
 * Returns a point on the first letters of an element's text. A click beside the letters would select the block instead.
 */
export function findTextPoint(element: Locator, timeout?: number): Promise<{ x: number; y: number }> {
  return element.evaluate(
    (node) => {
      node.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(node);
      const [{ left, top, height } = new DOMRect()] = range.getClientRects();
      return { x: left + 4, y: top + height / 2 };
    },
    undefined,
    timeout === undefined ? undefined : { timeout },
  );
}

/** Waits until the page shows every saved text. */
export async function waitForSavedTexts(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[data-pagewright-copy]').count()).toBe(0);
}

/** Clicks the given text and waits until it can be edited. */
export async function clickText(page: Page, text: string): Promise<void> {
  await waitForSavedTexts(page);
  const element = page.locator('body').getByText(text, { exact: true }).filter({ visible: true }).first();
  const { x, y } = await findTextPoint(element);
  await page.mouse.click(x, y);
  await locateEditedText(page).waitFor();
}

/** Selects a block on the page with the keyboard. */
export async function selectBlock(page: Page, block: number | string): Promise<void> {
  const blocks = page.locator(
    typeof block === 'string' ? `main > [data-block=${block}][tabindex]` : 'main > section[tabindex]',
  );
  await blocks.nth(typeof block === 'string' ? 0 : block).focus();
  await locateEditor(page).locator('.tab button').first().waitFor();
}

/** Removes the example frames from the catalogue. Each frame loads a page, so tests without frames are faster. */
export const removeExampleFrames = (page: Page): Promise<unknown> =>
  page.route('**/__blocks?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/<iframe.*?<\/iframe>/gs, '');
    await route.fulfill({ response: response, body });
  });

/** Opens the settings panel for a block and returns it. */
export async function openSettings(page: Page, block: number | string): Promise<Locator> {
  await selectBlock(page, block);
  await page.keyboard.press('o');
  const panel = locatePanel(page);
  await panel.getByRole('tablist').waitFor();
  return panel;
}

/** Opens the page's file in the panel, with the cursor at a block. */
export async function openFileTab(page: Page, block: number | string = 0): Promise<void> {
  const panel = await openSettings(page, block);
  await panel.getByRole('tab', { name: 'File' }).click();
  await locateFileText(page).waitFor();
}

/** Moves the cursor to the end of the first line that contains the text. */
export async function moveCursorAfter(
  page: Page,
  text: string,
  frame: Page | FrameLocator = page,
): Promise<void> {
  await locateFileText(frame).locator('.cm-line', { hasText: text }).first().click();
  await page.keyboard.press('End');
}
