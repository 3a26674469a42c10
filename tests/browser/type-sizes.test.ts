import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const routes = [
  '/',
  '/about/team-culture',
  '/ai-automation',
  '/contact',
  '/insights/blogs',
  '/insights/blogs/one-question',
  '/products/semp',
  '/imprint',
];

test.concurrent.each(routes.flatMap((route) => [375, 1440].map((width) => [route, width] as const)))(
  '%s has at most eight sizes of type at %i px, each clearly another, and two weights',
  async (route, width) => {
    const { page } = await visit(route, { viewport: { width, height: 800 } });
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
    expect(sizes.length, sizes.join(', ')).toBeLessThanOrEqual(8);
    expect(
      sizes.filter((size, index) => size < 1.12 * (sizes[index - 1] ?? 0)),
      `too near to the next smaller among ${sizes.join(', ')}`,
    ).toEqual([]);
    expect(new Set(styles.map(({ weight }) => weight))).toEqual(new Set(['400', '650']));
    await page.context().close();
  },
);
