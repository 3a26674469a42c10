import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pageRecipes } from '../../scripts/new.ts';
import { axeDiagnostics, loadAxe } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { hasJava, htmlDiagnostics } from '../support/html-checker.ts';
import { unfoldAll } from '../support/overlays.ts';
import { followNotes, makeRecipeSite } from '../support/recipe-site.ts';
import { servedSite } from '../support/served-site.ts';
import { finishAnimations, hydrateAll } from '../support/settle.ts';

// A new site with a page from every recipe, and with all that they wait for.

const visit = startBrowser();
const site = servedSite(async ({ pages }) => {
  await makeRecipeSite(dirname(pages));
  await followNotes(dirname(pages));
});

const routes = ['/', '/services', '/about', '/contact', '/privacy', '/imprint'];
const made = pageRecipes().map(({ name }) => `/made/${name}`);

const devices = [
  { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

test.each([...routes, ...made])('nothing is wrong with %s on a phone and at a desk', async (route) => {
  for (const device of devices) {
    const { page, said } = await visit(site.address + route, device);
    await hydrateAll(page);
    await finishAnimations(page);
    await unfoldAll(page);
    await loadAxe(page);
    expect([...(await axeDiagnostics(page)), ...(await misfits(page)), ...said].join('\n')).toBe('');
  }
});

test.skipIf(!hasJava)('the Nu HTML checker finds nothing in any of them (needs Java)', async () => {
  const built = globSync('**/*.html', { cwd: site.out }).map((file) => join(site.out, file));
  expect(built.length).toBeGreaterThan(routes.length + made.length);
  expect((await htmlDiagnostics(site.out, built)).join('\n')).toBe('');
});
