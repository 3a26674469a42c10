import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { pageRecipes } from '../../scripts/site/new-page.ts';
import { axeDiagnostics, colorDiagnostics } from '../support/accessibility.ts';
import { finishAnimations, hydrateAll, startSharedPage } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { unfoldAll } from '../support/overlays.ts';
import { followNotes, makeRecipeSite } from '../support/recipe-site.ts';
import { unsampled } from '../support/sampled.ts';
import { servedSite } from '../support/site-on-disk.ts';

// A new site with a page from every recipe, and all files that they refer to.

const shared = startSharedPage({ reducedMotion: 'reduce' });
const site = servedSite(async ({ pages }) => {
  await makeRecipeSite(dirname(pages));
  await followNotes(dirname(pages));
});

const routes = ['/', '/services', '/about', '/contact', '/privacy', '/imprint'];
const displays = [
  [375, 'light'],
  [1440, 'dark'],
] as const;
const created = pageRecipes().map(({ name }) => `/made/${name}`);

test.each([...routes, ...created].map((route, at) => [route, at % 2] as const))(
  '%s passes axe on phones and desktops',
  async (route, first) => {
    const { page, logs } = await shared.open(site.address + route);
    await hydrateAll(page);
    await finishAnimations(page);
    await unfoldAll(page);
    const problems: string[] = [];
    for (const [at, [width, colorScheme]] of displays.entries()) {
      await shared.show({ width, height: 812, colorScheme });
      // The other display can only differ in colours.
      const found = await (unsampled || at === first ? axeDiagnostics : colorDiagnostics)(page);
      problems.push(...[...found, ...(await misfits(page))].map((one) => `${width} px: ${one}`));
    }
    expect([...problems, ...logs].join('\n')).toBe('');
  },
);
