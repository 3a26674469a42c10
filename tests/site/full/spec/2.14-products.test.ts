import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../../../support/browser.ts';

const visit = startBrowser();

test.each([
  ['/products/rfwm', 'Explore Use Cases'],
  ['/products/asset-intelligence', 'Explore Industries'],
])('§2.14 product pages: on %s, the button %s scrolls smoothly to the industries', async (path, name) => {
  const { page } = await visit(path, { reducedMotion: 'no-preference' });
  await hydrate(page);
  await page.evaluate(() => {
    const positions: number[] = [];
    addEventListener('scroll', () => positions.push(scrollY));
    Object.assign(window, { positions });
  });
  const button = page.getByRole('link', { name }).first();
  const target = page.locator((await button.getAttribute('href')) ?? 'nothing');
  expect(await target.innerText()).toMatch(/industries/i);
  await button.click();
  await expect.poll(async () => (await target.boundingBox())?.y).toBeLessThan(200);
  expect(
    await page.evaluate(() => new Set((window as unknown as { positions: number[] }).positions).size),
    'scroll positions on the way',
  ).toBeGreaterThan(3);
});

test.each([
  ['2.7 products', '/products', 'Learn More', 50],
  ['2.14 product pages', '/products/chatbots', 'Key capabilities', 100],
  ['2.14 product pages', '/products/chatbots', 'Customization & Integration', 100],
  ['2.14 product pages', '/products/chatbots', 'Sample use cases', 200],
  ['2.14 product pages', '/products/chatbots', 'Advanced technology stack', 100],
])('§%s: on %s, the cards in %s appear %i ms apart', async (_section, path, heading, intervalMs) => {
  const { page } = await visit(path, {
    reducedMotion: 'no-preference',
    viewport: { width: 1280, height: 400 },
  });
  const delays = await readCardDelays(page, heading);
  expect(delays.length).toBeGreaterThan(3);
  expect(delays).toEqual(delays.map((_, index) => index * intervalMs));
});

/**
 * Returns the delay in milliseconds after which each card in a section appears. The section is found by its heading or
 * by other text in it.
 */
async function readCardDelays(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const { observe } = IntersectionObserver.prototype;
    const observed = new Set<Element>();
    Object.assign(window, { observed });
    IntersectionObserver.prototype.observe = function (element) {
      observed.add(element);
      observe.call(this, element);
    };
  });
  await hydrate(page);
  // Wait until the script observes all sections below the window. Only these sections fade in when
  // they become visible.
  await page.waitForFunction(() => {
    const { observed } = window as unknown as { observed: Set<Element> }; // recorded by this page
    return [...document.querySelectorAll('main > [data-block]')]
      .filter((section) => section.getBoundingClientRect().top > innerHeight)
      .every((section) => observed.has(section));
  });
  return page.evaluate(async (text) => {
    const sections = [...document.querySelectorAll('main > [data-block]')];
    const section =
      sections.find((candidate) => candidate.querySelector('h2')?.textContent === text) ??
      sections.find((candidate) => candidate.textContent.includes(text));
    const cards = [...(section?.querySelectorAll('li, tbody > tr') ?? [])].filter(
      (card) => !card.parentElement?.closest('li'),
    );
    cards[0]?.scrollIntoView({ behavior: 'instant', block: 'center' });
    const hasStarted = () => cards.some((card) => card.getAnimations().length > 0);
    const startTime = performance.now();
    while (!hasStarted() && performance.now() - startTime < 5000) await new Promise(requestAnimationFrame);
    return cards.flatMap((card) =>
      card
        .getAnimations()
        .slice(0, 1)
        .map((animation) => Number(animation.effect?.getTiming().delay)),
    );
  }, text);
}
