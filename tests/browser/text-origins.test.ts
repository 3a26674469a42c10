import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { toRoute } from '../../schema/base/routes.ts';
import { readServerAddress } from '../bench/measure.ts';
import { startBrowser } from '../support/browser.ts';
import { locateBar } from '../support/editor.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { isFullRun } from '../support/sample.ts';
import { type VisibleText, readVisibleTexts } from '../support/text-origins.ts';

const visit = startBrowser();
/** Block types and layouts found so far. A sampled run tests only pages that have new types or layouts. */
const seenBlocks = new Set<string>();
const routes = globSync('**/*.yaml', { cwd: fixturePages })
  .filter((file) => !/(?:^|\/)_|404/.test(file))
  .filter((file) => {
    const yaml = readFileSync(join(fixturePages, file), 'utf8');
    const count = seenBlocks.size;
    for (const [block] of yaml.matchAll(/\b(?:type|layout): [\w-]+/g)) seenBlocks.add(block);
    return isFullRun ? !yaml.startsWith('redirect: ') : seenBlocks.size > count;
  })
  .map(toRoute);
let address: string;
let page: Page;

beforeAll(async () => {
  // The site runs in a separate process, because modules in the test runner render styles differently.
  const args = ['scripts/commands/edit.ts', '--pages', fixturePages, '--port', '0'];
  const server = spawn(process.execPath, args, { env: { ...process.env, BROWSER: 'none' } });
  address = await readServerAddress(server);
  return () => void server.kill();
});
beforeAll(async () => {
  ({ page } = await visit(address, { reducedMotion: 'reduce' }));
  await page.locator('html[data-awake][data-editing]').waitFor();
});

/** Opens a page by client-side navigation, because each full load would load the editor again. */
async function goTo(route: string): Promise<void> {
  await page.evaluate((target) => {
    const link = Object.assign(document.createElement('a'), { href: target });
    document.body.append(link);
    link.click();
    link.remove();
  }, route);
  await locateBar(page).locator('.route').getByText(route, { exact: true }).waitFor();
}

const texts: VisibleText[] = [];
const partCount = 4;

test.each(Array.from({ length: partCount }, (_, part) => part))(
  'every piece of visible text can be edited or gives a reason why not (part %i of the pages)',
  async (part) => {
    for (const route of routes.filter((_, index) => index % partCount === part)) {
      await goTo(route);
      const pageTexts = await readVisibleTexts(page);
      expect(pageTexts.length, route).toBeGreaterThan(10);
      expect(
        pageTexts.filter(({ file, why }) => file === undefined && why === undefined),
        route,
      ).toEqual([]);
      texts.push(...pageTexts);
    }
  },
);

test('at least 95% of the pieces of visible text can be traced to a value in a file', () => {
  const uneditable = texts.filter(({ file }) => file === undefined);
  const textsByBlock = Object.groupBy(uneditable, ({ block = 'frame' }) => block);
  const summary = Object.entries(textsByBlock).map(
    ([block, blockTexts = []]) => `${block}: ${blockTexts.map(({ text }) => text).join(' | ')}`,
  );
  expect(texts.length / routes.length).toBeGreaterThan(73);
  expect(1 - uneditable.length / texts.length, summary.join('\n')).toBeGreaterThan(0.95);
  expect(join('pages', texts[0]?.file ?? '')).toBe('pages/_site.yaml');
});
