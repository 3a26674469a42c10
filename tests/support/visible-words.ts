import type { Page } from 'playwright';

/** The words on the page that the eye can find. */
export const visibleWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** What is squeezed into a pixel is there for screen readers. */
    const isSqueezed = (element: Element | null): boolean => {
      if (!element) return false;
      const { width, height } = element.getBoundingClientRect();
      return (width === 1 && height === 1) || isSqueezed(element.parentElement);
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (
        range.getClientRects().length > 0 &&
        !isSqueezed(node.parentElement) &&
        node.parentElement?.checkVisibility({ visibilityProperty: true })
      )
        words.push(...(node.textContent ?? '').split(/\s+/).filter(Boolean));
    }
    return words;
  });

/**
 * The words that are not among the others, each as often as it is missing, where they are more than one of
 * 100.
 */
export function lostWords(words: readonly string[], others: readonly string[]): string[] {
  if (words.length <= 20) return [`the page has only ${words.length} words`];
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const lost = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return lost.length > 0.01 * words.length ? [`lost without scripts: ${lost.join(' ')}`] : [];
}
