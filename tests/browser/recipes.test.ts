import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { pageRecipes } from '../../scripts/source/new-page.ts';
import { problemsInDisplays } from '../support/audit.ts';
import { finishAnimations, hydrateAll, startSharedPage } from '../support/browser.ts';
import { unfoldAll } from '../support/overlays.ts';
import { followNotes, makeRecipeSite } from '../support/recipe-site.ts';
import { servedSite } from '../support/site-on-disk.ts';

// A new site with a page from every recipe, and all files that they refer to.

const shared = startSharedPage({ reducedMotion: 'reduce' });
const site = servedSite(async ({ pages }) => {
  await makeRecipeSite(dirname(pages));
  await followNotes(dirname(pages));
});

const routes = ['/', '/services', '/about', '/contact', '/privacy', '/imprint'];
const created = pageRecipes().map(({ name }) => `/made/${name}`);

test.each([...routes, ...created])('%s passes the audit on a phone and a desktop', async (route) => {
  const { page, logs } = await shared.open(site.address + route);
  await hydrateAll(page);
  await finishAnimations(page);
  await unfoldAll(page);
  expect([...(await problemsInDisplays(page)), ...logs].join('\n')).toBe('');
});
