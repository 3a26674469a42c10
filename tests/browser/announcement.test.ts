import { join } from 'node:path';
import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { hasJava, htmlDiagnostics } from '../support/html-checker.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const site = servedSite(({ write }) => {
  const announcement =
    'announcement:\n  label: News\n  text: The pier is **open** again after the storm of May.\n' +
    '  link: { label: Read how it was mended, href: https://harbour.example/mended }\n';
  write('_site.yaml', siteYaml + announcement);
  write('index.yaml', pageYaml('  - { type: hero, heading: Hello }\n'));
});

test.each([
  [375, 'light'],
  [375, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('an announcement stands above the header, at %i px and in the %s', async (width, colorScheme) => {
  const { page } = await visit(site.address, { viewport: { width, height: 812 }, colorScheme });
  const strip = page.getByRole('complementary', { name: 'News' });
  const [above, header] = await Promise.all([strip.boundingBox(), page.getByRole('banner').boundingBox()]);
  expect(above).toMatchObject({ x: 0, y: 0, width });
  expect(header?.y).toBeCloseTo(above?.height ?? 0, 0);
  expect(await misfits(page)).toEqual([]);
  await loadAxe(page);
  expect(await axeDiagnostics(page)).toEqual([]);
});

test('the skip link stays the first tab stop', async () => {
  const { page } = await visit(site.address);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip');
});

test.skipIf(!hasJava)('the Nu HTML checker accepts a page with an announcement (needs Java)', async () => {
  expect(await htmlDiagnostics(site.out, [join(site.out, 'index.html')])).toEqual([]);
});
