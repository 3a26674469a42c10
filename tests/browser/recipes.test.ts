import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { readPageRecipes } from '../../scripts/site/new-page.ts';
import { findAxeDiagnostics, findColorDiagnostics } from '../support/accessibility.ts';
import { finishAnimations, hydrateAll, startSharedPage } from '../support/browser.ts';
import { findMisfits } from '../support/fit.ts';
import { openAllDetails } from '../support/overlays.ts';
import { completeRecipeSite, createRecipeSite } from '../support/recipe-site.ts';
import { isFullRun } from '../support/sample.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

// The test site has a page from every recipe and all files that these pages refer to.

const shared = startSharedPage({ reducedMotion: 'reduce' });
const site = serveTestSite(async ({ pages }) => {
  await createRecipeSite(dirname(pages));
  await completeRecipeSite(dirname(pages));
});

const routes = ['/', '/services', '/about', '/contact', '/privacy', '/imprint'];
const displays = [
  [375, 'light'],
  [1440, 'dark'],
] as const;
const recipeRoutes = readPageRecipes().map(({ name }) => `/made/${name}`);

test.each([...routes, ...recipeRoutes].map((route, index) => [route, index % 2] as const))(
  'the page %s passes axe on phones and desktops',
  async (route, auditedDisplay) => {
    const { page, logs } = await shared.open(site.address + route);
    await hydrateAll(page);
    await finishAnimations(page);
    await openAllDetails(page);
    const problems: string[] = [];
    for (const [index, [width, colorScheme]] of displays.entries()) {
      await shared.show({ width, height: 812, colorScheme });
      // Audit one display in full. The others differ from it only in colours.
      const problemsHere = await (
        isFullRun || index === auditedDisplay ? findAxeDiagnostics : findColorDiagnostics
      )(page);
      problems.push(
        ...[...problemsHere, ...(await findMisfits(page))].map((problem) => `${width} px: ${problem}`),
      );
    }
    expect([...problems, ...logs].join('\n')).toBe('');
  },
);
