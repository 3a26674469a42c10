import { globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type Audit,
  auditPage,
  type Device,
  devices,
  hasAllOverlays,
  delayFonts,
  findRunningAnimations,
  readVisibleWords,
} from './audit.ts';
import { hydrateAll, startBrowser, type Visit, type Visitor } from './browser.ts';
import { hasJava, findHtmlDiagnostics } from './html-checker.ts';
import { openAllDetails } from './overlays.ts';
import { takeSample, isFullRun } from './sample.ts';

const listDocuments = (folder: string) =>
  globSync('**/*.html', { cwd: folder }).map((file) => join(folder, file));

/** Declares the tests that every page of any site must pass. */
export function auditSite(routes: readonly string[]): void {
  const visit = startBrowser();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagewright-')));
  beforeAll(async () => {
    const { page } = await visit('about:blank');
    await requireArial(page);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const runWithPage = createPagePool(visit);
  /** Returns a problem for words that are missing without JavaScript, and for movement despite reduced motion. */
  const auditFallbacks = async (route: string, device: Device, { html, words }: Audit): Promise<string[]> => {
    const problems: string[] = [];
    if (takeSample(routes, 4).includes(route)) {
      const wordsWithoutScript = await runWithPage(
        { ...device, javaScriptEnabled: false },
        route,
        async ({ page }) => {
          await openAllDetails(page);
          return readVisibleWords(page);
        },
      );
      problems.push(...findLostWords(words, wordsWithoutScript));
    }
    // Look for movement only on pages with islands, because nothing else has timers that could move something.
    if ((isFullRun || hasAllOverlays(route)) && /\sdata-(?:island|live)/.test(html))
      problems.push(...(await findMovements(visit, route)));
    return problems;
  };

  // Audit every route on a desktop, and some routes on a phone as well.
  const visits = devices.flatMap((device) =>
    (device.viewport.width < 640 ? takeSample(routes, 4) : routes).map((route) => ({ route, device })),
  );
  test.concurrent.each(visits)(
    'axe finds no problems on $route ($device.name)',
    async ({ route, device }) => {
      const findings = await runWithPage(device, route, (visit) => auditPage(visit, route, device));
      const hasReducedMotion = device.reducedMotion === 'reduce';
      const diagnostics = [
        ...findings.diagnostics,
        ...(hasReducedMotion ? await auditFallbacks(route, device, findings) : []),
      ];
      if (takeSample(routes, 12).includes(route)) {
        mkdirSync(join(folder, route), { recursive: true });
        writeFileSync(join(folder, route, `${device.name}.html`), findings.html);
      }
      expect(diagnostics.length, diagnostics.join('\n')).toBe(0);
    },
  );

  test.skipIf(!hasJava)(
    'the Nu HTML checker accepts every page, before and after hydration (needs Java)',
    async () => {
      // Check all pages as built, and some pages after hydration.
      const [built = [], hydrated = []] = [inject('out'), folder].map(listDocuments);
      expect(built.length).toBeGreaterThanOrEqual(routes.length);
      expect(hydrated.length).toBeGreaterThanOrEqual(takeSample(routes, 12).length);
      expect(await findHtmlDiagnostics(tmpdir(), [...built, ...hydrated])).toEqual([]);
    },
    // One process checks all pages, which takes minutes on a busy machine.
    600_000,
  );
}

/** Throws unless a fallback font with the metrics of Arial is installed. */
async function requireArial(page: Page): Promise<void> {
  const isInstalled = await page.evaluate(() =>
    new FontFace('probe', 'local("Arial"), local("Liberation Sans")').load().then(
      () => true,
      () => false,
    ),
  );
  if (!isInstalled)
    throw new Error(
      'This machine has neither Arial nor Liberation Sans, so text has other widths than on other machines. ' +
        'Install one of them (on Debian: apt-get install fonts-liberation).',
    );
}

/**
 * Creates a function that opens a route on a device and runs a test. It reuses open pages, because opening a new page
 * is slow.
 */
function createPagePool(visit: Visitor) {
  const idle = new Map<string, Visit[]>();
  return async <T>(device: Device, route: string, work: (visit: Visit) => Promise<T>): Promise<T> => {
    const key = `${device.name} ${device.javaScriptEnabled}`;
    const idlePages = idle.get(key) ?? [];
    idle.set(key, idlePages);
    // Without JavaScript, a test cannot wait for the first paint, so fonts are not delayed.
    const prepare = device.javaScriptEnabled === false ? undefined : delayFonts;
    const current = idlePages.pop() ?? (await visit('about:blank', device, prepare));
    const { page, logs } = current;
    await page.emulateMedia({ ...device, forcedColors: 'none' });
    await page.setViewportSize(device.viewport);
    // Move the pointer outside the page, because a pointer over the page would start the application.
    await page.mouse.move(-10, -10);
    logs.length = 0;
    await page.goto(new URL(route, inject('site')).href);
    const result = await work(current);
    // Only a page whose test passed is reused.
    idlePages.push(current);
    return result;
  };
}

/** Returns the words that are missing without JavaScript, if they make up more than 1 % of the page. */
function findLostWords(words: readonly string[], wordsWithoutScript: readonly string[]): string[] {
  if (words.length <= 20) return [`the page has only ${words.length} words`];
  const remainingCounts = new Map<string, number>();
  for (const word of wordsWithoutScript) remainingCounts.set(word, (remainingCounts.get(word) ?? 0) + 1);
  const missingWords = words.filter((word) => {
    const count = remainingCounts.get(word) ?? 0;
    remainingCounts.set(word, count - 1);
    return count <= 0;
  });
  return missingWords.length > 0.01 * words.length ? [`lost without scripts: ${missingWords.join(' ')}`] : [];
}

/**
 * Opens a page with reduced motion. Returns the elements that change position or appearance between 1 and 11 seconds
 * after load.
 */
async function findMovements(visit: Visitor, route: string): Promise<string[]> {
  const { page } = await visit(route, { reducedMotion: 'reduce' }, (newPage) => newPage.clock.install());
  const takeSnapshot = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { opacity, color, backgroundColor } = getComputedStyle(element);
        const tag = element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1);
        // A form's script may load between two snapshots and set `data-prepared`, which has no visible effect.
        return [
          tag.replace(' data-prepared=""', '').slice(0, 300),
          x,
          y,
          width,
          height,
          opacity,
          color,
          backgroundColor,
        ].join(' ');
      }),
    );
  await hydrateAll(page);
  await page.clock.runFor(1000);
  const before = await takeSnapshot();
  const running = await findRunningAnimations(page);
  await page.clock.runFor(10_000);
  const after = await takeSnapshot();
  await page.context().close();
  const changes = Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
    before[index] === after[index] ? '' : `${before[index]} became ${after[index]}`,
  );
  return [...running, ...changes.filter(Boolean).slice(0, 5)];
}
