import type { Page } from 'playwright';

/** Type of more than eight sizes, of sizes that can hardly be told apart, or of other weights than two. */
export async function strayType(page: Page): Promise<string[]> {
  // Also what is folded away: it has a size as soon as somebody opens it.
  const styles = await page.evaluate(() =>
    [...document.querySelectorAll('body :not(script, style, noscript)')]
      .filter(
        (element) =>
          element.matches('input, textarea, select') ||
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
          ),
      )
      .map((element) => getComputedStyle(element))
      .map(({ fontSize, fontWeight }) => ({ size: Number.parseFloat(fontSize), weight: fontWeight })),
  );
  const sizes = [...new Set(styles.map(({ size }) => size))].toSorted((a, b) => a - b);
  const close = sizes.filter((size, index) => size < 1.12 * (sizes[index - 1] ?? 0));
  const weights = [...new Set(styles.map(({ weight }) => weight))].toSorted();
  return [
    ...(sizes.length > 8 ? [`${sizes.length} sizes of type: ${sizes.join(', ')}`] : []),
    ...close.map((size) => `${size} px is too near to the next smaller of ${sizes.join(', ')}`),
    ...(weights.join() === '400,650' ? [] : [`the weights of type are ${weights.join(', ')}`]),
  ];
}
