import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { pageRecipes } from '../../scripts/recipes/page-recipes.ts';
import { serveSite, type SiteServer } from '../../scripts/serve/serve-site.ts';
import { buildSite } from '../../scripts/site/build-site.ts';
import { axeDiagnostics, loadAxe } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { hasJava, htmlDiagnostics } from '../support/html-checker.ts';
import { unfoldAll } from '../support/overlays.ts';
import { followNotes, makeRecipeSite } from '../support/recipe-site.ts';
import { finishAnimations, hydrateAll } from '../support/settle.ts';

// A new site with a page from every recipe, and with all that they wait for.

const visit = startBrowser();
const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
const [site, out] = [join(folder, 'site'), join(folder, 'dist')];
let server: SiteServer;

beforeAll(async () => {
  const { pages } = await makeRecipeSite(site);
  await followNotes(site);
  const { diagnostics } = await buildSite(pages, out);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const [data, cache] = [join(folder, 'data'), join(folder, 'cache')];
  server = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const routes = ['/', '/services', '/about', '/contact', '/privacy', '/imprint'];
const made = pageRecipes().map(({ name }) => `/made/${name}`);

const devices = [
  { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

test.each([...routes, ...made])('nothing is wrong with %s on a phone and at a desk', async (route) => {
  for (const device of devices) {
    const { page, said } = await visit(server.address + route, device);
    await hydrateAll(page);
    await finishAnimations(page);
    await unfoldAll(page);
    await loadAxe(page);
    expect([...(await axeDiagnostics(page)), ...(await misfits(page)), ...said].join('\n')).toBe('');
  }
});

test.skipIf(!hasJava)('the Nu HTML checker finds nothing in any of them (needs Java)', async () => {
  const built = globSync('**/*.html', { cwd: out }).map((file) => join(out, file));
  expect(built.length).toBeGreaterThan(routes.length + made.length);
  expect((await htmlDiagnostics(out, built)).join('\n')).toBe('');
});
