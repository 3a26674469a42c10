import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { readSite } from '../../../scripts/site/load-site.ts';
import { measureBoxes, measureBox } from '../../support/boxes.ts';
import { startBrowser, hydrate } from '../../support/browser.ts';

const visit = startBrowser();
const { website } = readSite('pages');
const articles = [...(website?.pages.values() ?? [])].filter(({ blocks }) =>
  blocks.some(({ type }) => type === 'contents'),
);
const path = articles[0]?.path ?? 'no article';
const locateContents = (page: Page) => page.locator('main [data-block=contents] nav');

test('the table of contents beside the text stays in view until the text ends, and links to its headings', async () => {
  const { page } = await visit(path, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const first = page.locator('main [data-block=text] p').first();
  await first.scrollIntoViewIfNeeded();
  const isVisible = await first.evaluate((paragraph) => {
    const { left, top, height } = paragraph.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + height / 2) === paragraph;
  });
  expect(isVisible).toBe(true);
  // A background of the table of contents would hide the content behind it.
  expect(
    await page
      .locator('main > [data-block=contents]')
      .evaluate((section) => getComputedStyle(section).backgroundColor),
  ).toBe('rgba(0, 0, 0, 0)');
  const last = locateContents(page).getByRole('link').last();
  const heading = page.locator('main [data-block=text] h2').last();
  await heading.scrollIntoViewIfNeeded();
  await last.click();
  await expect.poll(async () => (await measureBox(heading)).top).toBeLessThan(450);
  const contentsBox = await measureBox(locateContents(page));
  expect(contentsBox.top).toBeLessThan(200);
  for (const { left } of await measureBoxes(page.locator('main [data-block=text] > div > div')))
    expect(left).toBeGreaterThan(contentsBox.right);
  await page
    .locator('main [data-block=cta]')
    .evaluate((end) => scrollTo(0, end.getBoundingClientRect().top + scrollY - 150));
  const isCovered = () =>
    last.evaluate((link) => {
      const { left, top, height } = link.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) !== link;
    });
  await expect.poll(isCovered).toBe(true);
  // This window is so low that it shows only the end of the page.
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(isCovered).toBe(true);
});

/** Checks the author and the date of the article. */
async function expectByline(page: Page): Promise<void> {
  const hero = page.locator('main [data-block=hero]');
  await expect.poll(() => hero.innerText()).toContain(articles[0]?.author);
  expect(await hero.locator('time').getAttribute('datetime')).toBe(articles[0]?.published);
}

test('the article shows its author and date, also when reached from the previous article', async () => {
  const { page } = await visit(articles.at(-1)?.path ?? '', { reducedMotion: 'reduce' });
  await hydrate(page);
  for (let step = 0; step < articles.length && new URL(page.url()).pathname !== path; step++) {
    const before = page.url();
    await page.locator('[data-block=next-article] a').click();
    await page.waitForFunction((oldUrl) => location.href !== oldUrl, before);
  }
  await expectByline(page);
});

test('each article lists its headings, and following the links to the next article visits all articles', async () => {
  const { page } = await visit(path, { javaScriptEnabled: false });
  await expectByline(page);
  const visitedPaths: string[] = [];
  for (let step = 0; step < articles.length; step++) {
    visitedPaths.push(new URL(page.url()).pathname);
    const links = await locateContents(page)
      .getByRole('link')
      .evaluateAll((elements) => elements.map((link) => [link.textContent, link.getAttribute('href')]));
    const headings = await page
      .locator('main [data-block=text] h2')
      .evaluateAll((elements) => elements.map((heading) => [heading.textContent, `#${heading.id}`]));
    expect(links.length).toBeGreaterThan(2);
    expect(links).toEqual(headings);
    const nextLink = page.locator('[data-block=next-article] a');
    const address = (await nextLink.getAttribute('href')) ?? '';
    await nextLink.click();
    await page.waitForURL((url) => url.pathname === address);
  }
  expect(new URL(page.url()).pathname).toBe(path);
  expect(visitedPaths.toSorted()).toEqual(articles.map((article) => article.path).toSorted());
});
