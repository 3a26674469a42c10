import type { Page } from 'playwright';
import type { Visitor } from './browser.ts';
import { hydrateAll } from './settle.ts';

/**
 * Everything about the page that a script or a style can move: its elements, their places and what shows of
 * them.
 */
const fileStateOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { opacity, color, backgroundColor } = getComputedStyle(element);
      const tag = element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1);
      return [tag.slice(0, 300), x, y, width, height, opacity, color, backgroundColor].join(' ');
    }),
  );

/** Animations and films that run, as the page stands. */
export const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      // Elements are animated by keyframes only.
      .map(({ effect }) => `an animation of ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 80)}`),
    ...[...document.querySelectorAll('video')]
      .filter(({ paused }) => !paused)
      .map((video) => `a film that plays: ${video.outerHTML.slice(0, 80)}`),
  ]);

/** What moves from one second after load until eleven, for those who asked for less motion. */
export async function movements(visit: Visitor, route: string): Promise<string[]> {
  // With a clock of its own nobody has to wait for what a timer would move later.
  const { page } = await visit(route, { reducedMotion: 'reduce' }, (fresh) => fresh.clock.install());
  await hydrateAll(page);
  await page.clock.runFor(1000);
  const before = await fileStateOf(page);
  const running = await runningAnimations(page);
  await page.clock.runFor(10_000);
  const after = await fileStateOf(page);
  await page.context().close();
  const moved = Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    before[index] === after[index] ? '' : `${before[index]} became ${after[index]}`,
  );
  return [...running, ...moved.filter(Boolean).slice(0, 5)];
}
