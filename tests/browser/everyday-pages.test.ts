import { cpSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { measureBoxes, measureBox } from '../support/boxes.ts';
import { hydrate, startSharedPage } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { findMisfits } from '../support/fit.ts';
import { findPrintProblems } from '../support/print.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const shared = startSharedPage({ reducedMotion: 'reduce' });
const menuItems = [
  'Leistungen',
  'Unternehmen',
  'Veranstaltungen',
  'Downloads',
  'Datenschutz',
  'Stellenangebote',
];

const site = serveTestSite('everyday-pages', async ({ pictures }) => {
  cpSync(join(fixtureFolder, 'public'), join(pictures, '..'), { recursive: true });
  const pier = sharp(join(pictures, 'pier.jpg'));
  await pier.resize(600, 600, { fit: 'cover' }).jpeg().toFile(join(pictures, 'cover.jpg'));
});
const open = async (path: string, width: number) =>
  (await shared.open(site.address + path, { width, height: 900 })).page;

test.each([1024, 1100, 1200, 1280, 1366, 1440, 1920])(
  'six German menu items fit into the header or its menu in a window %d px wide',
  async (width) => {
    const page = await open('/', width);
    expect(await findMisfits(page)).toEqual([]);
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    for (const name of menuItems)
      expect(await page.getByRole('banner').getByText(name).isVisible()).toBe(true);
  },
);

test('ranges and times never wrap, email addresses wrap only on phones, and negative numbers have a minus sign', async () => {
  const page = await open('/', 375);
  expect(await page.locator('[data-value]').allTextContents()).toEqual(['8–12 weeks', '−5 %']);
  const lead = page.locator('[data-block=hero] p').filter({ hasText: 'It takes' });
  expect(await lead.textContent()).toContain('8–12\u00A0weeks at −5 degrees, 9AM–6PM. Write to post.office');
  for (const width of [320, 375, 400, 480, 768, 1024]) {
    await shared.show({ width });
    const lines = await lead.evaluate((text) =>
      [...text.querySelectorAll('span')].map((span) => {
        const lineHeight = Number.parseFloat(getComputedStyle(span).lineHeight);
        return [span.textContent, span.getBoundingClientRect().height / lineHeight] as const;
      }),
    );
    expect(lines.map(([word]) => word)).toEqual([
      '8–12\u00A0weeks',
      '9AM–6PM.',
      'post.office.of.the.harbour@salt-quay.example',
    ]);
    // In windows narrower than 480 px, the email address does not fit on one line, so it wraps at punctuation.
    for (const [, height] of width < 480 ? lines.slice(0, 2) : lines) expect(height).toBeCloseTo(1, 1);
  }
});

test('a download button has a gap before the file type and size', async () => {
  const page = await open('/', 1280);
  const gap = await page.getByRole('link', { name: 'Press kit' }).evaluate((link) => {
    const range = document.createRange();
    range.selectNode(link.firstChild ?? link);
    const fileType = link.querySelector('span')?.getBoundingClientRect();
    return (fileType?.left ?? 0) - range.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThan(3);
});

test('a download without a picture shows a file-type cover as large as the pictures of other downloads', async () => {
  const page = await open('/', 1280);
  const cards = page.locator('#files li');
  const cover = await measureBox(cards.nth(0).getByText('CSV', { exact: true }));
  const picture = await measureBox(cards.nth(1).locator('img'));
  expect(cover.height).toBeCloseTo(picture.height, 0);
  expect(cover.width).toBeCloseTo(picture.width, 0);
});

test.each([375, 1280])('logos in cards are more than 40 px high in a window %i px wide', async (width) => {
  const logos = await measureBoxes((await open('/', width)).locator('#logos img'));
  expect(logos).toHaveLength(3);
  for (const { height } of logos) expect(height).toBeGreaterThan(40);
});

test('a single post is as wide as a post in a grid, and square covers stay roughly square', async () => {
  const page = await open('/', 1440);
  const singlePost = await measureBox(page.locator('#one li'));
  expect(singlePost.width).toBeCloseTo((await measureBox(page.locator('#grid li'))).width, 0);
  for (const width of [375, 768, 1440]) {
    await shared.show({ width });
    for (const cover of await measureBoxes(page.locator(':is(#one, #grid, #list) li img'))) {
      expect(cover.width / cover.height, `${width} px`).toBeGreaterThan(0.8);
      expect(cover.width / cover.height, `${width} px`).toBeLessThan(1.25);
    }
  }
});

test('on phones, the table of contents above text can be expanded; on desktops, it is always open', async () => {
  const page = await open('/article', 1280);
  const list = page.getByRole('navigation', { name: 'What is in it' });
  const [summary, words] = [page.locator('[data-block=contents] summary'), page.getByText('Some words.')];
  expect((await measureBox(list)).height).toBeGreaterThan(80);
  expect(await summary.isVisible()).toBe(false);
  await open('/article', 375);
  const collapsedBox = await measureBox(words);
  expect((await measureBox(summary)).height).toBeGreaterThanOrEqual(44);
  expect(await list.isVisible()).toBe(false);
  await summary.click();
  const [contents, text] = [await measureBox(list), await measureBox(words)];
  expect(text.top).toBeGreaterThan(collapsedBox.top + 80);
  expect(contents.height).toBeGreaterThan(80);
  expect(contents.bottom).toBeLessThan(text.top);
});

test('in print, no text overlaps a picture, and all answers and tabs are shown', async () => {
  for (const path of ['/article', '/']) {
    const page = await open(path, 1280);
    expect(await findPrintProblems(page)).toEqual([]);
  }
  const { page } = await shared.show({ media: 'print' });
  for (const text of ['Not long.', 'Not much.', 'All day.', 'At noon.'])
    expect((await measureBox(page.getByText(text))).height, text).toBeGreaterThan(10);
});

test('a page without a text block ends with its last-modified date, also after client-side navigation', async () => {
  const { page, logs } = await shared.open(`${site.address}/changed`);
  const dateLine = page.getByText('Last updated: May 1, 2026');
  await hydrate(page);
  expect(await dateLine.count()).toBe(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${site.address}/`);
  await dateLine.waitFor({ state: 'detached' });
  await page.goBack();
  await dateLine.waitFor();
  expect(logs).toEqual([]);
});
