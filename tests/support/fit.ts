import type { Page } from 'playwright';

// The maximum rounding error in browser layouts, in CSS pixels.
const rounding = 0.1;

/** Returns a problem for each overflowing element, cut-off text and undersized pointer target in the current window. */
export async function findMisfits(page: Page): Promise<string[]> {
  const targets = await page.evaluate(measureTargets);
  const { overflow, header } = await page.evaluate(() => ({
    overflow:
      Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
      document.documentElement.clientWidth,
    header: innerWidth >= 1024 && !document.querySelector('dialog:modal, :popover-open'),
  }));
  return [
    ...(overflow > 0 ? [`the page is ${overflow} px wider than the window`] : []),
    ...(await page.evaluate(findCutText)),
    ...(header ? await page.evaluate(findHeaderProblems) : []),
    ...targets
      .filter(({ width, height }) => Math.min(width, height) < 24 - rounding)
      .map(
        ({ name, width, height }) => `${name} is a target of ${width.toFixed(1)} × ${height.toFixed(1)} px`,
      ),
  ];
}

/** Returns the pointer targets less than 44 px high, if they make up more than 30 % of all targets. */
export async function findLowTargets(page: Page): Promise<string[]> {
  const targets = await page.evaluate(measureTargets);
  const smallTargets = targets.filter(({ height }) => height < 44 - rounding);
  return smallTargets.length > 0.3 * targets.length
    ? [
        `${smallTargets.length} of ${targets.length} targets are under 44 px high`,
        ...smallTargets.map(({ name, height }) => `${name} ${height.toFixed(1)}`),
      ]
    : [];
}

/** Changes the browser's font size setting, which affects rem units and media queries. */
export async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === size,
    `${pixels}px`,
  );
  await session.detach();
}

/**
 * Runs in the browser. Returns each text that is cut off by a box around it, extends beyond its button or card, leaves
 * the window, or requires sideways scrolling.
 */
function findCutText(): string[] {
  const diagnostics = new Set<string>();
  /** Returns whether an element is in a box of one pixel, so that only screen readers read it. */
  const isVisuallyHidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      (width <= 1 && height <= 1) ||
      (element.parentElement !== null && isVisuallyHidden(element.parentElement))
    );
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isVisuallyHidden(element);
  const describeElement = (element: Element) =>
    `<${element.localName}> “${(element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`;
  const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isScrolling = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  /** Returns whether a box is allowed to scroll sideways: it is focusable, or contains a table or preformatted text. */
  const canScrollSideways = (element: Element) =>
    element.matches('.swiper, pre, [tabindex="0"]') ||
    element.querySelector(':scope > table, :scope > pre') !== null;
  /** Returns whether visitors can see the edge of a box. */
  const hasVisibleEdge = (style: CSSStyleDeclaration) =>
    (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== 'transparent') ||
    ['Top', 'Right', 'Bottom', 'Left'].some(
      (side) => parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
    );

  const check = (textParent: Element, text: DOMRect) => {
    // Line boxes are taller than their letters, so allow their empty part to overflow.
    const slack = parseFloat(getComputedStyle(textParent).fontSize) * 0.3;
    const leavesX = (box: { left: number; right: number }) =>
      text.left < box.left - 1 || text.right > box.right + 1;
    const leavesY = (box: { top: number; bottom: number }) =>
      text.top + slack < box.top - 1 || text.bottom - slack > box.bottom + 1;
    let isAbsolute = false;
    for (let box: Element | null = textParent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display !== 'inline' && style.display !== 'contents') {
        const edge = box.getBoundingClientRect();
        if (isScrolling(style.overflowX) && canScrollSideways(box)) return;
        if (isScrolling(style.overflowX) && leavesX(edge))
          return void diagnostics.add(
            `${describeElement(textParent)} is visible only after scrolling <${box.localName}> sideways`,
          );
        if (
          (isClipping(style.overflowX) && leavesX(edge)) ||
          (isClipping(style.overflowY) && leavesY(edge))
        ) {
          if (!box.matches('.swiper'))
            diagnostics.add(`${describeElement(textParent)} is cut off by <${box.localName}>`);
          return;
        }
        if (
          !isAbsolute &&
          !isScrolling(style.overflowY) &&
          hasVisibleEdge(style) &&
          (leavesX(edge) || leavesY(edge))
        )
          return void diagnostics.add(`${describeElement(textParent)} sticks out of <${box.localName}>`);
        // Text in a vertically scrolling box has no fixed position relative to the boxes around it, so stop here.
        if (isScrolling(style.overflowY)) break;
      }
      // An absolutely positioned element may straddle the edge of its box. A fixed element belongs to the window.
      if (style.position === 'absolute') isAbsolute = true;
      if (style.position === 'fixed') break;
    }
    if (leavesX({ left: 0, right: document.documentElement.clientWidth }))
      diagnostics.add(`${describeElement(textParent)} leaves the window`);
  };

  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const textParent = node.parentElement;
    if (!textParent || !node.textContent?.trim() || !isShown(textParent)) continue;
    range.selectNodeContents(node);
    for (const rectangle of range.getClientRects())
      if (rectangle.width > 0 && rectangle.height > 0) check(textParent, rectangle);
    const { textOverflow, overflowX } = getComputedStyle(textParent);
    if (
      (textOverflow === 'ellipsis' || isClipping(overflowX)) &&
      textParent.scrollWidth > textParent.clientWidth + 1
    )
      diagnostics.add(`${describeElement(textParent)} is truncated`);
  }

  const canvasContext = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll('input')) {
    const style = getComputedStyle(field);
    if (!canvasContext || !field.placeholder || !isShown(field)) continue;
    canvasContext.font = style.font;
    const availableWidth = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (canvasContext.measureText(field.placeholder).width > availableWidth + 1)
      diagnostics.add(`<input> “${field.placeholder}” is longer than its field`);
  }
  return [...diagnostics];
}

