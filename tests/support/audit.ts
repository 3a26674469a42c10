import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, inject } from 'vitest';
import { axeDiagnostics, colorDiagnostics } from './accessibility.ts';
import { finishAnimations, hydrateAll, type Visit } from './browser.ts';
import { lowTargets, misfits, setTextSize } from './fit.ts';
import { lostInForcedColors } from './forced-colors.ts';
import { unfoldAll, withEachOverlayOpen } from './overlays.ts';
import { earlyScripts, excessOfScripts, otherHosts } from './requests.ts';
import { unsampled } from './sampled.ts';

export interface Device extends BrowserContextOptions {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** Window widths that the page must fit. 640 and 320 are 1280 zoomed to 200 and 400 %. */
  widths: readonly number[];
}

const phone = { viewport: { width: 375, height: 812 }, widths: [375, 320] };
const deskWidths = unsampled ? [320, 375, 640, 768, 1024, 1440, 1920] : [320, 768, 1024, 1440];
const desk = { viewport: { width: 1280, height: 800 }, widths: deskWidths };

/** The devices of the audit. */
export const devices: Device[] = [
  { ...phone, name: 'phone, light', colorScheme: 'light', reducedMotion: 'no-preference' },
  { ...desk, name: 'desktop, dark', colorScheme: 'dark', reducedMotion: 'reduce' },
];

/** Returns whether overlays are tested on a route: all on the home page, and all but the menus on the contact page. */
export const hasAllOverlays = (route: string): boolean => route === '/' || route === '/contact';

/** Returns axe violations in the current scheme and, in full runs, colour violations in the other scheme. */
async function problemsInBothSchemes(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const found = await axeDiagnostics(page);
  if (!unsampled) return found;
  const other = colorScheme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: other });
  found.push(...(await colorDiagnostics(page)).map((one) => `${other}: ${one}`));
  await page.emulateMedia({ colorScheme });
  return found;
}

export interface Audit {
  /** Problems, each with the name of its check. */
  diagnostics: string[];
  /** The HTML after hydration. */
  html: string;
  /** The visible words, with all answers unfolded. */
  words: string[];
}

/** Runs all checks on a page that has just loaded. */
export async function audit({ page, logs }: Visit, route: string, device: Device): Promise<Audit> {
  const diagnostics: string[] = [];
  const report = async (check: string, result: string[] | Promise<string[]>) =>
    void diagnostics.push(...(await result).map((found) => `${check}: ${found}`));
  await report('scripts before the first input', earlyScripts(page));
  if (device.viewport.width < 640) {
    await report('touch targets', lowTargets(page));
    await report('text in pictures', illegibleWords(page));
  }

  await hydrateAll(page);
  await page.waitForLoadState('networkidle');
  const html = await page.content();
  // The 404 page logs the requested path.
  await report(
    'console',
    logs.filter((line) => route !== '/404' || !line.startsWith('info')),
  );
  await report('layout shift', layoutShifts(page));
  await report('script sizes', excessOfScripts(page));
  await report('other hosts', otherHosts(page));
  await report('dead links', deadLinks(page));
  await report('picture sizes', wrongPictureSizes(page));
  if (device.reducedMotion === 'reduce') await report('movement', runningAnimations(page));
  await finishAnimations(page);

  // The check of unfolded answers below covers the other pages.
  if (route === '/') await report('accessibility, answers closed', axeDiagnostics(page));
  await unfoldAll(page);
  await report('accessibility', problemsInBothSchemes(page, device.colorScheme));
  const menus = page.locator('header [popover]');
  const known = route === '/' ? [] : await menus.evaluateAll((all) => all.map(({ id }) => id));
  if (hasAllOverlays(route)) {
    const hasMenus = route === '/' && device.viewport.width >= 640;
    // A menu on a desktop does not change the rest of the page.
    const look = (id: string) =>
      report(
        `accessibility, ${id} open`,
        axeDiagnostics(page, hasMenus && !unsampled ? ['header'] : undefined),
      );
    const overlays = await withEachOverlayOpen(page, look, known);
    // A phone has one menu, a desktop several.
    expect(overlays.length, overlays.join()).toBeGreaterThanOrEqual(hasMenus ? 2 : 1);
  }
  await report('typography', strayType(page));
  await report('forced colours', lostInForcedColors(page));

  const words = await visibleWords(page);
  for (const width of device.widths) {
    await page.setViewportSize({ width, height: 800 });
    await report(`fit at ${width} px`, misfits(page));
    if (hasAllOverlays(route) && (width === 320 || width === 1024))
      await withEachOverlayOpen(page, (id) => report(`fit at ${width} px, ${id} open`, misfits(page)), known);
  }
  if (device.viewport.width > 640) {
    await page.setViewportSize(device.viewport);
    await setTextSize(page, 32);
    await report('fit with text at 200 %', misfits(page));
    await setTextSize(page, 16);
  }
  return { diagnostics, html, words };
}

