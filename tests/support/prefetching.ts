import type { Page } from 'playwright';

/** How the browser applies the speculation rules of a site. */
export interface Prefetching {
  /** Errors in the rules. */
  diagnostics: string[];
  /** The pages that it would prefetch when their links are hovered. */
  ready(): string[];
  /** The pages that it has started to prefetch. */
  prefetched: string[];
}

/** Watches how the browser prefetches the linked pages. */
export async function watchPrefetching(page: Page): Promise<Prefetching> {
  const session = await page.context().newCDPSession(page);
  const pathOf = (url: string) => new URL(url).pathname;
  const diagnostics: string[] = [];
  const prefetched: string[] = [];
  let ready: string[] = [];
  session.on(
    'Preload.ruleSetUpdated',
    ({ ruleSet: { errorMessage } }) => errorMessage && diagnostics.push(errorMessage),
  );
  session.on(
    'Preload.preloadingAttemptSourcesUpdated',
    ({ preloadingAttemptSources }) => (ready = preloadingAttemptSources.map(({ key }) => pathOf(key.url))),
  );
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => prefetched.push(pathOf(prefetchUrl)));
  await session.send('Preload.enable');
  return { diagnostics, ready: () => ready, prefetched };
}
