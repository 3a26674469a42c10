import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvedTheme } from '../../schema/content/theme-presets.ts';
import { presetNames } from '../../schema/content/theme-settings.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { finishAnimations, startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';
import { buildAndServe, type BuiltSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const routes = ['/', '/besuch', '/berichte'];

describe.each(presetNames)('the preset %s', (preset) => {
  const hasTwoRows = ['centred', 'masthead'].includes(resolvedTheme({ preset }).header);
  const { folder, pages } = copyLanguageSite('de');
  let site: BuiltSite;
  beforeAll(async () => {
    const file = join(pages, '_site.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('theme: { fonts: figtree }', `theme: { preset: ${preset} }`),
    );
    site = await buildAndServe(pages, folder);
  });
  afterAll(async () => {
    await site.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([320, 375, 768, 1024, 1440])('fits a window of %i px', async (width) => {
    for (const route of routes) {
      const { page } = await visit(site.address + route, { viewport: { width, height: 800 } });
      await page.evaluate(() => document.fonts.ready);
      const found = await misfits(page);
      // In some presets, the name stands above the navigation.
      expect(
        found.filter((one) => !hasTwoRows || !one.endsWith('is in another row')),
        route,
      ).toEqual([]);
      await page.context().close();
    }
  });

  test.each(['light', 'dark'] as const)('is accessible in the %s scheme', async (colorScheme) => {
    for (const route of routes) {
      const { page } = await visit(site.address + route, { colorScheme, bypassCSP: true });
      // A preset may begin in a scheme of its own.
      await page.evaluate((scheme) => (document.documentElement.dataset['scheme'] = scheme), colorScheme);
      await finishAnimations(page);
      await loadAxe(page);
      expect(await axeDiagnostics(page), route).toEqual([]);
      await page.context().close();
    }
  });
});
