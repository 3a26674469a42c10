import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contrast } from '../../schema/fields/colors.ts';
import { expandedStates } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { isFocused } from '../support/editor.ts';
import { closeOverlay, openOverlay, overlaysOf, openerOf } from '../support/overlays.ts';
import { sampled, unsampled } from '../support/sampled.ts';

const visit = startBrowser();
const routes = ['/', '/contact', '/about/crew', '/log', '/stations'];
const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced colours': { forcedColors: 'active' },
} as const;
const inEveryLook = routes.flatMap((route) =>
  Object.entries(themes).map(([name, theme]) => [route, name, theme] as const),
);

/** Returns the focused element, or undefined if the focus is outside the page. */
const stop = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    // Elements with the same class and background have the same focus style.
    const ground =
      element.closest('[data-tone]')?.getAttribute('data-tone') ??
      element.closest('header, footer, dialog')?.localName ??
      '';
    const bar = document.querySelector('header > div');
    const { top } = element.getBoundingClientRect();
    return {
      kind: `${element.localName} ${element.className} ${ground}`,
      html: element.outerHTML.slice(0, 120),
      /** Whether it is covered by the header or outside the window. */
      hidden:
        bar !== null &&
        !element.closest('header, .skip') &&
        (top < bar.getBoundingClientRect().bottom || top >= innerHeight),
    };
  });

// Three of fifteen cases, each with a different theme.
test.concurrent.each(sampled(inEveryLook, 3))(
  'every tab stop on %s has visible focus in %s, and focus can leave the last one',
  async (route, _name, theme) => {
    const { page } = await visit(route, { reducedMotion: 'reduce', ...theme });
    const seen = new Set<string>();
    const faint: string[] = [];
    let stops = 0;
    await page.keyboard.press('Tab');
    for (let here = await stop(page); here; here = await stop(page)) {
      stops++;
      expect(stops, 'the focus never leaves the page').toBeLessThan(300);
      // Elements of one kind look alike, and comparing pixels is slow.
      if (!seen.has(here.kind)) {
        seen.add(here.kind);
        const share = await focusShare(page);
        if (share === undefined || share < 0.9)
          faint.push(`${share === undefined ? 'outside the window' : share.toFixed(2)}: ${here.html}`);
      }
      await page.keyboard.press('Tab');
    }
    expect(stops).toBeGreaterThan(10);
    expect(faint).toEqual([]);
    await page.context().close();
  },
);

test.concurrent.each(sampled(routes, 1))(
  'on %s, focused elements are visible and not covered by the header',
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce', viewport: { width: 1280, height: 600 } });
    const hidden: string[] = [];
    // Test backwards too, because scrolling up moves elements under the header.
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      for (let here = await stop(page); here; here = await stop(page)) {
        if (here.hidden) hidden.push(`${key}: ${here.html}`);
        await page.keyboard.press(key);
      }
    }
    expect(hidden).toEqual([]);
    await page.context().close();
  },
);

test.each(sampled(routes, 1))(
  'the first tab stop on %s is a skip link, visible when focused',
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    await page.keyboard.press('Tab');
    const skip = page.locator('a[href="#content"]');
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    const box = await skip.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('header') === null)).toBe(true);
  },
);

// Menus are the same on all routes, so two routes are enough. One of them has a dialog.
const withOverlays = unsampled ? routes : ['/', '/contact'];
test.each(withOverlays.flatMap((route) => [375, 1280].map((width) => [route, width] as const)))(
  'menus and dialogs on %s at %i px open with the keyboard, close with Escape and restore focus',
  async (route, width) => {
    const { page } = await visit(route, { reducedMotion: 'reduce', viewport: { width, height: 800 } });
    const overlays = await overlaysOf(page);
    expect(overlays.length).toBeGreaterThan(0);
    for (const id of overlays) {
      const opener = openerOf(page, id);
      // A dialog hides everything else, including the button that opened it.
      const isMenu = (await page.locator(`dialog#${id}`).count()) === 0;
      const name = async () =>
        (await opener.getAttribute('aria-label')) ??
        (await opener.innerText()).trim().replaceAll(/\s+/g, ' ');
      // Whether assistive technology sees the control as expanded.
      const expanded = async () => (isMenu ? (await expandedStates(page, await name()))[0] : undefined);
      await opener.focus();
      const before = await expanded();
      await page.keyboard.press('Enter');
      await page.locator(`#${id}:is(:popover-open, [open])`).waitFor();
      expect([before, await expanded()], `${id} is collapsed and then expanded`).toEqual(
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
  const states = () =>
    page.evaluate(() => [...new Set(document.getAnimations().map(({ playState }) => playState))]);
  expect(await states()).toContain('running');
  await page.getByLabel('Pause the headline').focus();
  await page.keyboard.press('Space');
  expect(await states()).toEqual(['paused']);
});

/** Counts the pixels that differ by a contrast of at least 3:1. */
async function changedPixels(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  if (!before || !after || before.length !== after.length) return 0;
  let count = 0;
  for (let at = 0; at < before.length; at += 3) {
    // Most pixels are the same, and converting them to strings is slow.
    if (before.compare(after, at, at + 3, at, at + 3) === 0) continue;
    const [color, other] = [before, after].map((pixels) => `#${pixels.toString('hex', at, at + 3)}`);
    if (contrast(color!, other!) >= 3) count++; // there are two
  }
  return count;
}

/**
 * Returns how visible the focus is: the number of pixels that change with a contrast of at least 3:1, as a share of an
 * outline one pixel wide. Returns undefined if the element is outside the window.
 */
async function focusShare(page: Page): Promise<number | undefined> {
  const place = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return undefined;
    // The visible part of a control may be its label.
    const drawn = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 1);
    const [left, top] = [Math.min(...drawn.map((box) => box.left)), Math.min(...drawn.map((box) => box.top))];
    const right = Math.max(...drawn.map((box) => box.right));
    const bottom = Math.max(...drawn.map((box) => box.bottom));
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (width <= 0 || height <= 0) return undefined;
    const margin = 8;
    const [x, y] = [Math.max(0, Math.floor(left) - margin), Math.max(0, Math.floor(top) - margin)];
    const [endX, endY] = [Math.ceil(right) + margin, Math.ceil(bottom) + margin];
    const clip = { x, y, width: Math.min(innerWidth, endX) - x, height: Math.min(innerHeight, endY) - y };
    return { clip, around: 2 * (width + height) };
  });
  if (!place) return undefined;
  const focused = await page.screenshot({ clip: place.clip });
  await page.evaluate(() => {
    const element = document.activeElement as HTMLElement; // only HTML elements can have the focus on these pages
    element.setAttribute('data-test-focus', '');
    element.blur();
  });
  const blurred = await page.screenshot({ clip: place.clip });
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('[data-test-focus]');
    element?.removeAttribute('data-test-focus');
    // `focusVisible` is missing in TypeScript's types.
    element?.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
  });
  return (await changedPixels(focused, blurred)) / place.around;
}
