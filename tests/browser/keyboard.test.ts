import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contrast } from '../../schema/fields/colors.ts';
import { expandedStates } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { isFocused } from '../support/editor.ts';
import { closeOverlay, openOverlay, findOverlays, locateOpener } from '../support/overlays.ts';
import { takeSample, isFullRun } from '../support/sample.ts';

const visit = startBrowser();
const routes = ['/', '/contact', '/about/crew', '/log', '/stations'];
const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
} as const;
const routeThemes = routes.flatMap((route) =>
  Object.entries(themes).map(([name, theme]) => [route, name, theme] as const),
);

/** Describes the focused element. Returns `undefined` if the focus is outside the page. */
const readTabStop = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    // Elements with the same class and background have the same focus style.
    const background =
      element.closest('[data-tone]')?.getAttribute('data-tone') ??
      element.closest('header, footer, dialog')?.localName ??
      '';
    const headerBar = document.querySelector('header > div');
    const { top } = element.getBoundingClientRect();
    return {
      kind: `${element.localName} ${element.className} ${background}`,
      html: element.outerHTML.slice(0, 120),
      /** Whether the element is covered by the header or outside the window. */
      hidden:
        headerBar !== null &&
        !element.closest('header, .skip') &&
        (top < headerBar.getBoundingClientRect().bottom || top >= innerHeight),
    };
  });

// A sampled run tests three of the fifteen cases, each with a different theme.
test.concurrent.each(takeSample(routeThemes, 3))(
  'every tab stop on %s has a visible focus indicator in %s, and the focus can leave the last one',
  async (route, _name, theme) => {
    const { page } = await visit(route, { reducedMotion: 'reduce', ...theme });
    const seenKinds = new Set<string>();
    const faintStops: string[] = [];
    let stops = 0;
    await page.keyboard.press('Tab');
    for (let tabStop = await readTabStop(page); tabStop; tabStop = await readTabStop(page)) {
      stops++;
      expect(stops, 'the focus never leaves the page').toBeLessThan(300);
      // Test one element of each kind: elements of the same kind look alike, and comparing pixels is slow.
      if (!seenKinds.has(tabStop.kind)) {
        seenKinds.add(tabStop.kind);
        const visibility = await measureFocusVisibility(page);
        if (visibility === undefined || visibility < 0.9)
          faintStops.push(
            `${visibility === undefined ? 'outside the window' : visibility.toFixed(2)}: ${tabStop.html}`,
          );
      }
      await page.keyboard.press('Tab');
    }
    expect(stops).toBeGreaterThan(10);
    expect(faintStops).toEqual([]);
    await page.context().close();
  },
);

test.concurrent.each(takeSample(routes, 1))(
  'on %s, focused elements are visible and not covered by the header',
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce', viewport: { width: 1280, height: 600 } });
    const hiddenStops: string[] = [];
    // Also press Shift+Tab through the page, because scrolling up can move focused elements under the header.
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      for (let tabStop = await readTabStop(page); tabStop; tabStop = await readTabStop(page)) {
        if (tabStop.hidden) hiddenStops.push(`${key}: ${tabStop.html}`);
        await page.keyboard.press(key);
      }
    }
    expect(hiddenStops).toEqual([]);
    await page.context().close();
  },
);

test.each(takeSample(routes, 1))(
  'the first tab stop on %s is a skip link, which is visible when focused',
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    await page.keyboard.press('Tab');
    const skipLink = page.locator('a[href="#content"]');
    expect(await skipLink.evaluate((link) => link === document.activeElement)).toBe(true);
    const box = await skipLink.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
  },
);

