import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Audit, audit, type Device, devices, standsForAll } from './audit.ts';
import { startBrowser } from './browser.ts';
import { demandArial } from './demand-arial.ts';
import { hasJava, htmlDiagnostics } from './html-checker.ts';
import { unfoldAll } from './overlays.ts';
import { startPool } from './page-pool.ts';
import { sampled } from './sampled.ts';
import { movements } from './still.ts';
import { lostWords, visibleWords } from './visible-words.ts';

const documentsIn = (folder: string) =>
  globSync('**/*.html', { cwd: folder }).map((file) => join(folder, file));

/** Declares the tests that every page of a site must pass, whatever it is about. */
export function auditSite(routes: readonly string[]): void {
  const visit = startBrowser();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagewright-')));
  beforeAll(async () => {
    const { page } = await visit('about:blank');
    await demandArial(page);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const lend = startPool(visit);
  /** What is wrong for those without scripts, and for those who asked for less motion. */
  const auditMore = async (route: string, device: Device, { html, words }: Audit): Promise<string[]> => {
    const found: string[] = [];
    if (sampled(routes, 8).includes(route)) {
      const others = await lend({ ...device, javaScriptEnabled: false }, route, async ({ page }) => {
        await unfoldAll(page);
        return visibleWords(page);
      });
      found.push(...lostWords(words, others));
    }
    // Nothing else of a page has timers.
    if (standsForAll(route) && /\sdata-(?:island|live)/.test(html))
      found.push(...(await movements(visit, route)));
    return found;
  };

  // One visit asks nearly everything: every route has one at a desk, and some one with a phone as well.
  const visits = devices.flatMap((device) =>
    (device.viewport.width < 640 ? sampled(routes, 4) : routes).map((route) => ({ route, device })),
  );
  test.concurrent.each(visits)(
    'nothing is wrong with $route on a $device.name',
    async ({ route, device }) => {
      const found = await lend(device, route, (lent) => audit(lent, route, device));
      const isStill = device.reducedMotion === 'reduce';
      const diagnostics = [...found.diagnostics, ...(isStill ? await auditMore(route, device, found) : [])];
      if (sampled(routes, 12).includes(route)) {
        mkdirSync(join(folder, route), { recursive: true });
        writeFileSync(join(folder, route, `${device.name}.html`), found.html);
      }
      expect(diagnostics.length, diagnostics.join('\n')).toBe(0);
    },
  );

  test.skipIf(!hasJava)(
    'the Nu HTML checker finds no error and no warning in any page, before and after hydration (needs Java)',
    async () => {
      // Every page as it is served, and some as they are once they are hydrated.
      const [built = [], hydrated = []] = [inject('out'), folder].map(documentsIn);
      expect(built.length).toBeGreaterThanOrEqual(routes.length);
      expect(hydrated.length).toBeGreaterThanOrEqual(sampled(routes, 12).length);
      expect(await htmlDiagnostics(tmpdir(), [...built, ...hydrated])).toEqual([]);
    },
  );
}
