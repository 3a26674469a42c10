import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import sharp from 'sharp';
import { errorsIn } from '../schema/diagnostics/diagnostic.ts';
import { command, type Output, readOptions, runProgram, WrongUse } from './base/command.ts';
import { count } from './base/count.ts';
import { chromiumFlags, findChromium } from './base/find-chromium.ts';
import { siteOptions } from './base/project.ts';
import { readSite } from './pages/read-site.ts';
import { reportDiagnostics } from './report/print-report.ts';
import { serveSite } from './serve/serve-site.ts';
import { buildSite } from './site/build-site.ts';

/** A whole page as it looks at one width. */
interface Shot {
  route: string;
  /** How many windows of a device it is long. */
  screens: number;
  thumbnail: Buffer;
}

type Scheme = 'light' | 'dark';

export const screenshots = command(async ({ args, stdout, stderr, env }) => {
  const { values } = readOptions(args, {
    ...siteOptions,
    width: { type: 'string', default: '375,1440' },
    scheme: { type: 'string', default: 'light' },
    routes: { type: 'string' },
    out: { type: 'string', default: 'screenshots' },
  });
  const [widths, scheme] = [readWidths(values.width), readScheme(values.scheme)];
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  try {
    // Always the site as it is now, beside what `npm run build` made.
    const built = await buildSite(values.pages, join(folder, 'dist'), env);
    if (errorsIn(built.diagnostics).length > 0) {
      reportDiagnostics(built, stderr, env);
      return 1;
    }
    const routes = chosenRoutes(values.pages, values.routes);
    const server = await serveSite({
      out: join(folder, 'dist'),
      data: join(folder, 'data'),
      port: 0,
      host: '127.0.0.1',
    });
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
    try {
      const shots = await Promise.all(
        widths.map((width) =>
          shoot(browser, { address: server.address, routes, width, scheme, out: values.out }),
        ),
      );
      printHeights(routes, widths, shots, stdout);
      for (const width of widths)
        stdout.write(`${sheetFile(values.out, width, scheme)} shows them all at ${width} px.\n`);
      stdout.write(
        `${count(routes.length, 'page')} at ${widths.join(' and ')} px, ${scheme}, in ${values.out}/.\n`,
      );
    } finally {
      await browser.close();
      await server.close();
    }
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function readWidths(written: string): number[] {
  const widths = [...new Set(written.split(',').map(Number))];
  if (widths.some((width) => !Number.isInteger(width) || width < 200 || width > 4000))
    throw new WrongUse(
      `--width must be whole numbers of pixels from 200 to 4000 such as 375,1440, not \`${written}\`.`,
    );
  return widths;
}

function readScheme(written: string): Scheme {
  if (written === 'light' || written === 'dark') return written;
  throw new WrongUse(`--scheme must be light or dark, not \`${written}\`.`);
}

/** All routes, or those of a list such as `/,/contact`. */
function chosenRoutes(pages: string, written: string | undefined): string[] {
  const all = [...(readSite(pages).website?.pages.values() ?? [])]
    .filter(({ status }) => status === 'live')
    .map(({ path }) => path);
  const chosen = written?.split(',') ?? all;
  const unknown = chosen.filter((route) => !all.includes(route));
  if (unknown.length > 0)
    throw new WrongUse(`No page has the address ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  return chosen;
}

function folderOf(out: string, width: number, scheme: Scheme): string {
  return join(out, `${width}-${scheme}`);
}

function sheetFile(out: string, width: number, scheme: Scheme): string {
  return `${folderOf(out, width, scheme)}.png`;
}

/** Takes the pictures of one width, and makes their contact sheet. */
async function shoot(
  browser: Browser,
  {
    address,
    routes,
    width,
    scheme,
    out,
  }: { address: string; routes: readonly string[]; width: number; scheme: Scheme; out: string },
): Promise<Shot[]> {
  const height = width < 700 ? 812 : 900;
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  // A font that comes late is shown from the second page on, and every picture is to show it.
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const shots: Shot[] = [];
  for (const route of routes) {
    await page.goto(address + route);
    await page.evaluate(async () => {
      // Nobody scrolls here, which pictures further down would wait for.
      for (const image of document.images) image.loading = 'eager';
      await Promise.allSettled([...document.images].map((image) => image.decode()));
      await document.fonts.ready;
    });
    const screens = (await page.evaluate(() => document.documentElement.scrollHeight)) / height;
    const picture = await page.screenshot({ fullPage: true });
    const file = join(folderOf(out, width, scheme), `${route === '/' ? 'index' : route.slice(1)}.png`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    shots.push({
      route,
      screens,
      thumbnail: await sharp(picture)
        .resize({ width: thumbnailWidth(width) })
        .png()
        .toBuffer(),
    });
  }
  // The policy of the site's own pages would not let the sheet be written.
  await page.goto('about:blank');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.setContent(sheet(shots, `${width} px, ${scheme}`, thumbnailWidth(width)), { waitUntil: 'load' });
  writeFileSync(sheetFile(out, width, scheme), await page.screenshot({ fullPage: true }));
  await page.close();
  return shots;
}

/** Wide enough to see what a section is, and small enough for all pages to fit on one picture. */
function thumbnailWidth(width: number): number {
  return width < 700 ? 132 : 288;
}

function sheet(shots: readonly Shot[], title: string, width: number): string {
  const figures = shots.map(
    ({ route, screens, thumbnail }) =>
      `<figure><figcaption>${route}<br><small>${screens.toFixed(1)} screens</small></figcaption><img src="data:image/png;base64,${thumbnail.toString('base64')}"></figure>`,
  );
  return `<!doctype html><title>${title}</title><style>
    body { margin: 24px; font: 13px/1.3 system-ui, sans-serif; background: #8b8f8e; color: #000 }
    main { display: flex; flex-wrap: wrap; gap: 24px 16px; align-items: flex-start }
    figure { margin: 0; width: ${width}px }
    figcaption { min-height: 4.2em; overflow-wrap: anywhere }
    img { display: block; width: 100% }
  </style><h1>${title}</h1><main>${figures.join('')}</main>`;
}

/** One line for each page: how many windows long it is at each width. */
function printHeights(
  routes: readonly string[],
  widths: readonly number[],
  shots: readonly Shot[][],
  stdout: Output,
): void {
  const longest = Math.max(...routes.map(({ length }) => length));
  const row = (name: string, cells: readonly string[]) =>
    stdout.write(`${name.padEnd(longest)}${cells.map((cell) => cell.padStart(10)).join('')}\n`);
  row(
    'screens at',
    widths.map((width) => `${width} px`),
  );
  for (const [index, route] of routes.entries())
    row(
      route,
      shots.map((column) => (column[index]?.screens ?? 0).toFixed(1)),
    );
}

if (import.meta.main) await runProgram(screenshots);
