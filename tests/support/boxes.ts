import type { Locator, Page } from 'playwright';

/** Where something stands in the window, in CSS pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width' | 'height'>;

/** The boxes of all elements that a selector matches now. */
export const boxesOf = (elements: Locator): Promise<Box[]> =>
  // The JSON of a box has all its edges.
  elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Box));

/** The box of the first element; waits until there is one. */
export const boxOf = (element: Locator): Promise<Box> =>
  element.first().evaluate((one) => one.getBoundingClientRect().toJSON() as Box);

/** The boxes of the first elements that selectors match, by name, in one look. */
export const boxesByName = <Name extends string>(
  page: Page,
  selectors: Record<Name, string>,
): Promise<Record<Name, Box>> =>
  page.evaluate((entries) => {
    const boxes = entries.map(([name, selector]) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`There is no ${selector}.`);
      return [name, element.getBoundingClientRect().toJSON() as Box] as const;
    });
    return Object.fromEntries(boxes) as Record<Name, Box>; // it has all their names
  }, Object.entries<string>(selectors));

/** Boxes by row, from top to bottom: those of a row begin at the same height. */
export const rowsOf = (boxes: readonly Box[]): Box[][] =>
  [...Map.groupBy(boxes, ({ top }) => Math.round(top))]
    .toSorted(([one], [other]) => one - other)
    .map(([, row]) => row);

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
      document.documentElement.clientWidth,
  );

/** The box around the words of the first element, which may be smaller than the element. */
export const wordsBoxOf = (element: Locator): Promise<Box> =>
  element.first().evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().toJSON() as Box;
  });
