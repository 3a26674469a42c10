import type { Page } from 'playwright';
import { hydrate } from './browser.ts';

/**
 * Milliseconds after which each card of a section begins to appear, once the section is scrolled to. The
 * section is the last whose text begins with these words or, failing that, has them.
 */
export async function cardDelays(page: Page, words: string): Promise<number[]> {
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
  // Only sections that are below the window when its code starts appear later. It observes all of these;
  // islands are observed, too, but not every section is one.
  await page.waitForFunction(() => {
    const { observed } = window as unknown as { observed: Set<Element> }; // assigned above
    return [...document.querySelectorAll('main > [data-block]')]
      .filter((section) => section.getBoundingClientRect().top > innerHeight)
      .every((section) => observed.has(section));
  });
  return page.evaluate(async (words) => {
    const sections = [...document.querySelectorAll('main > [data-block]')];
    const section =
      sections.find((one) => one.querySelector('h2')?.textContent === words) ??
      sections.find((one) => one.textContent.includes(words));
    const cards = [...(section?.querySelectorAll('li, tbody > tr') ?? [])].filter(
      (card) => !card.parentElement?.closest('li'),
    );
    cards[0]?.scrollIntoView({ behavior: 'instant', block: 'center' });
    const begun = () => cards.some((card) => card.getAnimations().length > 0);
    const since = performance.now();
    while (!begun() && performance.now() - since < 5000) await new Promise(requestAnimationFrame);
    return cards.flatMap((card) =>
      card
        .getAnimations()
        .slice(0, 1)
        .map((animation) => Number(animation.effect?.getTiming().delay)),
    );
  }, words);
}
