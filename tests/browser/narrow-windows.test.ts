import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';
import { type BuiltSite, buildAndServe } from '../support/site-on-disk.ts';

const visit = startBrowser();

const names = ['Donaudampfschifffahrtsgesellschaftskapitän', 'Llanfairpwllgwyngyllgogerychwyrndrobwll'];
const texts = [
  ...names,
  'buchhaltung.und.rechnungswesen.abteilung@wirtschaftspruefung.example',
  'https://www.example.org/wirtschaftspruefungsgesellschaft/unternehmensberatung',
];
const setting =
  /((?:heading|text|lead|label|title|name|price|badge|eyebrow|company): )([A-ZÄÖÜ][^\n"'{}[\],#:]*?)(?=\s*(?:\n|,| \}))/g;

/** Adds a long word to the texts of a file. */
function withLongWords(yaml: string): string {
  let count = 0;
  return yaml.replaceAll(setting, (_, key: string, text: string) => {
    const words = /^(?:text|lead)/.test(key) ? texts : names;
    return `${key}${text} ${words[count++ % words.length]}`;
  });
}

// Nearly every block type, in German.
const { folder, pages } = copyLanguageSite('de');
let site: BuiltSite;
beforeAll(async () => {
  for (const file of globSync('**/*.yaml', { cwd: pages }).map((one) => join(pages, one)))
    writeFileSync(file, withLongWords(readFileSync(file, 'utf8')));
  site = await buildAndServe(pages, folder);
});
afterAll(async () => {
  await site.remove();
  rmSync(folder, { recursive: true, force: true });
});

test.each([320, 360, 390])(
  'long words are not wider than a window of %d px, and the menu is inside it',
  async (width) => {
    const { page } = await visit(`${site.address}/`, { viewport: { width, height: 800 } });
    const routes = globSync('**/page.json', { cwd: site.out }).map(
      (file) => `/${file.replace(/\/?page\.json$/, '')}`,
    );
    expect(routes.length).toBeGreaterThan(5);
    const wide: string[] = [];
    for (const route of routes) {
      await page.goto(site.address + route);
      expect(await page.content()).toContain(names[0]);
      const { over, menu } = await page.evaluate(() => ({
        over: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth,
        menu: document.querySelector('header button')?.getBoundingClientRect().right ?? Infinity,
      }));
      if (over > 0) wide.push(`${route}: ${over} px`);
      if (menu > width) wide.push(`${route}: the menu ends at ${menu} px`);
    }
    expect(wide).toEqual([]);
  },
);
