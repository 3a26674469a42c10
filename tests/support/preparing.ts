import type { Page } from 'playwright';

/** What the browser makes of the site's rules for preparing pages. */
export interface Preparing {
  /** What it finds wrong with the rules. */
  diagnostics: string[];
  /** The pages that it would prepare as soon as their links are pointed at. */
  ready(): string[];
  /** The pages that it has begun to prepare. */
  prepared: string[];
}

/** Watches how the browser prepares the pages that a page links. */
export async function watchPreparing(page: Page): Promise<Preparing> {
  const session = await page.context().newCDPSession(page);
  const pathOf = (url: string) => new URL(url).pathname;
  const diagnostics: string[] = [];
  const prepared: string[] = [];
  let ready: string[] = [];
  session.on(
    'Preload.ruleSetUpdated',
    ({ ruleSet: { errorMessage } }) => errorMessage && diagnostics.push(errorMessage),
  );
  session.on(
    'Preload.preloadingAttemptSourcesUpdated',
    ({ preloadingAttemptSources }) => (ready = preloadingAttemptSources.map(({ key }) => pathOf(key.url))),
  );
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => prepared.push(pathOf(prefetchUrl)));
  await session.send('Preload.enable');
  return { diagnostics, ready: () => ready, prepared };
}
