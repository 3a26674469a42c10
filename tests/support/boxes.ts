import type { Locator, Page } from 'playwright';

/** The position and size of an element, relative to the window and in CSS pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>;

/** Measures all elements that currently match. */
export const measureBoxes = (elements: Locator): Promise<Box[]> =>
  // The JSON of a DOMRect has all these properties.
  elements.evaluateAll((all) => all.map((node) => node.getBoundingClientRect().toJSON() as Box));

/** Waits for the first matching element and measures it. */
export const measureBox = (element: Locator): Promise<Box> =>
  element.first().evaluate((node) => node.getBoundingClientRect().toJSON() as Box);

/** Measures the first match of each selector. All measurements are made at the same moment. */
export const measureBoxesByName = <Name extends string>(
  page: Page,
  selectors: Record<Name, string>,
): Promise<Record<Name, Box>> =>
  page.evaluate((entries) => {
    const boxes = entries.map(([name, selector]) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`No element matches ${selector}.`);
      return [name, element.getBoundingClientRect().toJSON() as Box] as const;
    });
    return Object.fromEntries(boxes) as Record<Name, Box>; // each name has a box
  }, Object.entries<string>(selectors));

/**
 * Groups boxes into rows. Boxes with the same top edge are in the same row, and the rows are sorted from top to bottom.
 */
export const groupRows = (boxes: readonly Box[]): Box[][] =>
  [...Map.groupBy(boxes, ({ top }) => Math.round(top))]
    .toSorted(([top], [otherTop]) => top - otherTop)
    .map(([, row]) => row);

/** Returns by how many CSS pixels the page is wider than the window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
      document.documentElement.clientWidth,
  );

/** Measures the text inside the first matching element. The text may be smaller than the element. */
export const measureTextBox = (element: Locator): Promise<Box> =>
  element.first().evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().toJSON() as Box;
  });
