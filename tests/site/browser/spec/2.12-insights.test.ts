import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../../support/browser.ts';
import { countsAbout, listsAbout, startReader } from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();
const categories = ['Technology', 'Culture', 'Psychology', 'Project Management', 'Customer Experience'];

test('2.12 insight pages: each of the three engagement models has features and benefits', async () => {
  const page = await read('/insights/engagement-models');
  for (const model of [
    'Staff Augmentation',
    'Dedicated Offshore Delivery Centre',
    'Build-Operate-Transfer',
  ]) {
    const words = page.sections
      .filter(({ head }) => head.includes(model))
      .map(({ text }) => text)
      .join(' ');
    expect(words, model).toMatch(/features.{40,}/i);
    expect(words, model).toMatch(/benefits.{40,}/i);
  }
});

test('2.12 insight pages: the transfer saves more than 50% of the cost', async () => {
  const { sections } = await read('/insights/engagement-models');
  const words = sections
    .filter(({ head }) => head.includes('Build-Operate-Transfer'))
    .map(({ text }) => text)
    .join(' ');
  expect(words).toMatch(
    /(above|more than|over) 50%[^.]*cost|cost[^.]*(above|more than|over) 50%|sav[^.]*(above|more than|over) 50%/i,
  );
});

test('2.12 insight pages: execution has five phases of Design Thinking and its DevOps services', async () => {
  const page = await read('/insights/execution-models');
  expect(countsAbout(page, /design thinking/i)).toContain(5);
  expect(countsAbout(page, /devops services/i)[0]).toBeGreaterThan(2);
});

test('2.12 insight pages: TRIAD has three pillars, six phases and five benefits with figures', async () => {
  const page = await read('/insights/triad');
  expect(listsAbout(page, /pillars/i)).toEqual([['technology', 'psychology', 'business']]);
  expect(countsAbout(page, /six phases|methodology/i)).toContain(6);
  const benefits = page.sections.find(({ head }) => /business benefits/i.test(head))?.items ?? [];
  expect(benefits).toHaveLength(5);
  for (const { text } of benefits) expect(text).toMatch(/\d/);
});

test('2.12 insight pages: four case studies have title, category, summary and link', async () => {
  const { sections } = await read('/insights/case-studies');
  const targets = [
    '/case-studies/energy-transformation',
    '/case-studies/service-visibility',
    '/case-studies/property-access',
    '/case-studies/crisis-management',
  ];
  const cards =
    sections.find(({ items }) => items[0]?.links.some(({ href }) => href === targets[0]))?.items ?? [];
  expect(cards.map(({ links }) => links.map(({ href }) => href))).toEqual(targets.map((target) => [target]));
  for (const { heading, text } of cards) {
    expect(heading).not.toBe('');
    expect(text.replace(heading, ''), heading).toMatch(/\w{4,}.*.{60,}/);
  }
});

test('2.12 insight pages: five posts have category, read time, title, excerpt, date and an arrow', async () => {
  const page = await read('/insights/blogs');
  expect(page.h1).toEqual(['Blogs']);
  const cards = page.sections
    .flatMap(({ items }) => items)
    .filter(({ text }) => /\d+ min\w* read/.test(text));
  expect(cards).toHaveLength(5);
  for (const { heading, text, links } of cards) {
    expect(
      categories.filter((category) => text.includes(category)),
      heading,
    ).not.toEqual([]);
    expect(text, 'a date').toMatch(/\b\d{1,2} [A-Z][a-z]+ 20\d\d\b|\b[A-Z][a-z]+ \d{1,2}, 20\d\d\b/);
    expect(text.replace(heading, ''), 'an excerpt').toMatch(/.{60,}/);
    expect(
      links.map(({ href }) => href),
      heading,
    ).toEqual([expect.stringMatching(/^[/#]/)]);
  }
  for (const path of cards
    .flatMap(({ links }) => links.map(({ href }) => href))
    .filter((href) => href.startsWith('/')))
    expect((await read(path.split('#')[0] ?? '')).status, path).toBe(200);
});

const filter = (page: Page) =>
  page.getByRole('radio').or(page.locator('main button[aria-pressed]')).or(page.getByRole('tab'));
const shown = (page: Page) =>
  page
    .locator('main li:visible')
    .filter({ hasText: /min\w* read/ })
    .count();
const chosen = (page: Page) =>
  filter(page).evaluateAll((all) =>
    all
      .filter(
        (one) =>
          (one as HTMLInputElement).checked ||
          one.getAttribute('aria-pressed') === 'true' ||
          one.getAttribute('aria-selected') === 'true',
      )
      .map((one) => one.closest('label')?.textContent ?? one.textContent),
  );

test.each([
  ['before hydration', false, true],
  ['after hydration', true, true],
  ['without JavaScript', false, false],
])(
  '2.12 insight pages: the filters are in order, All first, and a click on one shows its posts, %s',
  async (_when, isHydrated, javaScriptEnabled) => {
    const { page } = await visit('/insights/blogs', { javaScriptEnabled, reducedMotion: 'reduce' });
    if (isHydrated) await hydrate(page);
    expect(
      await filter(page).evaluateAll((all) => all.map((one) => (one.closest('label') ?? one).textContent)),
    ).toEqual(['All', ...categories]);
    expect(await chosen(page)).toEqual(['All']);
    expect(await shown(page)).toBe(5);
    let sum = 0;
    for (const category of categories) {
      await page
        .locator('main label, main button')
        .filter({ hasText: new RegExp(`^${category}$`) })
        .click();
      await expect.poll(() => chosen(page)).toEqual([category]);
      const left = page.locator('main li:visible').filter({ hasText: /min\w* read/ });
      expect(await left.filter({ hasText: category }).count(), category).toBe(await left.count());
      sum += await left.count();
    }
    expect(sum).toBe(5);
    await page.locator('main label, main button').filter({ hasText: /^All$/ }).click();
    await expect.poll(() => shown(page)).toBe(5);
  },
);

test('2.12 insight pages: the filters answer the keyboard', async () => {
  const { page } = await visit('/insights/blogs', { reducedMotion: 'reduce' });
  await filter(page).first().focus();
  for (const category of categories) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chosen(page)).toEqual([category]);
    expect(await shown(page), category).toBeLessThan(5);
    expect(await shown(page), category).toBeGreaterThan(0);
  }
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => chosen(page)).toEqual(['All']);
  expect(await shown(page)).toBe(5);
});
