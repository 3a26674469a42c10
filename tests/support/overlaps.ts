/**
 * Pictures and texts that lie on each other, as the page stands. A function for the browser: it uses nothing
 * outside itself.
 */
export function overlaps(): string[] {
  interface Box {
    name: string;
    element: Element;
    rect: DOMRect;
  }
  const visible = (element: Element) =>
    !element.closest('.for-screen-readers, details:not([open]) > :not(summary), video') &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const found: string[] = [];
  for (const section of document.querySelectorAll('main > [data-block]')) {
    const boxes: Box[] = [...section.querySelectorAll('img')].filter(visible).map((element) => ({
      name: `picture of ${element.alt}`,
      element,
      rect: element.getBoundingClientRect(),
    }));
    const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const element = node.parentElement;
      if (!node.textContent?.trim() || !element || !visible(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const name = `“${node.textContent.trim().slice(0, 30)}”`;
      for (const rect of range.getClientRects()) boxes.push({ name, element, rect });
    }
    // Lines of a text may touch, and a letter is lower than its line.
    const slack = 4;
    const meets = (a: Box, b: Box) =>
      a.name !== b.name &&
      Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left) > slack &&
      Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top) > slack;
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        if (meets(a, b)) found.push(`${section.getAttribute('data-block')}: ${a.name} lies on ${b.name}`);
  }
  return [...new Set(found)];
}
