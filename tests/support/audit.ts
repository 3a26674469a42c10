import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright';
import { expect, inject } from 'vitest';
import { findAxeDiagnostics, findColorDiagnostics } from './accessibility.ts';
import { finishAnimations, hydrateAll, type Visit } from './browser.ts';
import { findLowTargets, findMisfits, setTextSize } from './fit.ts';
import { findForcedColorProblems } from './forced-colors.ts';
import { openAllDetails, visitOverlays } from './overlays.ts';
import { findEarlyScripts, reportExcessScripts, findExternalRequests } from './requests.ts';
import { isFullRun } from './sample.ts';

export interface Device extends BrowserContextOptions {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /**
   * Window widths that the page must fit, in pixels. A window of 1280 pixels is 640 pixels wide at 200 % zoom, and 320
   * at 400 %.
   */
  widths: readonly number[];
}

const phone = { viewport: { width: 375, height: 812 }, widths: [375, 320] };
const desktopWidths = isFullRun ? [320, 375, 640, 768, 1024, 1440, 1920] : [320, 768, 1024, 1440];
const desktop = { viewport: { width: 1280, height: 800 }, widths: desktopWidths };

/**
 * The devices on which pages are audited. Together, they cover both colour schemes, and motion with and without a
 * preference to reduce it.
 */
export const devices: Device[] = [
  { ...phone, name: 'phone, light', colorScheme: 'light', reducedMotion: 'no-preference' },
  { ...desktop, name: 'desktop, dark', colorScheme: 'dark', reducedMotion: 'reduce' },
];

/**
 * Returns whether overlays are tested on a route. Menus are tested on the home page, dialogs also on the contact page.
 */
export const hasAllOverlays = (route: string): boolean => route === '/' || route === '/contact';

/**
 * Returns axe violations in the current colour scheme. In full
 * runs, also returns colour violations in the other scheme.
 */
async function findSchemeProblems(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const problems = await findAxeDiagnostics(page);
  if (!isFullRun) return problems;
  const otherScheme = colorScheme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: otherScheme });
  problems.push(...(await findColorDiagnostics(page)).map((problem) => `${otherScheme}: ${problem}`));
  await page.emulateMedia({ colorScheme });
  return problems;
}

export interface Audit {
  /** The problems found, each with the name of the check that found it. */
  diagnostics: string[];
  /** The HTML after hydration. */
  html: string;
  /** The visible words, after all answers have been expanded. */
  words: string[];
}

/** Runs all checks on a page that has just loaded. Returns the problems, the HTML and the visible words. */
export async function auditPage({ page, logs }: Visit, route: string, device: Device): Promise<Audit> {
  const diagnostics: string[] = [];
  const report = async (check: string, result: string[] | Promise<string[]>) =>
    void diagnostics.push(...(await result).map((finding) => `${check}: ${finding}`));
  await report('scripts before the first input', findEarlyScripts(page));
  if (device.viewport.width < 640) {
    await report('touch targets', findLowTargets(page));
    await report('text in pictures', findIllegibleText(page));
  }

  await hydrateAll(page);
  await page.waitForLoadState('networkidle');
  const html = await page.content();
  // The 404 page logs an info message that contains the requested path.
  await report(
    'console',
    logs.filter((line) => route !== '/404' || !line.startsWith('info')),
  );
  await report('layout shift', findLayoutShifts(page));
  await report('script sizes', reportExcessScripts(page));
  await report('other hosts', findExternalRequests(page));
  await report('dead links', findDeadLinks(page));
  await report('picture sizes', findWrongPictureSizes(page));
  if (device.reducedMotion === 'reduce') await report('movement', findRunningAnimations(page));
  await finishAnimations(page);

  // On the other pages, the check with expanded answers below is enough.
  if (route === '/') await report('accessibility, answers closed', findAxeDiagnostics(page));
  await openAllDetails(page);
  await report('accessibility', findSchemeProblems(page, device.colorScheme));
  const menus = page.locator('header [popover]');
  const skippedOverlays = route === '/' ? [] : await menus.evaluateAll((all) => all.map(({ id }) => id));
  if (hasAllOverlays(route)) {
    const hasMenus = route === '/' && device.viewport.width >= 640;
    // On a desktop, an open menu does not change the rest of the page, so check only the header.
    const checkOverlay = (id: string) =>
      report(
        `accessibility, ${id} open`,
        findAxeDiagnostics(page, hasMenus && !isFullRun ? ['header'] : undefined),
      );
    const overlays = await visitOverlays(page, checkOverlay, skippedOverlays);
    // A phone shows one menu on the home page, a desktop several.
    expect(overlays.length, overlays.join()).toBeGreaterThanOrEqual(hasMenus ? 2 : 1);
  }
  await report('typography', findTypographyProblems(page));
  await report('forced colours', findForcedColorProblems(page));

  const words = await readVisibleWords(page);
  for (const width of device.widths) {
    await page.setViewportSize({ width, height: 800 });
    await report(`fit at ${width} px`, findMisfits(page));
    if (hasAllOverlays(route) && (width === 320 || width === 1024))
      await visitOverlays(
        page,
        (id) => report(`fit at ${width} px, ${id} open`, findMisfits(page)),
        skippedOverlays,
      );
  }
  if (device.viewport.width > 640) {
    await page.setViewportSize(device.viewport);
    await setTextSize(page, 32);
    await report('fit with text at 200 %', findMisfits(page));
    await setTextSize(page, 16);
  }
  return { diagnostics, html, words };
}

