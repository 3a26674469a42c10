import type { Page } from 'playwright';

// The maximum rounding error of browsers, in CSS pixels.
const rounding = 0.1;

/** Returns content that overflows, text that is cut off, and targets that are too small, in the current window. */
export async function misfits(page: Page): Promise<string[]> {
  const targets = await page.evaluate(targetsOnScreen);
  const { overflow, header } = await page.evaluate(() => ({
    overflow:
      Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
      document.documentElement.clientWidth,
    header: innerWidth >= 1024 && !document.querySelector('dialog:modal, :popover-open'),
  }));
  return [
    ...(overflow > 0 ? [`the page is ${overflow} px wider than the window`] : []),
    ...(await page.evaluate(cutText)),
    ...(header ? await page.evaluate(brokenHeader) : []),
    ...targets
      .filter(({ width, height }) => Math.min(width, height) < 24 - rounding)
      .map(
        ({ name, width, height }) => `${name} is a target of ${width.toFixed(1)} × ${height.toFixed(1)} px`,
      ),
  ];
}

/** Returns the targets under 44 px high, if they are more than 30 % of all targets. */
export async function lowTargets(page: Page): Promise<string[]> {
  const targets = await page.evaluate(targetsOnScreen);
  const low = targets.filter(({ height }) => height < 44 - rounding);
  return low.length > 0.3 * targets.length
    ? [
        `${low.length} of ${targets.length} targets are under 44 px high`,
        ...low.map(({ name, height }) => `${name} ${height.toFixed(1)}`),
      ]
    : [];
}

/** Changes the font size setting of the browser, which affects both rem and media queries. */
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
 * Runs in the browser. Returns text that is cut off by a box around it, sticks out of its button or card, leaves the
 * window, or requires sideways scrolling.
 */
function cutText(): string[] {
  const diagnostics = new Set<string>();
  /** Returns whether an element is in a box of one pixel, which is for screen readers only. */
  const isSqueezed = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return (
      (width <= 1 && height <= 1) || (element.parentElement !== null && isSqueezed(element.parentElement))
    );
  };
  const shown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isSqueezed(element);
  const named = (element: Element) =>
    `<${element.localName}> “${(element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)}”`;
  const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  /** Returns whether a box may scroll sideways: it is focusable, or contains a table or preformatted text. */
  const isStrip = (element: Element) =>
    element.matches('.swiper, pre, [tabindex="0"]') ||
    element.querySelector(':scope > table, :scope > pre') !== null;
  /** Returns whether the edge of a box is visible. */
  const isFramed = (style: CSSStyleDeclaration) =>
    (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== 'transparent') ||
    ['Top', 'Right', 'Bottom', 'Left'].some(
      (side) => parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
    );

  const check = (holder: Element, text: DOMRect) => {
    // Line boxes are taller than their letters: allow for the empty part.
    const slack = parseFloat(getComputedStyle(holder).fontSize) * 0.3;
    const leavesX = (box: { left: number; right: number }) =>
      text.left < box.left - 1 || text.right > box.right + 1;
    const leavesY = (box: { top: number; bottom: number }) =>
      text.top + slack < box.top - 1 || text.bottom - slack > box.bottom + 1;
    let pinned = false;
    for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display !== 'inline' && style.display !== 'contents') {
        const edge = box.getBoundingClientRect();
        if (scrolls(style.overflowX) && isStrip(box)) return;
        if (scrolls(style.overflowX) && leavesX(edge))
          return void diagnostics.add(
            `${named(holder)} is visible only after scrolling <${box.localName}> sideways`,
          );
        if ((cuts(style.overflowX) && leavesX(edge)) || (cuts(style.overflowY) && leavesY(edge))) {
          if (!box.matches('.swiper')) diagnostics.add(`${named(holder)} is cut off by <${box.localName}>`);
          return;
        }
        if (!pinned && !scrolls(style.overflowY) && isFramed(style) && (leavesX(edge) || leavesY(edge)))
          return void diagnostics.add(`${named(holder)} sticks out of <${box.localName}>`);
        // Text that scrolls vertically has no fixed position relative to outer boxes.
        if (scrolls(style.overflowY)) break;
      }
      // Absolutely positioned elements may straddle the edge of a box. Fixed ones belong to the window.
      if (style.position === 'absolute') pinned = true;
      if (style.position === 'fixed') break;
    }
    if (leavesX({ left: 0, right: document.documentElement.clientWidth }))
      diagnostics.add(`${named(holder)} leaves the window`);
  };

  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!holder || !node.textContent?.trim() || !shown(holder)) continue;
    range.selectNodeContents(node);
    for (const rectangle of range.getClientRects())
      if (rectangle.width > 0 && rectangle.height > 0) check(holder, rectangle);
    const { textOverflow, overflowX } = getComputedStyle(holder);
    if ((textOverflow === 'ellipsis' || cuts(overflowX)) && holder.scrollWidth > holder.clientWidth + 1)
      diagnostics.add(`${named(holder)} is truncated`);
  }

  const pen = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll('input')) {
    const style = getComputedStyle(field);
    if (!pen || !field.placeholder || !shown(field)) continue;
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(field.placeholder).width > room + 1)
      diagnostics.add(`<input> “${field.placeholder}” is longer than its field`);
  }
  return [...diagnostics];
}

