import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { readSite } from '../../../scripts/site/load-site.ts';
import { boxesOf, boxOf } from '../../support/boxes.ts';
import { startBrowser, hydrate } from '../../support/browser.ts';

const visit = startBrowser();
const { website } = readSite('pages');
const articles = [...(website?.pages.values() ?? [])].filter(({ blocks }) =>
  blocks.some(({ type }) => type === 'contents'),
);
const path = articles[0]?.path ?? 'no article';
const contents = (page: Page) => page.locator('main [data-block=contents] nav');

test('the table of contents is next to the text, is sticky, links to its headings, and ends with it', async () => {
  const { page } = await visit(path, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const first = page.locator('main [data-block=text] p').first();
  await first.scrollIntoViewIfNeeded();
  const seen = await first.evaluate((paragraph) => {
    const { left, top, height } = paragraph.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + height / 2) === paragraph;
  });
  expect(seen).toBe(true);
  // A background would hide the content behind it.
  expect(
    await page
      .locator('main > [data-block=contents]')
      .evaluate((section) => getComputedStyle(section).backgroundColor),
  ).toBe('rgba(0, 0, 0, 0)');
  const last = contents(page).getByRole('link').last();
  const heading = page.locator('main [data-block=text] h2').last();
  await heading.scrollIntoViewIfNeeded();
  await last.click();
  await expect.poll(async () => (await boxOf(heading)).top).toBeLessThan(450);
  const list = await boxOf(contents(page));
  expect(list.top).toBeLessThan(200);
  for (const { left } of await boxesOf(page.locator('main [data-block=text] > div > div')))
    expect(left).toBeGreaterThan(list.right);
  await page
    .locator('main [data-block=cta]')
    .evaluate((end) => scrollTo(0, end.getBoundingClientRect().top + scrollY - 150));
  const covered = () =>
    last.evaluate((link) => {
      const { left, top, height } = link.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) !== link;
    });
  await expect.poll(covered).toBe(true);
  // In a low window, only the end of the page is visible.
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(covered).toBe(true);
});

/** Checks the author and the date of the article. */
async function expectByline(page: Page): Promise<void> {
  const hero = page.locator('main [data-block=hero]');
  await expect.poll(() => hero.innerText()).toContain(articles[0]?.author);
  expect(await hero.locator('time').getAttribute('datetime')).toBe(articles[0]?.published);
}

test('the article shows its author and date, also when reached from the previous one', async () => {
  const { page } = await visit(articles.at(-1)?.path ?? '', { reducedMotion: 'reduce' });
  await hydrate(page);
  for (let step = 0; step < articles.length && new URL(page.url()).pathname !== path; step++) {
    const before = page.url();
    await page.locator('[data-block=next-article] a').click();
    await page.waitForFunction((old) => location.href !== old, before);
  }
  await expectByline(page);
});

test('each article lists its headings and links to the next, through all articles', async () => {
  const { page } = await visit(path, { javaScriptEnabled: false });
  await expectByline(page);
  const read: string[] = [];
  for (let step = 0; step < articles.length; step++) {
    read.push(new URL(page.url()).pathname);
    const links = await contents(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    const headings = await page
      .locator('main [data-block=text] h2')
      .evaluateAll((all) => all.map((heading) => [heading.textContent, `#${heading.id}`]));
    expect(links.length).toBeGreaterThan(2);
    expect(links).toEqual(headings);
    const next = page.locator('[data-block=next-article] a');
    const address = (await next.getAttribute('href')) ?? '';
    await next.click();
    await page.waitForURL((url) => url.pathname === address);
  }
  expect(new URL(page.url()).pathname).toBe(path);
  expect(read.toSorted()).toEqual(articles.map((one) => one.path).toSorted());
});
