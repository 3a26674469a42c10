import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/read-site.ts';
import { startBrowser } from '../support/browser.ts';

const visit = startBrowser();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const routes = [...(readSite('pages').website?.pages.keys() ?? [])];

/** Everything that axe finds fault with on the page as it stands, by WCAG 2.0 to 2.2 A and AA and its best practice. */
async function faultsOf(page: Awaited<ReturnType<typeof visit>>['page']): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(() => {
    const { axe: engine } = window as unknown as { axe: { run(root: Document, options: object): Promise<AxeResults> } };
    return engine.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] });
  });
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

test.each(routes)('nothing on %s is out of reach: on a phone in the light, on a desk in the dark', async (route) => {
  for (const [width, colorScheme] of [[375, 'light'], [1280, 'dark']] as const) {
    const { page } = await visit(route, { viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' });
    expect(await faultsOf(page), `${width} px, ${colorScheme}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px wide at most`).toBeLessThanOrEqual(width);
    await page.context().close();
  }
});

test('menus and the dialog are in reach when they are open, in both schemes', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const wide = await visit('/contact', { colorScheme, reducedMotion: 'reduce' });
    for (const name of ['Services', 'Industries', 'Insights', 'About']) {
      await wide.page.getByRole('button', { name, exact: true }).click();
      expect(await faultsOf(wide.page), `${name}, ${colorScheme}`).toEqual([]);
    }
    await wide.page.keyboard.press('Escape');
    await wide.page.getByRole('button', { name: 'Schedule a Free Consultation' }).click();
    expect(await faultsOf(wide.page), `dialog, ${colorScheme}`).toEqual([]);
    const phone = await visit('/', { colorScheme, reducedMotion: 'reduce', viewport: { width: 375, height: 800 } });
    await phone.page.getByRole('button', { name: 'Menu' }).click();
    expect(await faultsOf(phone.page), `phone menu, ${colorScheme}`).toEqual([]);
  }
});

test('the dialog opens, checks and closes without scripts', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Schedule a Free Consultation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await dialog.count()).toBe(0);
});
