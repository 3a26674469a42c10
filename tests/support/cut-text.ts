/**
 * Runs in a page of the browser. Text on the screen that cannot be read as a whole, each with why: it is cut
 * off by a box around it, sticks out of its button or card, leaves the window, or can only be had by
 * scrolling sideways.
 */
export function cutText(): string[] {
  const diagnostics = new Set<string>();
  /** What is squeezed into a pixel is there for screen readers. */
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
  /** What is meant to be moved sideways: it can be reached by keyboard, or holds what keeps its own lines. */
  const isStrip = (element: Element) =>
    element.matches('.swiper, pre, [tabindex="0"]') ||
    element.querySelector(':scope > table, :scope > pre') !== null;
  /** Whether the eye sees where the box ends. */
  const isFramed = (style: CSSStyleDeclaration) =>
    (style.backgroundColor !== 'rgba(0, 0, 0, 0)' && style.backgroundColor !== 'transparent') ||
    ['Top', 'Right', 'Bottom', 'Left'].some(
      (side) => parseFloat(style.getPropertyValue(`border-${side.toLowerCase()}-width`)) > 0,
    );

  const check = (holder: Element, text: DOMRect) => {
    // Lines overlap their letters: this much of their height holds nothing that could be cut.
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
            `${named(holder)} is reached only by scrolling <${box.localName}> sideways`,
          );
        if ((cuts(style.overflowX) && leavesX(edge)) || (cuts(style.overflowY) && leavesY(edge))) {
          if (!box.matches('.swiper')) diagnostics.add(`${named(holder)} is cut off by <${box.localName}>`);
          return;
        }
        if (!pinned && !scrolls(style.overflowY) && isFramed(style) && (leavesX(edge) || leavesY(edge)))
          return void diagnostics.add(`${named(holder)} sticks out of <${box.localName}>`);
        // Text that scrolls up and down has no place against what stands further out.
        if (scrolls(style.overflowY)) break;
      }
      // What is pinned to a box may straddle its edge; what is fixed belongs to the window alone.
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
      diagnostics.add(`${named(holder)} is shortened`);
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

/**
 * Runs in a page of the browser. What of the header's row stands in a second line, or breaks its own text in
 * two.
 */
export function brokenHeader(): string[] {
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
  if (!first) return ['the header has no entries'];
  return entries.flatMap((entry) => {
    const name = `“${entry.textContent.trim()}”`;
    if (linesOf(entry) > 4) return [`${name} breaks into two lines`];
    return Math.abs(middle(entry) - middle(first)) > 8 ? [`${name} stands in another line`] : [];
  });
}
