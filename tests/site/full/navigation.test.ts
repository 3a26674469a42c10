import type { BrowserContextOptions, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { measureBox } from '../../support/boxes.ts';
import { hydrate, isSameDocument, markDocument, startBrowser } from '../../support/browser.ts';

const visit = startBrowser();
/** Opens and hydrates a page. Marks its document, so that a full load can be detected. */
async function startPage(path: string, options: BrowserContextOptions = {}) {
  const opened = await visit(path, options);
  await hydrate(opened.page);
  await markDocument(opened.page);
  return opened;
}
const openContact = async (page: Page) => {
  await page.getByRole('link', { name: 'Get In Touch' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
};
const readScroll = (page: Page) => page.evaluate(() => scrollY);

/** Returns the metadata in the document head. */
const readHead = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.head.querySelectorAll(
        'title,link[rel=canonical],meta[name],meta[property],script[type*="ld+json"]',
      ),
    ]
      .filter((tag) => !tag.matches('[name=viewport],[name=theme-color]'))
      .map(
        (tag) =>
          tag.textContent || [...tag.attributes].map(({ name, value }) => `${name}=${value}`).join(' '),
      )
      .filter((tag) => !tag.startsWith('{'))
      .toSorted(),
  );

test('after links, Back, Forward and a 404 page, the document head has exactly the tags of the current page', async () => {
  const { page: plain } = await visit('/', { javaScriptEnabled: false });
  const homeHead = await readHead(plain);
  await plain.goto(`${inject('site')}/contact`);
  const contact = await readHead(plain);
  expect(homeHead).toHaveLength(13);
  for (const path of ['/', '/no-such-page']) {
    const { page } = await startPage(path);
    await page.getByRole('link', { name: 'Get In Touch' }).first().click();
    await expect.poll(() => readHead(page)).toEqual(contact);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(() => readHead(page)).toEqual(homeHead);
    await page.goBack();
    await expect.poll(() => readHead(page)).toEqual(contact);
    await page.goForward();
    await expect.poll(() => readHead(page)).toEqual(homeHead);
    expect(
      await page.locator('script[type="application/ld+json"]').count(),
      'structured data of another page',
    ).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
    await page.context().close();
  }
});

test('§1 the product: a new page starts at the top, and going back restores the scroll position', async () => {
  const { page } = await startPage('/', { reducedMotion: 'reduce' });
  await page.evaluate(() => scrollTo(0, 1500));
  await expect.poll(() => readScroll(page)).toBe(1500);
  await page.evaluate(() => document.querySelector<HTMLElement>('main a[href="/contact"]')?.click());
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  expect(await readScroll(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => readScroll(page)).toBe(300);
  await page.goBack();
  await page.locator('[data-block=logo-carousel]').waitFor();
  await expect.poll(() => readScroll(page)).toBe(1500);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  await expect.poll(() => readScroll(page)).toBe(300);
  expect(await isSameDocument(page)).toBe(true);
});

test('a page looks and works the same after client-side navigation as after a full load', async () => {
  // Block fonts: a font that arrives late is not used, so pages could differ by chance.
  const withoutFonts = (page: Page) => page.route('**/*.woff2', (route) => route.abort());
  const loaded = await visit('/contact', {}, withoutFonts);
  const readStyles = (page: Page) =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.querySelectorAll('main :not(span)')].map(
        (element) =>
          `${element.tagName} ${getComputedStyle(element).font} ${getComputedStyle(element).color} ` +
          `${Math.round(element.getBoundingClientRect().width)}`,
      );
    });
  await loaded.page.waitForLoadState('networkidle');
  const expected = await readStyles(loaded.page);
  const { page } = await visit('/', {}, withoutFonts);
  await hydrate(page);
  await openContact(page);
  await expect.poll(() => readStyles(page)).toEqual(expected);
});

test('§4 states: sections below the first screen fade in once, and are never hidden before that', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  const readOpacities = () =>
    page
      .locator('main > section > div')
      .evaluateAll((elements) => elements.map((element) => Number(getComputedStyle(element).opacity)));
  await hydrate(page);
  await page.waitForLoadState('networkidle');
  expect(new Set(await readOpacities())).toEqual(new Set([1]));
  const repeatedAnimations = await page.evaluate(async () => {
    const last = document.querySelector('main > section:last-of-type > div') as Element;
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    while (last.getAnimations().length === 0) await new Promise(requestAnimationFrame);
    const [animation] = last.getAnimations();
    await animation?.finished;
    scrollTo({ top: 0, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return last.getAnimations().length;
  });
  expect(repeatedAnimations, 'sections fade in only once').toBe(0);
});

test('the scroll-down button scrolls to the client logos', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce', viewport: { width: 1280, height: 500 } });
  await page.getByRole('link', { name: 'Scroll down' }).click();
  await expect.poll(() => readScroll(page)).toBeGreaterThan(100);
  await expect.poll(async () => (await measureBox(page.locator('#clients'))).top).toBeLessThan(200);
});

test('§4 states: the header becomes compact after 10 px, without moving the page, and full again at the top', async () => {
  const { page } = await visit('/', { reducedMotion: 'reduce' });
  const bar = page.locator('header > div');
  const readHeight = async () => (await measureBox(bar)).height;
  const fullHeight = await readHeight();
  await page.evaluate(() => scrollTo(0, 10));
  await expect.poll(() => readScroll(page)).toBe(10);
  expect(await page.locator('html[data-scrolled]').count()).toBe(0);
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate(() => scrollTo(0, 11));
  await page.locator('html[data-scrolled]').waitFor();
  await expect.poll(readHeight).toBeLessThan(fullHeight);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(pageHeight);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(readHeight).toBe(fullHeight);
});

test('§2.2 navigation and footer: menus open as panels below their buttons and close on a click outside', async () => {
  const { page } = await visit('/', { viewport: { width: 1280, height: 700 } });
  for (const name of ['Services', 'Industries', 'Insights', 'About']) {
    const button = page.getByRole('button', { name });
    await button.click();
    const panel = page.locator('header [popover]:popover-open');
    await panel.waitFor();
    const [box, buttonBox] = [await measureBox(panel), await measureBox(button)];
    expect(box.top).toBeGreaterThanOrEqual(buttonBox.bottom - 1);
    expect([box.left, box.width]).toEqual([0, 1280]);
    await page.mouse.click(5, 690);
    await panel.waitFor({ state: 'detached' });
  }
});

test('§2.2 navigation, §4 states: the menu on small screens opens and closes by touch, and a link closes it', async () => {
  const { page } = await visit('/', {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  const contact = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get In Touch' });
  expect(await contact.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).tap();
  await contact.waitFor();
  await page.getByRole('button', { name: 'Close' }).tap();
  await contact.waitFor({ state: 'hidden' });
  await page.locator('html[data-awake]').waitFor();
  await page.getByRole('button', { name: 'Menu' }).tap();
  await contact.tap();
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor();
  await contact.waitFor({ state: 'hidden' });
});
