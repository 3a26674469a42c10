import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { scrollThrough, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

/** Records the hosts of all requests, and fulfils those to other sites. */
async function recordHosts(page: Page, hosts: Set<string>): Promise<void> {
  const own = new URL(inject('site')).host;
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.route(
    ({ host }) => host !== own,
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Film</title><button>Pause</button>' }),
  );
}

test('requests go to another site only after the visitor agrees, and only to that one', async () => {
  const hosts = new Set<string>();
  const own = new URL(inject('site')).host;
  const { page, logs } = await visit('/visit/seen', {}, (opened) => recordHosts(opened, hosts));
  await scrollThrough(page);
  await page.locator('#film button').hover();
  await page.keyboard.press('Tab');
  expect([...hosts]).toEqual([own]);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await page.frameLocator('#film iframe').getByRole('button', { name: 'Pause' }).waitFor();
  expect([...hosts].toSorted()).toEqual([own, 'www.youtube-nocookie.com'].toSorted());
  expect(await page.locator('iframe').count()).toBe(1);
  const frame = page.locator('#film iframe');
  expect(await frame.getAttribute('title')).toBe('The storm of May, seen from the pier');
  expect(await frame.evaluate((one) => document.activeElement === one)).toBe(true);
  expect(logs).toEqual([]);
});

test('the button works by keyboard', async () => {
  const { page } = await visit('/visit/seen', {}, (opened) => recordHosts(opened, new Set()));
  await page.getByRole('button', { name: 'Show the map' }).press('Enter');
  await page.frameLocator('#map iframe').getByRole('button', { name: 'Pause' }).waitFor();
  expect(await page.locator('#map iframe').getAttribute('src')).toContain('www.openstreetmap.org/export');
});

test('a navigation sends no requests to other sites', async () => {
  const hosts = new Set<string>();
  const { page } = await visit('/visit', {}, (opened) => recordHosts(opened, hosts));
  await page.getByRole('link', { name: 'Look around' }).click();
  await page.locator('#film').waitFor();
  await scrollThrough(page);
  expect([...hosts]).toEqual([new URL(inject('site')).host]);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await page.frameLocator('#film iframe').getByRole('button', { name: 'Pause' }).waitFor();
});

test('without script, the button links to the other site', async () => {
  const hosts = new Set<string>();
  const { page } = await visit('/visit/seen', { javaScriptEnabled: false }, (opened) =>
    recordHosts(opened, hosts),
  );
  await page.locator('#map').scrollIntoViewIfNeeded();
  expect([...hosts]).toEqual([new URL(inject('site')).host]);
  await page.getByRole('link', { name: 'Play the film' }).click();
  await page.waitForURL('https://www.youtube.com/watch?v=tide0000001&t=30');
});

test('a click before hydration is not lost', async () => {
  const hosts = new Set<string>();
  const { page } = await visit('/visit/seen', {}, (opened) => recordHosts(opened, hosts));
  await page.locator('#film button').dispatchEvent('click');
  await page.frameLocator('#film iframe').getByRole('button', { name: 'Pause' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/visit/seen');
});
