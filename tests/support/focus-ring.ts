import type { Page } from 'playwright';
import sharp from 'sharp';

type Rgb = [number, number, number];

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb; // mapping keeps the length
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  // Two of two.
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** How many pixels of two pictures differ by a contrast of at least 3:1. */
async function changedPixels(one: Buffer, other: Buffer): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  );
  if (!before || !after || before.length !== after.length) return 0;
  let count = 0;
  for (let at = 0; at < before.length; at += 3) {
    const pixel = (data: Buffer): Rgb => [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    if (before.compare(after, at, at + 3, at, at + 3) !== 0 && contrast(pixel(before), pixel(after)) >= 3)
      count++;
  }
  return count;
}

/**
 * How well it is seen that this element has the focus: pixels that change with a contrast of 3:1 or more, as
 * a share of an outline of one pixel. Leaves the focus where it was. `undefined` where the element is not in
 * the window.
 */
export async function focusShare(page: Page): Promise<number | undefined> {
  const place = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return undefined;
    // A control may be drawn by its label.
    const drawn = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 1);
    const [left, top] = [Math.min(...drawn.map((box) => box.left)), Math.min(...drawn.map((box) => box.top))];
    const [right, bottom] = [
      Math.max(...drawn.map((box) => box.right)),
      Math.max(...drawn.map((box) => box.bottom)),
    ];
    const margin = 8;
    const [x, y] = [Math.max(0, Math.floor(left) - margin), Math.max(0, Math.floor(top) - margin)];
    const [width, height] = [
      Math.min(innerWidth, Math.ceil(right) + margin) - x,
      Math.min(innerHeight, Math.ceil(bottom) + margin) - y,
    ];
    const seen =
      Math.min(right, innerWidth) > Math.max(left, 0) && Math.min(bottom, innerHeight) > Math.max(top, 0);
    return seen
      ? {
          clip: { x, y, width, height },
          around:
            2 *
            (Math.min(right, innerWidth) -
              Math.max(left, 0) +
              Math.min(bottom, innerHeight) -
              Math.max(top, 0)),
        }
      : undefined;
  });
  if (!place) return undefined;
  const focused = await page.screenshot({ clip: place.clip });
  await page.evaluate(() => {
    const element = document.activeElement as HTMLElement; // what has the focus here is in HTML
    element.setAttribute('data-test-focus', '');
    element.blur();
  });
  const blurred = await page.screenshot({ clip: place.clip });
  await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('[data-test-focus]');
    element?.removeAttribute('data-test-focus');
    // Newer than TypeScript's library.
    element?.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
  });
  return (await changedPixels(focused, blurred)) / place.around;
}
