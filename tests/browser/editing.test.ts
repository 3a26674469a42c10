import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dev } from '../../scripts/dev.ts';
import { startBrowser } from '../support/browser.ts';
import { type RunningCommand, startCommand } from '../support/run-command.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const hero = (heading: string) => pageYaml(`  - type: hero\n    heading: ${heading}\n`);
let editor: RunningCommand;
let address: string;

beforeAll(async () => {
  write('_site.yaml', siteYaml);
  write('index.yaml', hero('First words'));
  editor = startCommand(dev, ['--pages', folder, '--port', '0', '--data', join(folder, 'data')]);
  address = await editor.says(/http:\/\/127\.0\.0\.1:\d+/);
});
afterAll(async () => {
  await editor.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('shows a saved page at once, the problems of a broken one, and the page again after the fix', async () => {
  const { page } = await visit(address);
  await page.getByRole('heading', { name: 'First words' }).waitFor();
  // The page connects to the server.
  await page.waitForLoadState('networkidle');
  write('index.yaml', hero('Second words'));
  await page.getByRole('heading', { name: 'Second words' }).waitFor();
  await page.waitForLoadState('networkidle');
  write('index.yaml', hero('Third words').replace('heading', 'headin'));
  await page.getByText('index.yaml:5:5').waitFor();
  await page.getByText('a `hero` block has no setting called `headin`').waitFor();
  await page.getByText('did you mean `heading`?').waitFor();
  await page.waitForLoadState('networkidle');
  write('index.yaml', hero('Fourth words'));
  await page.getByRole('heading', { name: 'Fourth words' }).waitFor();
  expect(await page.title()).toBe('Fourth words | Example');
});

test('serves a new page as soon as its file exists', async () => {
  const { page, status } = await visit(`${address}/hello`);
  expect(status).not.toBe(200);
  write(
    'hello.yaml',
    pageYaml(
      '  - type: stats\n    items: [{ value: 99.9%, label: uptime }]\n  - type: faq\n' +
        '    items: [{ question: "Really?", answer: "Yes." }]\n',
    ),
  );
  await expect.poll(async () => (await page.goto(`${address}/hello`))?.status()).toBe(200);
  await page.getByText('99.9%').waitFor();
});

test('serves other pages while one has errors', async () => {
  // Not in the browser, which would reload the page when the file changes.
  const statusOf = async (path: string) => (await fetch(`${address}${path}`)).status;
  write('other.yaml', 'title: [');
  await expect.poll(() => statusOf('/other')).toBe(500);
  expect(await statusOf('/')).toBe(200);
  rmSync(join(folder, 'other.yaml'));
});
