import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { serveSite, type SiteServer } from '../../scripts/serve/serve-site.ts';
import { buildSite } from '../../scripts/site/build-site.ts';
import { axeDiagnostics, loadAxe } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { hasJava, htmlDiagnostics } from '../support/html-checker.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
const [pages, out] = [join(folder, 'pages'), join(folder, 'dist')];
let server: SiteServer;

beforeAll(async () => {
  mkdirSync(pages);
  const announcement =
    'announcement:\n  label: News\n  text: The pier is **open** again after the storm of May.\n' +
    '  link: { label: Read how it was mended, href: https://harbour.example/mended }\n';
  writeFileSync(join(pages, '_site.yaml'), siteYaml + announcement);
  writeFileSync(join(pages, 'index.yaml'), pageYaml('  - { type: hero, heading: Hello }\n'));
  const { diagnostics } = await buildSite(pages, out);
  if (diagnostics.length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const [data, cache] = [join(folder, 'data'), join(folder, 'cache')];
  server = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('an announcement stands above the header, at %i px and in the %s', async (width, colorScheme) => {
  const { page } = await visit(server.address, { viewport: { width, height: 812 }, colorScheme });
  const strip = page.getByRole('complementary', { name: 'News' });
  const [above, header] = await Promise.all([strip.boundingBox(), page.getByRole('banner').boundingBox()]);
  expect(above).toMatchObject({ x: 0, y: 0, width });
  expect(header?.y).toBeCloseTo(above?.height ?? 0, 0);
  expect(await misfits(page)).toEqual([]);
  await loadAxe(page);
  expect(await axeDiagnostics(page)).toEqual([]);
});

test('the way past the header is still the first stop of the tab key', async () => {
  const { page } = await visit(server.address);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip');
});

test.skipIf(!hasJava)(
  'the Nu HTML checker finds nothing in a page with an announcement (needs Java)',
  async () => {
    expect(await htmlDiagnostics(out, [join(out, 'index.html')])).toEqual([]);
  },
);
