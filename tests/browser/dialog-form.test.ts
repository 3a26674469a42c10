import { expect, test } from 'vitest';
import { findDisplayProblems } from '../support/audit.ts';
import { startBrowser } from '../support/browser.ts';
import { findMisfits } from '../support/fit.ts';
import { readStoredMessages } from '../support/forms.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();

const site = serveTestSite('dialog-form');

test('without JavaScript, a form in a dialog reports invalid fields, keeps the answers and can be sent', async () => {
  const { page } = await visit(site.address, { javaScriptEnabled: false, reducedMotion: 'reduce' });
  const field = (name: string) => page.locator(`[name=${name}]`);
  await page.getByRole('button', { name: 'Call' }).click();
  await field('name').fill('Ada');
  await field('email').fill('ada@example.org');
  await field('message').fill('  ');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.waitForURL('**/functions/v1/**');
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.locator('header nav').count()).toBeGreaterThan(0);
  expect(await field('name').inputValue()).toBe('Ada');
  expect(await field('message').getAttribute('aria-invalid')).toBe('true');
  expect(await findMisfits(page)).toEqual([]);
  await field('message').fill('The price of a berth');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.waitForURL('**/call.sent.html');
  await page.getByText('We call you.').waitFor();
  await page.reload();
  expect(await readStoredMessages(site.data)).toMatchObject([
    { name: 'Ada', message: 'The price of a berth', form: '/call' },
  ]);
});

test('the response pages of a form in a dialog pass axe', async () => {
  const { page } = await visit(`${site.address}/call.failed.html`);
  expect(await findDisplayProblems(page)).toEqual([]);
  await page.goto(`${site.address}/call.sent.html`);
  expect(await findDisplayProblems(page)).toEqual([]);
});