/** The status codes of the site's URLs, as promises. Each URL is requested only once. */
const statuses = new Map<string, Promise<number>>();

function fetchStatus(address: string): Promise<number> {
  const status = statuses.get(address) ?? fetch(address, { method: 'HEAD' }).then((answer) => answer.status);
  statuses.set(address, status);
  return status;
}

/** Returns links to missing internal pages and files, and links whose fragment matches no element. */
async function findDeadLinks(page: Page): Promise<string[]> {
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
    paths.map(async (path) => [path, await fetchStatus(origin + path)] as const),
  );
  return [
    ...answers
      .filter(([, status]) => status !== 200)
      .map(([path, status]) => `${path} responds with ${status}`),
    ...anchors.map((anchor) => `${anchor} has no element on the page`),
  ];
}

/**
 * Returns pictures that failed to load, and pictures whose `width` and `height` are missing or have the wrong ratio.
 */
const findWrongPictureSizes = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const images = [...document.images];
    // Also load the pictures that the browser would load later or never.
    for (const image of images) image.loading = 'eager';
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return images.flatMap((image) => {
      // For a phone picture in a `source`, styles reserve the space instead of `width` and `height`.
      const isAlternative = [...(image.parentElement?.querySelectorAll('source') ?? [])].some(
        (source) => source.media !== '' && image.currentSrc.endsWith(source.srcset),
      );
      // With `object-fit: contain`, a picture keeps its ratio even if its box has a different shape.
      const box =
        getComputedStyle(image).objectFit === 'contain'
          ? { width: image.naturalWidth, height: image.naturalHeight }
          : image.getBoundingClientRect();
      const [width, height] = isAlternative
        ? [box.width, box.height]
        : [image.getAttribute('width'), image.getAttribute('height')].map(Number);
      const name = new URL(image.currentSrc || image.src).pathname;
      if (!width || !height) return [`${name} has no width or height`];
      if (!image.naturalWidth) return [`${name} cannot be displayed`];
      // Allow a rounding error of one pixel on the shortest side.
      const deviation =
        Math.abs(width / height - image.naturalWidth / image.naturalHeight) / (width / height);
      return deviation > 1 / (Math.min(width, height, image.naturalWidth, image.naturalHeight) - 1)
        ? [`${name} declares ${width} × ${height} but is ${image.naturalWidth} × ${image.naturalHeight}`]
        : [];
    });
  });

