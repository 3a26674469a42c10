import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
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
  mkdirSync(join(folder, '_shared'));
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
  const inPlace = page.locator('main pagewright-fault');
  await inPlace.getByText('index.yaml:5:5').waitFor();
  await inPlace.getByText('a `hero` block has no setting called `headin`').waitFor();
  await inPlace.getByText('did you mean `heading`?').waitFor();
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

/** The bar with all faults. */
const barOf = (page: Page) => page.locator('pagewright-faults details');

test('every page has a bar with all faults of the site, and stays as it was', async () => {
  write('second.yaml', hero('Second page'));
  await expect.poll(async () => (await fetch(`${address}/second`)).status).toBe(200);
  const { page } = await visit(`${address}/second`);
  await page.getByRole('heading', { name: 'Second page' }).waitFor();
  const faults = [
    ['_site.yaml', siteYaml.replace('email: ', 'e-mail: '), /e-mail/],
    ['_site.yaml', siteYaml.replace('company: Example\n', ''), /company/],
    ['_site.yaml', 'company: [', /_site\.yaml:1/],
    ['_site.yaml', siteYaml.replace('language: en', 'language: nowhere-land-1'), /language|nowhere/],
    ['_shared/call.yaml', 'type: cta\nheadin: Call\nactions: [{ label: Go, to: / }]\n', /headin/],
    ['_shared/call.yaml', 'type: nothing\n', /nothing/],
    ['_shared/call.yaml', 'type: cta\nheading: Call\nactions: [{ label: Go, to: /nowhere }]\n', /nowhere/],
    ['other.yaml', hero('Other').replace('heading', 'headin'), /headin/],
    ['second.yaml', hero('Second page').replace('heading:', 'headng:'), /headng/],
    ['second.yaml', 'title: [', /second\.yaml:1/],
  ] as const;
  for (const [path, text, message] of faults) {
    write(path, text);
    await barOf(page)
      .filter({ hasText: path })
      .filter({ hasText: message })
      .filter({ hasText: 'to fix' })
      .waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Second page' }).waitFor();
    const summary = barOf(page).locator('summary', { hasText: /^\d+ faults? to fix/ });
    await summary.waitFor();
    if (!(await barOf(page).evaluate((details) => details.hasAttribute('open')))) await summary.click();
    await barOf(page)
      .getByRole('button', { name: new RegExp(`${path}:\\d+:\\d+`) })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    if (path === 'second.yaml') write(path, hero('Second page'));
    else if (path === '_site.yaml') write(path, siteYaml);
    else rmSync(join(folder, path));
    await expect.poll(() => barOf(page).filter({ hasText: 'to fix' }).count()).toBe(0);
    await page.waitForLoadState('networkidle');
  }
});

test('a click applies a safe fix, and a guess only after a question', async () => {
  const safe = hero('Fix me').replace('  - type', '\u00A0 - type');
  const guess = `${hero('Fix me')}    leed: A guess\n`;
  write('fixed.yaml', safe);
  const { page } = await visit(`${address}/fixed`);
  await page.waitForLoadState('networkidle');
  const click = () =>
    page
      .locator('main pagewright-fault')
      .getByRole('button', { name: /^Fix: / })
      .first()
      .click();
  await click();
  await page.getByRole('heading', { name: 'Fix me' }).waitFor();
  expect(readFileSync(join(folder, 'fixed.yaml'), 'utf8')).toBe(hero('Fix me'));
  await page.waitForLoadState('networkidle');
  write('fixed.yaml', guess);
  await barOf(page).filter({ hasText: 'leed' }).waitFor();
  await page.waitForLoadState('networkidle');
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await click();
  expect(questions).toEqual([expect.stringContaining('This is a guess: ')]);
  expect(readFileSync(join(folder, 'fixed.yaml'), 'utf8')).toBe(guess);
  page.once('dialog', (dialog) => void dialog.accept());
  await click();
  // The words are in the bar as well.
  await expect
    .poll(() => readFileSync(join(folder, 'fixed.yaml'), 'utf8'))
    .toBe(guess.replace('leed', 'lead'));
  await page.locator('main').getByText('A guess').waitFor();
  await expect.poll(() => barOf(page).filter({ hasText: 'leed' }).count()).toBe(0);
  rmSync(join(folder, 'fixed.yaml'));
});

test('only a page of the server may fix something', async () => {
  write('fixed.yaml', hero('Fix me').replace('heading', 'headin'));
  const html = async () => (await fetch(`${address}/fixed`)).text();
  await expect.poll(html).toContain('headin');
  const text = await (await fetch(`${address}/`)).text();
  const [, token = ''] = /data-token="(\w+)"/.exec(text) ?? [];
  const [, fault = ''] = /data-fix="([\w-]{20,})"/.exec(text) ?? [];
  const ask = async (headers: Record<string, string>, body = JSON.stringify({ fault })) =>
    (await fetch(`${address}/__fix`, { method: 'POST', headers, body })).status;
  const good = { Origin: address, 'X-Pagewright-Token': token };
  expect([token, fault]).not.toContain('');
  expect(await ask({})).toBe(403);
  expect(await ask({ 'X-Pagewright-Token': token })).toBe(403);
  expect(await ask({ Origin: address })).toBe(403);
  expect(await ask({ ...good, Origin: 'https://elsewhere.example' })).toBe(403);
  expect(await ask({ ...good, 'X-Pagewright-Token': `${token}0` })).toBe(403);
  expect(await ask({ ...good, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await ask(good, 'nothing')).toBe(400);
  expect(await ask(good, '{"fault":"unknown"}')).toBe(409);
  expect((await fetch(`${address}/__fix`)).status).toBe(405);
  expect(await html()).toContain('headin');
  expect(await ask(good)).toBe(200);
  await expect.poll(html).toContain('Fix me');
  rmSync(join(folder, 'fixed.yaml'));
});
