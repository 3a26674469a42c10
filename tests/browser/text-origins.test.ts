import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { routeOf } from '../../schema/content/routes.ts';
import { startBrowser } from '../support/browser.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { addressOf } from '../bench/measure.ts';
import { type SeenText, seenTexts } from '../support/text-origins.ts';

const visit = startBrowser();

test('a click on at least 95 % of all texts leads to their value, and the others say why not', async () => {
  // In a process of its own, as modules of the test runner render styles in another way.
  const args = ['scripts/edit.ts', '--pages', fixturePages, '--port', '0'];
  const server = spawn(process.execPath, args, { env: { ...process.env, BROWSER: 'none' } });
  onTestFinished(() => void server.kill());
  const address = await addressOf(server);
  const files = globSync('**/*.yaml', { cwd: fixturePages }).filter((file) => !/(?:^|\/)_|404/.test(file));
  const { page } = await visit(address);
  const texts: SeenText[] = [];
  for (const file of files) {
    await page.goto(address + routeOf(file));
    await page.locator('html[data-awake]').waitFor();
    texts.push(...(await seenTexts(page)));
  }
  const without = texts.filter(({ file }) => file === undefined);
  const found = texts.length - without.length;
  expect(texts.length).toBeGreaterThan(3000);
  expect(without.filter(({ why }) => why === undefined)).toEqual([]);
  const kinds = Object.groupBy(without, ({ block = 'frame' }) => block);
  const listed = Object.entries(kinds).map(
    ([block, own = []]) => `${block}: ${own.map(({ text }) => text).join(' | ')}`,
  );
  expect(found / texts.length, listed.join('\n')).toBeGreaterThan(0.95);
  expect(join('pages', texts[0]?.file ?? '')).toBe('pages/_site.yaml');
});