/** Returns SVGs whose smallest text is less than 12 CSS pixels high. */
async function findIllegibleText(page: Page): Promise<string[]> {
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

/** Delays web fonts until after the first paint, as on a slow connection. */
export const delayFonts = (page: Page): Promise<unknown> =>
  page.route('**/*.woff2', async (route) => {
    await page
      .waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      .catch(() => undefined);
    await route.continue();
  });

/** The largest allowed layout shift when the web font replaces its fallback. `fonts.test.ts` limits the mean. */
const maxShift = 0.02;

/** Returns all layout shifts since the navigation if their sum exceeds `maxShift`. Otherwise, returns an empty list. */
export const findLayoutShifts = (page: Page): Promise<string[]> =>
  page
    .waitForFunction(
      (limit) =>
        new Promise<string[]>((resolve) => {
          // TypeScript does not have a type for layout shift entries yet.
          type Shift = PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node: Node | null }[];
          };
          const shifts: Shift[] = [];
          // The cast is safe, because the observer below observes only layout shifts.
          const collect = (entries: PerformanceEntry[]) => shifts.push(...(entries as Shift[]));
          const observer = new PerformanceObserver((list) => collect(list.getEntries()));
          observer.observe({ type: 'layout-shift', buffered: true });
          const finish = () => {
            collect(observer.takeRecords());
            const countedShifts = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
            const sum = countedShifts.reduce((total, { value }) => total + value, 0);
            const movedElements = countedShifts.flatMap(({ value, sources }) =>
              sources.map(
                ({ node }) =>
                  `${value.toFixed(4)}: ${node instanceof Element ? node.outerHTML.slice(0, 80) : ''}`,
              ),
            );
            resolve(sum > limit ? [`shifts of ${sum.toFixed(4)} in total`, ...movedElements] : []);
          };
          // The browser reports the shifts in a frame after that frame, so wait for two frames.
          requestAnimationFrame(() => requestAnimationFrame(finish));
        }),
      maxShift,
    )
    .then((handle) => handle.jsonValue());

/**
 * Returns a problem for more than eight font sizes, for sizes
 * less than 12 % apart, and for weights other than 400 and 650.
 */
async function findTypographyProblems(page: Page): Promise<string[]> {
  // The check includes collapsed text.
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
  const similarSizes = sizes.filter((size, index) => size < 1.12 * (sizes[index - 1] ?? 0));
  const weights = [...new Set(styles.map(({ weight }) => weight))].toSorted();
  return [
    ...(sizes.length > 8 ? [`${sizes.length} font sizes: ${sizes.join(', ')}`] : []),
    ...similarSizes.map((size) => `${size} px is too close to the next smaller of ${sizes.join(', ')}`),
    ...(weights.join() === '400,650' ? [] : [`the font weights are ${weights.join(', ')}`]),
  ];
}

/** Returns the visible words of the page. */
export const readVisibleWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Returns whether an element is in a box of one pixel, so that only screen readers read it. */
    const isVisuallyHidden = (element: Element | null): boolean => {
      if (!element) return false;
      const { width, height } = element.getBoundingClientRect();
      return (width === 1 && height === 1) || isVisuallyHidden(element.parentElement);
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      range.selectNodeContents(node);
      if (
        range.getClientRects().length > 0 &&
        !isVisuallyHidden(node.parentElement) &&
        node.parentElement?.checkVisibility({ visibilityProperty: true })
      )
        words.push(...(node.textContent ?? '').split(/\s+/).filter(Boolean));
    }
    return words;
  });

/** Returns running animations and playing videos. */
export const findRunningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      // Element animations always have keyframe effects.
      .map(({ effect }) => `an animation of ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 80)}`),
    ...[...document.querySelectorAll('video')]
      .filter(({ paused }) => !paused)
      .map((video) => `a playing video: ${video.outerHTML.slice(0, 80)}`),
  ]);

/**
 * Returns axe violations and content that does not fit, on a phone and on a desktop. Open the page with reduced motion:
 * otherwise, sections would still be fading in after the window is resized.
 */
export async function findDisplayProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const [width, colorScheme] of [
    [375, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 812 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const findings = [...(await findSchemeProblems(page, colorScheme)), ...(await findMisfits(page))];
    problems.push(...findings.map((problem) => `${width} px, ${colorScheme}: ${problem}`));
  }
  return problems;
}
