import type { BrowserContextOptions } from 'playwright';
import { expect } from 'vitest';
import { axeDiagnostics, loadAxe } from './axe.ts';
import type { Visit } from './browser.ts';
import { deadLinks } from './dead-links.ts';
import { lowTargets, misfits, setTextSize } from './fit.ts';
import { lostInForcedColors } from './forced-colors.ts';
import { layoutShifts } from './layout-shift.ts';
import { unfoldAll, withEachOverlayOpen } from './overlays.ts';
import { illegibleWords, wrongPictureSizes } from './picture-sizes.ts';
import { earlyScripts, excessOfScripts, otherHosts } from './requests.ts';
import { finishAnimations, hydrateAll } from './settle.ts';
import { unsampled } from './sampled.ts';
import { runningAnimations } from './still.ts';
import { strayType } from './type-sizes.ts';
import { visibleWords } from './visible-words.ts';

export interface Device extends BrowserContextOptions {
  name: string;
  viewport: { width: number; height: number };
  /** Widths of the window that the page must fit; 640 and 320 are 1280 at a zoom of 200 and 400 %. */
  widths: readonly number[];
}

const phone = { viewport: { width: 375, height: 812 }, widths: [375, 320] };
const deskWidths = unsampled ? [320, 375, 640, 768, 1024, 1440, 1920] : [320, 768, 1024, 1440];
const desk = { viewport: { width: 1280, height: 800 }, widths: deskWidths };
const everyDevice: Device[] = [
  { ...phone, name: 'phone, light', colorScheme: 'light', reducedMotion: 'no-preference' },
  { ...desk, name: 'desk, dark', colorScheme: 'dark', reducedMotion: 'reduce' },
  { ...phone, name: 'phone, dark', colorScheme: 'dark', reducedMotion: 'reduce' },
  { ...desk, name: 'desk, light', colorScheme: 'light', reducedMotion: 'no-preference' },
];

/** What every route is visited with. */
export const devices: Device[] = unsampled ? everyDevice : everyDevice.slice(0, 2);

/**
 * Whether a route stands for all where they are alike: in their overlays, and in what a timer could move.
 */
export function standsForAll(route: string): boolean {
  return unsampled || route === '/' || route === '/contact';
}

export interface Audit {
  /** What is wrong, each with the question that it answers. */
  diagnostics: string[];
  /** The HTML of the page once it is hydrated. */
  html: string;
  /** The words that can be seen, folded answers included. */
  words: string[];
}

/** Asks a page that has just been loaded everything that each page of a site has to answer. */
export async function audit({ page, logs }: Visit, route: string, device: Device): Promise<Audit> {
  const diagnostics: string[] = [];
  const ask = async (question: string, answer: string[] | Promise<string[]>) =>
    void diagnostics.push(...(await answer).map((found) => `${question}: ${found}`));
  await ask('scripts before a visitor is there', earlyScripts(page));
  if (device.viewport.width < 640) {
    await ask('targets for thumbs', lowTargets(page));
    await ask('words in pictures', illegibleWords(page));
  }

  await hydrateAll(page);
  await page.waitForLoadState('networkidle');
  const html = await page.content();
  // The page for unknown addresses says which one it is.
  await ask(
    'console',
    logs.filter((line) => route !== '/404' || !line.startsWith('info')),
  );
  await ask('layout shift', layoutShifts(page));
  await ask('weight of scripts', excessOfScripts(page));
  await ask('other hosts', otherHosts(page));
  await ask('dead links', deadLinks(page));
  await ask('sizes of pictures', wrongPictureSizes(page));
  if (device.reducedMotion === 'reduce') await ask('movement', runningAnimations(page));
  await finishAnimations(page);

  await loadAxe(page);
  // What is folded is covered with the rest, and each night as it stands too.
  if (unsampled) await ask('accessibility, answers closed', axeDiagnostics(page));
  await unfoldAll(page);
  await ask('accessibility', axeDiagnostics(page));
  if (standsForAll(route)) {
    const overlays = await withEachOverlayOpen(page, (id) =>
      ask(`accessibility, ${id} open`, axeDiagnostics(page)),
    );
    // A phone has one menu and a desk several: an audit that opened none would prove less than it says.
    expect(overlays.length, overlays.join()).toBeGreaterThanOrEqual(device.viewport.width < 640 ? 1 : 2);
  }
  await ask('type', strayType(page));
  await ask('forced colours', lostInForcedColors(page));

  const words = await visibleWords(page);
  for (const width of device.widths) {
    await page.setViewportSize({ width, height: 800 });
    await ask(`fit at ${width} px`, misfits(page));
    if (standsForAll(route) && (width === 320 || width === 1024))
      await withEachOverlayOpen(page, (id) => ask(`fit at ${width} px, ${id} open`, misfits(page)));
  }
  if (device.viewport.width > 640) {
    await page.setViewportSize(device.viewport);
    await setTextSize(page, 32);
    await ask('fit with text of 200 %', misfits(page));
    await setTextSize(page, 16);
  }
  return { diagnostics, html, words };
}