// A sampled run needs only two routes: menus are the same on all routes, and one of the two has a dialog.
const overlayRoutes = isFullRun ? routes : ['/', '/contact'];
test.each(overlayRoutes.flatMap((route) => [375, 1280].map((width) => [route, width] as const)))(
  'menus and dialogs on %s at %i px open with the keyboard, close with Escape and restore the focus',
  async (route, width) => {
    const { page } = await visit(route, { reducedMotion: 'reduce', viewport: { width, height: 800 } });
    const overlays = await findOverlays(page);
    expect(overlays.length).toBeGreaterThan(0);
    for (const id of overlays) {
      const opener = locateOpener(page, id);
      // An open dialog hides its opener from assistive technology, so only menus are checked for their expanded state.
      const isMenu = (await page.locator(`dialog#${id}`).count()) === 0;
      const readName = async () =>
        (await opener.getAttribute('aria-label')) ??
        (await opener.innerText()).trim().replaceAll(/\s+/g, ' ');
      // Returns whether assistive technology sees the opener of a menu as expanded.
      const readExpanded = async () =>
        isMenu ? (await expandedStates(page, await readName()))[0] : undefined;
      await opener.focus();
      const before = await readExpanded();
      await page.keyboard.press('Enter');
      await page.locator(`#${id}:is(:popover-open, [open])`).waitFor();
      expect([before, await readExpanded()], `${id} is collapsed and then expanded`).toEqual(
        isMenu ? [false, true] : [undefined, undefined],
      );
      expect(await page.locator(`#${id}:modal`).count(), `${id} is modal if it is a dialog`).toBe(
        isMenu ? 0 : 1,
      );
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate((id) => document.activeElement?.closest(`#${id}`) !== null, id),
        `the next tab stop is in ${id}`,
      ).toBe(true);
      await closeOverlay(page, id);
      expect(await isFocused(opener), `Escape in ${id} restores the focus`).toBe(true);
      if (isMenu) continue;
      await openOverlay(page, id);
      await page.locator(`#${id} form[method=dialog] button`).first().click();
      await page.locator(`#${id}[open]`).waitFor({ state: 'detached' });
      expect(await isFocused(opener), `the close button of ${id} restores the focus`).toBe(true);
    }
  },
);

test('the rotating headline can be paused with the keyboard', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  const readPlayStates = () =>
    page.evaluate(() => [...new Set(document.getAnimations().map(({ playState }) => playState))]);
  expect(await readPlayStates()).toContain('running');
  await page.getByLabel('Pause the headline').focus();
  await page.keyboard.press('Space');
  expect(await readPlayStates()).toEqual(['paused']);
});

/**
 * Compares two screenshots. Returns the number of pixels whose colours have a contrast of at least 3:1 with each other.
 */
async function countChangedPixels(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  if (!before || !after || before.length !== after.length) return 0;
  let count = 0;
  for (let index = 0; index < before.length; index += 3) {
    // Skip equal pixels first: most are equal, and converting colours to strings is slow.
    if (before.compare(after, index, index + 3, index, index + 3) === 0) continue;
    const [color, other] = [before, after].map((pixels) => `#${pixels.toString('hex', index, index + 3)}`);
    if (contrast(color!, other!) >= 3) count++; // one colour from each screenshot
  }
  return count;
}

/**
 * Returns how visible the focus is: the number of pixels that change with a contrast of at least 3:1, divided by the
 * number of pixels in an outline 1 px wide. Returns `undefined` if the element is outside the window.
 */
async function measureFocusVisibility(page: Page): Promise<number | undefined> {
  const focusArea = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return undefined;
    // The control itself may be hidden, with its label as the visible part.
    const drawnBoxes = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 1);
    const [left, top] = [
      Math.min(...drawnBoxes.map((box) => box.left)),
      Math.min(...drawnBoxes.map((box) => box.top)),
    ];
    const right = Math.max(...drawnBoxes.map((box) => box.right));
    const bottom = Math.max(...drawnBoxes.map((box) => box.bottom));
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (width <= 0 || height <= 0) return undefined;
    const margin = 8;
    const [x, y] = [Math.max(0, Math.floor(left) - margin), Math.max(0, Math.floor(top) - margin)];
    const [endX, endY] = [Math.ceil(right) + margin, Math.ceil(bottom) + margin];
    const clip = { x, y, width: Math.min(innerWidth, endX) - x, height: Math.min(innerHeight, endY) - y };
    return { clip, around: 2 * (width + height) };
  });
  if (!focusArea) return undefined;
  const focused = await page.screenshot({ clip: focusArea.clip });
  await page.evaluate(() => {
    const element = document.activeElement as HTMLElement; // only HTML elements can have the focus on these pages
    element.setAttribute('data-test-focus', '');
    element.blur();
  });
  const blurred = await page.screenshot({ clip: focusArea.clip });
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('[data-test-focus]');
    element?.removeAttribute('data-test-focus');
    // `focusVisible` is missing from TypeScript's types.
    element?.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
  });
  return (await countChangedPixels(focused, blurred)) / focusArea.around;
}