/** Runs in the browser. Returns header items that are in a second row, and header items whose text wraps. */
function findHeaderProblems(): string[] {
  const items = [...document.querySelectorAll('header :is(a, button)')].filter((item) =>
    item.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const range = document.createRange();
  const measureLineSpread = (item: Element) => {
    const tops: number[] = [];
    const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.for-screen-readers')) continue;
      range.selectNodeContents(node);
      tops.push(...[...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
    }
    return tops.length === 0 ? 0 : Math.max(...tops) - Math.min(...tops);
  };
  const getMiddle = (item: Element) =>
    item.getBoundingClientRect().top + item.getBoundingClientRect().height / 2;
  const first = items[0];
  if (!first) return ['the header has no items'];
  return items.flatMap((item) => {
    const name = `“${item.textContent.trim()}”`;
    if (measureLineSpread(item) > 4) return [`${name} wraps to two lines`];
    return Math.abs(getMiddle(item) - getMiddle(first)) > 8 ? [`${name} is in another row`] : [];
  });
}

/** A pointer target and its size in CSS pixels. */
interface Target {
  name: string;
  width: number;
  height: number;
}

/** Runs in the browser. Measures all visible pointer targets, except links in running text. */
function measureTargets(): Target[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.closest('.for-screen-readers, [inert]');
  // While a modal dialog is open, only the targets inside it can be clicked.
  const [modal] = document.querySelectorAll('dialog:modal');

  /**
   * Returns whether a link is part of a sentence. WCAG 2.5.8
   * exempts such links from the target size (exception "inline").
   */
  const isInText = (link: Element) => {
    if (getComputedStyle(link).display !== 'inline') return false;
    let block = link.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    if (!block) return false;
    const blockCopy = block.cloneNode(true) as Element; // a copied element is an element
    for (const other of blockCopy.querySelectorAll('a, .for-screen-readers')) other.remove();
    return blockCopy.textContent?.trim() !== '';
  };

  /** Returns the sizes of a control, of its pseudo-elements that cover a card, and of its labels. */
  const measureControl = (control: Element): { width: number; height: number }[] => {
    const covers = ['::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(control, pseudo);
      return style.content !== 'none' && style.position === 'absolute'
        ? [{ width: parseFloat(style.width), height: parseFloat(style.height) }]
        : [];
    });
    const labels =
      control instanceof HTMLInputElement
        ? [...(control.labels ?? [])].filter(isShown).map((label) => label.getBoundingClientRect())
        : [];
    // For a link that wraps, use the size of its largest line.
    return [...control.getClientRects(), ...covers.filter(({ width }) => width > 0), ...labels];
  };

  const controls = [
    ...document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]',
    ),
  ];
  return controls
    .filter((control) => isShown(control) && (!modal || modal.contains(control)) && !isInText(control))
    .map((control) => {
      const largest = measureControl(control).reduce((largestSize, other) =>
        Math.min(other.width, other.height) > Math.min(largestSize.width, largestSize.height)
          ? other
          : largestSize,
      );
      const name = (control.getAttribute('aria-label') ?? control.textContent ?? '')
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, 50);
      return {
        name: `<${control.localName}> “${name || control.getAttribute('name') || ''}”`,
        width: largest.width,
        height: largest.height,
      };
    });
}
