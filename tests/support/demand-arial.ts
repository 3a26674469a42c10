import type { Page } from 'playwright';

/** Throws where pages cannot have the measures of Arial until their own fonts have come. */
export async function demandArial(page: Page): Promise<void> {
  const isThere = await page.evaluate(() =>
    new FontFace('probe', 'local("Arial"), local("Liberation Sans")').load().then(
      () => true,
      () => false,
    ),
  );
  if (!isThere)
    throw new Error(
      'This machine has neither Arial nor Liberation Sans, so pages do not fit as they do elsewhere. ' +
        'Install one of them (on Debian: apt-get install fonts-liberation).',
    );
}
