import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { scrollThrough } from '../support/settle.ts';

const visit = startBrowser();

/** Notes the hosts of all requests, and answers those to other sites itself. */
async function hostsAsked(page: Page, asked: Set<string>): Promise<void> {
  const own = new URL(inject('site')).host;
  page.on('request', (request) => asked.add(new URL(request.url()).host));
  await page.route(
    ({ host }) => host !== own,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Film</title><button>Pause</button>' }),
  );
}

test('nothing is asked of another site before the visitor agrees, and then only of that one', async () => {
  const asked = new Set<string>();
  const own = new URL(inject('site')).host;
  const { page, said } = await visit('/visit/seen', {}, (opened) => hostsAsked(opened, asked));
  await scrollThrough(page);
  await page.locator('#film button').hover();
  await page.keyboard.press('Tab');
  expect([...asked]).toEqual([own]);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await page.frameLocator('#film iframe').getByRole('button', { name: 'Pause' }).waitFor();
  expect([...asked].toSorted()).toEqual([own, 'www.youtube-nocookie.com'].toSorted());
  expect(await page.locator('iframe').count()).toBe(1);
  const frame = page.locator('#film iframe');
  expect(await frame.getAttribute('title')).toBe('The storm of May, seen from the pier');
  expect(await frame.evaluate((one) => document.activeElement === one)).toBe(true);
  expect(said).toEqual([]);
});

test('by keyboard the button shows it too', async () => {
  const { page } = await visit('/visit/seen', {}, (opened) => hostsAsked(opened, new Set()));
  await page.getByRole('button', { name: 'Show the map' }).press('Enter');
  await page.frameLocator('#map iframe').getByRole('button', { name: 'Pause' }).waitFor();
  expect(await page.locator('#map iframe').getAttribute('src')).toContain('www.openstreetmap.org/export');
});

test('after a navigation within the site nothing is asked of another one either', async () => {
  const asked = new Set<string>();
  const { page } = await visit('/visit', {}, (opened) => hostsAsked(opened, asked));
  await page.getByRole('link', { name: 'Look around' }).click();
  await page.locator('#film').waitFor();
  await scrollThrough(page);
  expect([...asked]).toEqual([new URL(inject('site')).host]);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await page.frameLocator('#film iframe').getByRole('button', { name: 'Pause' }).waitFor();
});

test('without scripts the button leads to the other site', async () => {
  const asked = new Set<string>();
  const { page } = await visit('/visit/seen', { javaScriptEnabled: false }, (opened) =>
    hostsAsked(opened, asked),
  );
  await page.locator('#map').scrollIntoViewIfNeeded();
  expect([...asked]).toEqual([new URL(inject('site')).host]);
  await page.getByRole('link', { name: 'Play the film' }).click();
  await page.waitForURL('https://www.youtube.com/watch?v=tide0000001&t=30');
});

test('a click before anything is hydrated is not lost', async () => {
  const asked = new Set<string>();
  const { page } = await visit('/visit/seen', {}, (opened) => hostsAsked(opened, asked));
  await page.locator('#film button').dispatchEvent('click');
  await page.frameLocator('#film iframe').getByRole('button', { name: 'Pause' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/visit/seen');
});

test('the policy names the sites in use, and no other', () => {
  const policy = readFileSync(join(inject('out'), '_headers'), 'utf8');
  expect(/frame-src [^;]+/.exec(policy)?.[0]).toBe(
    'frame-src https://player.vimeo.com https://www.openstreetmap.org https://www.youtube-nocookie.com',
  );
});