/** Requests for URLs of the site. Each is sent only once. */
const statuses = new Map<string, Promise<number>>();

function statusOf(address: string): Promise<number> {
  const status = statuses.get(address) ?? fetch(address, { method: 'HEAD' }).then((answer) => answer.status);
  statuses.set(address, status);
  return status;
}

/** Returns internal links and files that do not exist, and fragments without an element. */
async function deadLinks(page: Page): Promise<string[]> {
  const { addresses, anchors } = await page.evaluate(() => ({
    addresses: [...document.querySelectorAll('[href^="/"], [src^="/"], [poster^="/"]')].map(
      (element) => ['href', 'poster', 'src'].map((name) => element.getAttribute(name)).find(Boolean) ?? '',
    ),
    anchors: [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((anchor) => !document.getElementById(anchor.slice(1))),
  }));
  const paths = [...new Set(addresses.map((address) => address.replace(/#.*/, '')))];
  if (paths.length <= 10) return [`the page has only ${paths.length} internal links and files`];
  const { origin } = new URL(page.url());
  const answers = await Promise.all(
    paths.map(async (path) => [path, await statusOf(origin + path)] as const),
  );
  return [
    ...answers
      .filter(([, status]) => status !== 200)
      .map(([path, status]) => `${path} responds with ${status}`),
    ...anchors.map((anchor) => `${anchor} has no element on the page`),
  ];
}

/** Returns broken pictures, and pictures whose `width` and `height` are missing or have the wrong ratio. */
const wrongPictureSizes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const images = [...document.images];
    // Include pictures that would load later or never.
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return images.flatMap((image) => {
      // Styles reserve the size of alternative files for phones.
      const isOther = [...(image.parentElement?.querySelectorAll('source') ?? [])].some(
        (source) => source.media !== '' && image.currentSrc.endsWith(source.srcset),
      );
      // With `contain`, a picture keeps its ratio in a box of another shape.
      const box =
        getComputedStyle(image).objectFit === 'contain'
          ? { width: image.naturalWidth, height: image.naturalHeight }
          : image.getBoundingClientRect();
      const [width, height] = isOther
        ? [box.width, box.height]
        : [image.getAttribute('width'), image.getAttribute('height')].map(Number);
      const name = new URL(image.currentSrc || image.src).pathname;
      if (!width || !height) return [`${name} has no width or height`];
      if (!image.naturalWidth) return [`${name} cannot be displayed`];
      // Allows one pixel of rounding on the shortest side.
      const off = Math.abs(width / height - image.naturalWidth / image.naturalHeight) / (width / height);
      return off > 1 / (Math.min(width, height, image.naturalWidth, image.naturalHeight) - 1)
        ? [`${name} declares ${width} × ${height} but is ${image.naturalWidth} × ${image.naturalHeight}`]
        : [];
    });
  });

/** Returns SVGs whose smallest text is less than 12 px high. */
async function illegibleWords(page: Page): Promise<string[]> {
  const pictures = await page.locator('main img[src$=".svg"]').evaluateAll((images) =>
    images
      .filter((image) => image instanceof HTMLImageElement)
      .map((image) => ({
        src: new URL(image.currentSrc || image.src).pathname,
        width: image.getBoundingClientRect().width,
      })),
  );
  return pictures.flatMap(({ src, width }) => {
    const svg = readFileSync(join(inject('out'), src), 'utf8');
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    const height = (width * Math.min(...sizes)) / Number(/viewBox="\S+ \S+ ([\d.]+)/.exec(svg)?.[1]);
    return height < 12 ? [`the text in ${src} is ${height.toFixed(1)} px high`] : [];
  });
}

/** Delays fonts until after the first paint, as on a slow connection. */
export const holdFonts = (page: Page): Promise<unknown> =>
  page.route('**/*.woff2', async (route) => {
    await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      .catch(() => undefined);
    await route.continue();
  });

/** The allowed layout shift when the font replaces its fallback after the first paint. `fonts.test.ts` limits the mean. */
const maxShift = 0.02;

/** Returns layout shifts since the navigation if their sum exceeds the limit. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page
    .waitForFunction(
      (limit) =>
        new Promise<string[]>((resolve) => {
          // TypeScript does not have this type yet.
          type Shift = PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node: Node | null }[];
          };
          const shifts: Shift[] = [];
          // All observed entries have this type.
          const collect = (entries: PerformanceEntry[]) => shifts.push(...(entries as Shift[]));
          const observer = new PerformanceObserver((list) => collect(list.getEntries()));
          observer.observe({ type: 'layout-shift', buffered: true });
          const answer = () => {
            collect(observer.takeRecords());
            const counted = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
            const sum = counted.reduce((total, { value }) => total + value, 0);
            const moved = counted.flatMap(({ value, sources }) =>
              sources.map(
                ({ node }) =>
                  `${value.toFixed(4)}: ${node instanceof Element ? node.outerHTML.slice(0, 80) : ''}`,
              ),
            );
            resolve(sum > limit ? [`shifts of ${sum.toFixed(4)} in total`, ...moved] : []);
          };
          // The shifts of a frame are reported after it.
          requestAnimationFrame(() => requestAnimationFrame(answer));
        }),
      maxShift,
    )
    .then((found) => found.jsonValue());

/** Reports more than eight font sizes, sizes that differ by less than 12 %, and weights other than 400 and 650. */
async function strayType(page: Page): Promise<string[]> {
  // Includes folded text.
  const styles = await page.evaluate(() =>
    [...document.querySelectorAll('body :not(script, style, noscript)')]
      .filter(
        (element) =>
          element.matches('input, textarea, select') ||
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
          ),
      )
      .map((element) => getComputedStyle(element))
      .map(({ fontSize, fontWeight }) => ({ size: Number.parseFloat(fontSize), weight: fontWeight })),
  );
  const sizes = [...new Set(styles.map(({ size }) => size))].toSorted((a, b) => a - b);
  const close = sizes.filter((size, index) => size < 1.12 * (sizes[index - 1] ?? 0));
  const weights = [...new Set(styles.map(({ weight }) => weight))].toSorted();
  return [
    ...(sizes.length > 8 ? [`${sizes.length} font sizes: ${sizes.join(', ')}`] : []),
    ...close.map((size) => `${size} px is too close to the next smaller of ${sizes.join(', ')}`),
    ...(weights.join() === '400,650' ? [] : [`the font weights are ${weights.join(', ')}`]),
  ];
}

/** Returns the visible words of the page. */
export const visibleWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Returns whether an element is in a box of one pixel, which is for screen readers only. */
    const isSqueezed = (element: Element | null): boolean => {
      if (!element) return false;
      const { width, height } = element.getBoundingClientRect();
      return (width === 1 && height === 1) || isSqueezed(element.parentElement);
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (
        range.getClientRects().length > 0 &&
        !isSqueezed(node.parentElement) &&
        node.parentElement?.checkVisibility({ visibilityProperty: true })
      )
        words.push(...(node.textContent ?? '').split(/\s+/).filter(Boolean));
    }
    return words;
  });

/** Returns running animations and playing videos. */
export const runningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      // All animations of elements are keyframe effects.
      .map(({ effect }) => `an animation of ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 80)}`),
    ...[...document.querySelectorAll('video')]
      .filter(({ paused }) => !paused)
      .map((video) => `a playing video: ${video.outerHTML.slice(0, 80)}`),
  ]);

/**
 * Returns axe violations and content that does not fit, on a phone and a desktop. Open the page with reduced motion:
 * otherwise, sections fade in while the window is resized.
 */
export async function problemsInDisplays(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const [width, colorScheme] of [
    [375, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 812 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = [...(await problemsInBothSchemes(page, colorScheme)), ...(await misfits(page))];
    problems.push(...found.map((one) => `${width} px, ${colorScheme}: ${one}`));
  }
  return problems;
}
