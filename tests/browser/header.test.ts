import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDisplayProblems } from '../support/audit.ts';
import { measureBoxes, measureBox } from '../support/boxes.ts';
import { hydrate, hydrateAll, startBrowser, startSharedPage } from '../support/browser.ts';
import { hasJava, findHtmlDiagnostics } from '../support/html-checker.ts';
import { openAllDetails } from '../support/overlays.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const shared = startSharedPage({ reducedMotion: 'reduce' });
const site = serveTestSite('header', ({ write }) => {
  write('../public/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 176 48"/>');
});

test('a long site name wraps onto two lines in the header on a phone', async () => {
  const { page } = await shared.open(site.address, { width: 375 });
  const header = page.getByRole('banner');
  const name = await measureBox(header.getByText('Brotherhood'));
  expect(name.bottom).toBeLessThanOrEqual((await measureBox(header)).bottom);
  expect(name.height).toBeLessThan(64);
});

test('next to a long site name on a phone, the header button wraps between words', async () => {
  const { page } = await shared.open(`${site.address}/bare`, { width: 375 });
  const lines = await page.getByRole('link', { name: 'Arrange a conversation' }).evaluate((link) => {
    const range = document.createRange();
    const words = link.firstChild ?? link;
    range.setStart(words, 'Arrange a '.length);
    range.setEnd(words, 'Arrange a conversation'.length);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('row titles and text are vertically aligned with or without an action, and logos have the same gap above as rows', async () => {
  const { page } = await shared.open(site.address, { width: 1440 });
  const readMiddle = async (text: string) => {
    const { top, height } = await measureBox(page.getByText(text, { exact: true }));
    return top + height / 2;
  };
  expect(Math.abs((await readMiddle('Lamps')) - (await readMiddle('All night.')))).toBeLessThan(3);
  expect(Math.abs((await readMiddle('Horns')) - (await readMiddle('In fog.')))).toBeLessThan(3);
  const measureGap = async (heading: string, contentSelector: string) =>
    (await measureBox(page.locator(contentSelector))).top -
    (await measureBox(page.getByRole('heading', { name: heading }))).bottom;
  const logoGap = await measureGap('Who sails with us', '[data-block=logo-carousel] .swiper');
  expect(Math.abs(logoGap - (await measureGap('What we do', '[data-layout=rows]')))).toBeLessThan(2);
});

test('an announcement is above the header, and the skip link is still the first tab stop', async () => {
  const { page } = await shared.open(site.address);
  for (const width of [375, 1280]) {
    await shared.show({ width });
    const announcement = await measureBox(page.getByRole('complementary', { name: 'News' }));
    expect(announcement).toMatchObject({ left: 0, top: 0, width });
    expect((await measureBox(page.getByRole('banner'))).top).toBeCloseTo(announcement.height, 0);
  }
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip');
  expect(await findDisplayProblems(page)).toEqual([]);
});

test.skipIf(!hasJava)('the Nu HTML checker accepts a page with an announcement (needs Java)', async () => {
  expect(await findHtmlDiagnostics(site.out, [join(site.out, 'index.html')])).toEqual([]);
});

const bareLinks = ['Saltquay', 'Keep a place'];

test('a page without navigation has the logo, a button and the legal links, and passes axe', async () => {
  const { page, logs } = await shared.open('/visit/winter');
  const header = page.getByRole('banner');
  for (const width of [375, 1280]) {
    await shared.show({ width });
    expect(await header.getByRole('link').allTextContents()).toEqual(bareLinks);
    expect(await header.getByRole('button').count()).toBe(0);
  }
  const footer = page.getByRole('contentinfo').getByRole('link');
  expect(await footer.allTextContents()).toEqual(['Imprint', 'Privacy']);
  await hydrateAll(page);
  await openAllDetails(page);
  expect([...(await findDisplayProblems(page)), ...logs]).toEqual([]);
});

test('navigating to and from a page without navigation updates the header, also with the Back button', async () => {
  const { page, logs } = await visit('/visit/prices');
  await hydrate(page);
  const links = () => page.getByRole('banner').getByRole('link').allTextContents();
  const linksBefore = await links();
  const offerHeading = page.getByRole('heading', { name: 'Your boat sleeps dry this winter' });
  await page.getByRole('link', { name: 'See what is part of it' }).click();
  await offerHeading.waitFor();
  expect(await links()).toEqual(bareLinks);
  await hydrate(page);
  // Press Enter, because a click may miss the link while the page scrolls and the header shrinks.
  await page.getByRole('main').getByRole('link', { name: 'How we keep it' }).press('Enter');
  await page.waitForURL('**/privacy');
  await page.getByRole('link', { name: 'Home' }).first().waitFor();
  expect(await links()).toEqual(linksBefore);
  await page.goBack();
  await offerHeading.waitFor();
  expect(await links()).toEqual(bareLinks);
  expect(logs).toEqual([]);
});

test('navigating to and from a page with an overlaid header updates the header, also with the Back button', async () => {
  const { page, logs } = await visit('/about/crew');
  await hydrate(page);
  const storyHeading = page.getByRole('heading', { name: 'It began with salt' });
  const readTone = () => page.getByRole('banner').getAttribute('data-tone');
  expect(await readTone()).toBe(null);
  await page.getByRole('contentinfo').getByRole('link', { name: 'The harbour' }).press('Enter');
  await storyHeading.waitFor();
  await expect.poll(readTone).toBe('dark');
  await hydrate(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).press('Enter');
  await page.waitForURL('**/privacy');
  await expect.poll(readTone).toBe(null);
  await page.goBack();
  await storyHeading.waitFor();
  await expect.poll(readTone).toBe('dark');
  expect(logs).toEqual([]);
});

test('going back while the router is loading shows the page of the current URL', async () => {
  const { page, logs } = await visit('/about/crew');
  await hydrate(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).press('Enter');
  await page.waitForURL('**/privacy');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const routerRequest = page.waitForRequest('**/navigation-*.js');
  await page.route('**/navigation-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await page.mouse.move(9, 9);
  await page.mouse.move(10, 10);
  await routerRequest;
  // Both history entries belong to the same document, so the browser changes only the URL.
  await page.evaluate(() => history.back());
  await page.waitForURL('**/about/crew');
  release();
  await expect.poll(() => page.title()).toContain('The crew of the harbour office');
  await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor({ state: 'detached' });
  expect(logs).toEqual([]);
});

test('a menu shows its links in columns with icons, next to its featured page', async () => {
  const { page } = await visit('/', { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Stations' }).click();
  const menu = page.locator('header [popover]:popover-open');
  const featured = menu.locator('aside');
  expect(await featured.innerText()).toMatch(/North Pier\s+1 reading a second\s+Since 1961\.\s+See the mast/);
  expect(await featured.getByRole('link').getAttribute('href')).toBe('/stations/north-pier');
  const links = menu.getByRole('listitem').getByRole('link');
  expect(await links.count()).toBe(3);
  expect(await links.first().locator('svg path, svg circle').count()).toBeGreaterThan(0);
  const borders = await links.evaluateAll((elements) =>
    elements.map((link) => getComputedStyle(link).borderTopWidth),
  );
  expect(borders).toEqual(Array(3).fill('0px'));
  expect(await menu.evaluate((panel) => panel.getAnimations().length)).toBe(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  // On a phone, the link to the featured page follows the other links in the list.
  await page.getByRole('banner').getByText('Stations').filter({ visible: true }).click();
  await expect.poll(() => featured.innerText()).toMatch(/^See the mast$/);
  const [lastLink, featuredLink] = [menu.locator('ul:has(+ aside) a').last(), featured.getByRole('link')];
  const [lastBox, nextBox] = [await measureBox(lastLink), await measureBox(featuredLink)];
  expect([nextBox.left, nextBox.height]).toEqual([lastBox.left, lastBox.height]);
});

test('the featured page of a menu is never marked as the current page, even after navigation', async () => {
  const { page } = await visit('/');
  // Before hydration, the browser follows links with a full load.
  await hydrate(page);
  const readCurrentLinks = () =>
    page
      .locator('header [aria-current]')
      .evaluateAll((elements) => elements.map((element) => element.textContent));
  await page.getByRole('button', { name: 'Stations' }).click();
  await page.locator('header aside a').click();
  await expect.poll(() => page.title()).toContain('North Pier');
  await page.locator('main h1:focus').waitFor();
  const afterNavigation = await readCurrentLinks();
  await page.reload();
  expect(afterNavigation).toEqual(await readCurrentLinks());
  expect(await page.locator('header aside [aria-current]').count()).toBe(0);
});

test('on a phone without JavaScript, menus expand in place, and the menu of the current page is open', async () => {
  const phone = { viewport: { width: 375, height: 800 }, javaScriptEnabled: false };
  const { page } = await visit('/', phone);
  const links = page.locator('header nav ul ul a').filter({ visible: true });
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await links.count()).toBe(0);
  await page.locator('header summary', { hasText: 'Stations' }).click();
  expect(await links.count()).toBe(3);
  const rows = await measureBoxes(page.locator('header nav > ul > li > :is(a, details)'));
  expect(Math.min(...rows.slice(0, -1).map(({ height }) => height))).toBeGreaterThanOrEqual(48);
  const [address] = await links.evaluateAll((elements) => elements.map((link) => link.getAttribute('href')));
  await links.first().click();
  await page.waitForURL(`**${address}`);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await links.count()).toBe(3);
});

test('links and buttons in the header have the same text rendering, so their baselines match', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 } });
  const menuItems = page.locator('header nav > ul > li > :is(a, button)').filter({ visible: true });
  const textRenderings = await menuItems.evaluateAll((elements) =>
    elements.map((menuItem) => getComputedStyle(menuItem).textRendering),
  );
  expect(textRenderings.length).toBeGreaterThan(2);
  expect(new Set(textRenderings)).toEqual(new Set(['geometricprecision']));
});
