import type { BrowserContextOptions, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { scrollThrough, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

const siteHost = new URL(inject('site')).host;

/** Opens a page, records the hosts of all requests, and mocks the responses of other sites. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const hosts = new Set<string>();
  const visited = await visit(path, options, async (page) => {
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.route(
      ({ host }) => host !== siteHost,
      (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Film</title><button>Pause</button>' }),
    );
  });
  return { ...visited, hosts };
}
const waitForPlayer = (page: Page, frame: string) =>
  page.frameLocator(`${frame} iframe`).getByRole('button', { name: 'Pause' }).waitFor();

test('requests to another site are sent only after the visitor agrees, and only to that site', async () => {
  const { page, logs, hosts } = await open('/visit/seen');
  await scrollThrough(page);
  await page.locator('#film button').hover();
  await page.keyboard.press('Tab');
  expect([...hosts]).toEqual([siteHost]);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await waitForPlayer(page, '#film');
  expect([...hosts].toSorted()).toEqual([siteHost, 'www.youtube-nocookie.com'].toSorted());
  expect(await page.locator('iframe').count()).toBe(1);
  const frame = page.locator('#film iframe');
  expect(await frame.getAttribute('title')).toBe('The storm of May, seen from the pier');
  expect(await frame.evaluate((element) => document.activeElement === element)).toBe(true);
  expect(logs).toEqual([]);
});

test('the consent button works with the keyboard', async () => {
  const { page } = await open('/visit/seen');
  await page.getByRole('button', { name: 'Show the map' }).press('Enter');
  await waitForPlayer(page, '#map');
  expect(await page.locator('#map iframe').getAttribute('src')).toContain('www.openstreetmap.org/export');
});

test('client-side navigation sends no requests to other sites', async () => {
  const { page, hosts } = await open('/visit');
  await page.getByRole('link', { name: 'Look around' }).click();
  await page.locator('#film').waitFor();
  await scrollThrough(page);
  expect([...hosts]).toEqual([siteHost]);
  await page.getByRole('button', { name: 'Play the film' }).click();
  await waitForPlayer(page, '#film');
});

test('without JavaScript, the button links to the other site', async () => {
  const { page, hosts } = await open('/visit/seen', { javaScriptEnabled: false });
  await page.locator('#map').scrollIntoViewIfNeeded();
  expect([...hosts]).toEqual([siteHost]);
  await page.getByRole('link', { name: 'Play the film' }).click();
  await page.waitForURL('https://www.youtube.com/watch?v=tide0000001&t=30');
});

test('a click on the consent button before hydration still loads the player', async () => {
  const { page } = await open('/visit/seen');
  await page.locator('#film button').dispatchEvent('click');
  await waitForPlayer(page, '#film');
  expect(new URL(page.url()).pathname).toBe('/visit/seen');
});

test('selecting a chapter plays the recording from that point, even if the recording has not loaded yet', async () => {
  const { page, logs } = await visit('/visit/seen');
  const sound = page.locator('#sounds audio');
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBe(0);
  await page.getByRole('button', { name: '0:02 The storm' }).click();
  const readTime = () => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(readTime).toBeGreaterThanOrEqual(2);
  await page.getByRole('button', { name: '0:00 The evening' }).click();
  await expect.poll(readTime).toBeLessThan(2);
  expect(logs).toEqual([]);
});

test('without JavaScript, chapters are a plain list and the transcript can be opened', async () => {
  const { page } = await visit('/visit/seen', { javaScriptEnabled: false });
  expect(await page.locator('#sounds ol li').allInnerTexts()).toEqual([
    expect.stringMatching(/^0:00\s+The evening$/),
    expect.stringMatching(/^0:02\s+The storm$/),
  ]);
  await page.getByText('Read what is said').click();
  await page.getByText('Good evening from station nine.').waitFor();
});

test.each([true, false])(
  'a map in a column loads when the visitor selects its link (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const { page, hosts } = await open('/visit/guide', { javaScriptEnabled });
    const map = page.locator('[data-block=columns] figure', { hasText: 'The station' });
    await map.scrollIntoViewIfNeeded();
    expect([...hosts]).toEqual([siteHost]);
    const urlBefore = page.url();
    await map.getByRole('link', { name: 'Show the map' }).click();
    await map.frameLocator('iframe').getByRole('button', { name: 'Pause' }).waitFor();
    expect(hosts).toContain('www.openstreetmap.org');
    expect(page.url()).toBe(urlBefore);
  },
);

test('a map of several places shows them all and lists each of them below', async () => {
  const { page } = await open('/visit/seen');
  await page.getByRole('button', { name: 'Show both piers' }).click();
  await waitForPlayer(page, '#piers');
  expect(await page.locator('#piers iframe').getAttribute('src')).toMatch(
    /embed\.html\?bbox=12\.139\d*%2C54\.087/,
  );
  expect(await page.locator('#piers li a').allTextContents()).toEqual(['North pier', 'Salt Quay']);
});