/** Runs in the browser. Returns header items that are in a second row, or whose text wraps. */
function brokenHeader(): string[] {
  const entries = [...document.querySelectorAll('header :is(a, button)')].filter((entry) =>
    entry.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const range = document.createRange();
  const linesOf = (entry: Element) => {
    const tops: number[] = [];
    const walker = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.for-screen-readers')) continue;
      range.selectNodeContents(node);
      tops.push(...[...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
    }
    return tops.length === 0 ? 0 : Math.max(...tops) - Math.min(...tops);
  };
  const middle = (entry: Element) =>
    entry.getBoundingClientRect().top + entry.getBoundingClientRect().height / 2;
  const first = entries[0];
  if (!first) return ['the header has no items'];
  return entries.flatMap((entry) => {
    const name = `“${entry.textContent.trim()}”`;
    if (linesOf(entry) > 4) return [`${name} wraps to two lines`];
    return Math.abs(middle(entry) - middle(first)) > 8 ? [`${name} is in another row`] : [];
  });
}

/** A pointer target with its size in CSS pixels. */
interface Target {
  name: string;
  width: number;
  height: number;
}

/** Runs in the browser. Measures all visible pointer targets except links in running text. */
function targetsOnScreen(): Target[] {
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.closest('.for-screen-readers, [inert]');
  // A modal dialog blocks everything behind it.
  const [modal] = document.querySelectorAll('dialog:modal');

  /** Returns whether a link is part of a sentence, which is exempt (WCAG 2.5.8, exception "inline"). */
  const isInText = (link: Element) => {
    if (getComputedStyle(link).display !== 'inline') return false;
    let block = link.parentElement;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    if (!block) return false;
    const around = block.cloneNode(true) as Element; // the copy of an element is an element
    for (const other of around.querySelectorAll('a, .for-screen-readers')) other.remove();
    return around.textContent?.trim() !== '';
  };

  /** Measures a control, its pseudo-elements that cover a card, and its labels. */
  const sizesOf = (control: Element): { width: number; height: number }[] => {
    const covers = ['::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(control, pseudo);
      return style.content !== 'none' && style.position === 'absolute'
        ? [{ width: parseFloat(style.width), height: parseFloat(style.height) }]
        : [];
    });
    const labels =
      control instanceof HTMLInputElement
        ? [...(control.labels ?? [])].filter(shown).map((label) => label.getBoundingClientRect())
        : [];
    // The size of a wrapped link is that of its largest line.
    return [...control.getClientRects(), ...covers.filter(({ width }) => width > 0), ...labels];
  };

  const controls = [
    ...document.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link]',
    ),
  ];
  return controls
    .filter((control) => shown(control) && (!modal || modal.contains(control)) && !isInText(control))
    .map((control) => {
      const largest = sizesOf(control).reduce((one, other) =>
        Math.min(other.width, other.height) > Math.min(one.width, one.height) ? other : one,
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
