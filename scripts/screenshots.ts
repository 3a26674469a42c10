import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { buildSite } from './build-site.ts';
import { chromiumFlags, findChromium } from './find-chromium.ts';
import { readOptions, runCommand, WrongUse } from './options.ts';
import { reportFaults } from './report.ts';
import { serveSite } from './serve-site.ts';

const screen = 812;

await runCommand(async () => {
  const { values } = readOptions({
    pages: { type: 'string', default: 'pages' },
    out: { type: 'string', default: 'screenshots' },
    width: { type: 'string', multiple: true, default: ['375', '1440'] },
    scheme: { type: 'string', default: 'light' },
  });
  if (values.scheme !== 'light' && values.scheme !== 'dark') throw new WrongUse('--scheme is light or dark.');
  const widths = values.width.map(Number);
  if (!widths.every((width) => width >= 200)) throw new WrongUse('--width is a number of pixels, at least 200.');

  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const site = join(folder, 'dist');
  const { faults } = await buildSite(values.pages, site);
  if (faults.length > 0) {
    reportFaults(faults);
    return 1;
  }
  const routes = [...readFileSync(join(site, 'sitemap.xml'), 'utf8').matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || '/').concat('/404');
  const server = await serveSite({ out: site, data: join(folder, 'data'), port: 0, host: '127.0.0.1' });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    for (const width of widths) console.log(await contactSheet(browser, server.address, routes, width, values.scheme, resolve(values.out, `${width}-${values.scheme}`)));
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});

/** Shows every route as it stands at rest, each in a file of its own and all on one sheet; returns the sheet's path. */
async function contactSheet(browser: Browser, address: string, routes: readonly string[], width: number, colorScheme: 'light' | 'dark', folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ viewport: { width, height: width < 600 ? screen : 900 }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const shown: string[] = [];
  for (const route of routes) {
    await page.goto(address + route);
    // Pictures further down would only come when somebody scrolls to them.
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    });
    const file = `${route.slice(1).replaceAll('/', '_') || 'home'}.png`;
    await page.screenshot({ path: join(folder, file), fullPage: true });
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    shown.push(`<figure><figcaption>${route}, ${(height / screen).toFixed(1)} screens</figcaption><img src="${file}"></figure>`);
    console.log(`${width} px  ${route}  ${(height / screen).toFixed(1)} screens`);
  }
  await context.close();

  const frame = join(folder, 'sheet.html');
  writeFileSync(frame, `<!doctype html><meta charset="utf-8"><style>body{margin:16px;display:grid;grid-template-columns:repeat(8,1fr);gap:16px;font:13px sans-serif;background:#ccc}figure{margin:0}img{width:100%;display:block;max-height:1400px;object-fit:cover;object-position:top}</style>${shown.join('')}`);
  const sheet = await browser.newPage({ viewport: { width: 2400, height: 1000 } });
  await sheet.goto(`file://${frame}`);
  const path = join(folder, 'sheet.png');
  await sheet.screenshot({ path, fullPage: true });
  await sheet.close();
  return path;
}
