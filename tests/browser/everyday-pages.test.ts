import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { misfits } from '../support/fit.ts';
import { printProblems } from '../support/print.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const home = `  - type: hero
    layout: compact
    heading: Everyday things
    lead: It takes 8–12 weeks at -5 degrees, 9AM–6PM. Write to post.office.of.the.harbour@salt-quay.example, please.
    actions:
      - { label: Press kit, to: /files/tides-2026.csv }
      - { label: Read on, scrollTo: facts }
  - type: stats
    id: facts
    items: [{ value: 8–12 weeks, label: until it is done }, { value: -5 %, label: less than before }]
  - type: card-grid
    id: logos
    heading: Who comes here
    items:
      - { image: { src: /logos/north-pier.svg, alt: North Pier }, heading: North Pier, text: Since May. }
      - { image: { src: /logos/two-lights.svg, alt: Two Lights }, heading: Two Lights, text: Since June. }
      - { image: { src: /logos/salt-quay.svg, alt: Salt Quay }, heading: Salt Quay, text: Since July. }
  - type: downloads
    id: files
    layout: cards
    heading: Files to take along
    items:
      - { label: The tides, to: /files/tides-2026.csv }
      - { label: The pier, to: /pictures/pier.jpg, image: { src: /pictures/pier.jpg, alt: The pier at dusk } }
  - type: faq
    heading: Questions
    items: [{ question: How long?, answer: Not long. }, { question: How much?, answer: Not much. }]
  - type: tabs
    heading: By season
    items: [{ label: In summer, body: All day. }, { label: In winter, body: At noon. }]
  - { type: posts, id: one, layout: grid, heading: One book, from: /books, most: 1 }
  - { type: posts, id: grid, layout: grid, heading: All books, from: /books }
  - { type: posts, id: list, layout: list, heading: Books in rows, from: /books }
`;
const article = `  - { type: hero, layout: compact, heading: A long text }
  - { type: contents, layout: beside, heading: What is in it }
  - type: text
    body: |
      ## How it began

      ![The pier](/pictures/pier.jpg "Once")

      Some words.

      ## How it went on

      More words.
`;
const book = (name: string, day: string) =>
  `title: The book of ${name}\ndescription: A book about ${name}, with a square cover that nobody has cut.\n` +
  `kind: article\npublished: 2026-04-${day}\nauthor: Mara\nblocks:\n  - type: hero\n    layout: split\n` +
  `    heading: The book of ${name}\n    picture: { src: /pictures/cover.jpg, alt: The cover of the book }\n`;
const entries = [
  'Leistungen',
  'Unternehmen',
  'Veranstaltungen',
  'Downloads',
  'Datenschutz',
  'Stellenangebote',
];

const site = servedSite(async ({ write, pictures }) => {
  const folder = join(pictures, '..');
  cpSync(join(fixtureFolder, 'public'), folder, { recursive: true });
  mkdirSync(pictures, { recursive: true });
  const pier = sharp(join(fixtureFolder, 'public/pictures/pier.jpg'));
  await pier.resize(600, 600, { fit: 'cover' }).jpeg().toFile(join(pictures, 'cover.jpg'));
  const items = entries.map((label) => `{ label: ${label}, to: / }`).join(', ');
  const navigation = siteYaml
    .replace('items: [{ label: Home, to: / }]', `colors: true\n  search: true\n  items: [${items}]`)
    .replace('label: Write', 'label: Kontakt aufnehmen')
    .replace('footer: { label: More }', 'footer: { label: More, legal: [{ label: Home, to: / }] }')
    .replace('company: Example', 'company: Hafenkontor Rostock');
  write('_site.yaml', navigation);
  write('index.yaml', pageYaml(home));
  write('article.yaml', pageYaml(article));
  write(
    'changed.yaml',
    pageYaml(
      '  - type: form\n    id: ask\n    heading: Ask something\n    fields: [{ name: name, label: Name }]\n' +
        '    submit: { label: Send, log: true }\n',
    ).replace('blocks:', 'updated: 2026-05-01\nblocks:'),
  );
  write('books/one.yaml', book('tides', '01'));
  write('books/two.yaml', book('winds', '02'));
});
const open = async (path: string, width: number) => {
  const { page } = await visit(site.address + path, {
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
  });
  return page;
};
const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test.each([1024, 1100, 1200, 1280, 1366, 1440, 1920])(
  'six German entries fit into the header of a window of %d px, or are in its menu',
  async (width) => {
    const page = await open('/', width);
    expect(await misfits(page)).toEqual([]);
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    for (const name of entries) expect(await page.getByRole('banner').getByText(name).isVisible()).toBe(true);
  },
);

test('ranges of numbers and times and mail addresses are not broken, and a minus is one', async () => {
  for (const width of [320, 375, 400, 480, 768, 1024]) {
    const page = await open('/', width);
    const lead = page.locator('[data-block=hero] p').filter({ hasText: 'It takes' });
    expect(await lead.textContent()).toContain(
      '8–12\u00A0weeks at −5 degrees, 9AM–6PM. Write to post.office',
    );
    const lines = await lead.evaluate((text) =>
      [...text.querySelectorAll('span')].map((whole) => [
        whole.textContent,
        whole.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(whole).lineHeight),
      ]),
    );
    expect(lines.map(([word]) => word)).toEqual([
      '8–12\u00A0weeks',
      '9AM–6PM.',
      'post.office.of.the.harbour@salt-quay.example,',
    ]);
    // The address is wider than a phone: there it breaks at its signs.
    for (const [, height] of width < 480 ? lines.slice(0, 2) : lines) expect(height).toBeCloseTo(1, 1);
  }
  const page = await open('/', 375);
  expect(await page.locator('[data-value]').allTextContents()).toEqual(['8–12\u00A0weeks', '−5\u00A0%']);
});

test('a button has a gap before the kind and size of its file', async () => {
  const page = await open('/', 1280);
  const gap = await page.getByRole('link', { name: 'Press kit' }).evaluate((link) => {
    const range = document.createRange();
    range.selectNode(link.firstChild ?? link);
    return (
      (link.querySelector('span')?.getBoundingClientRect().left ?? 0) - range.getBoundingClientRect().right
    );
  });
  expect(gap).toBeGreaterThan(3);
});

test('a download without a picture has the cover of its kind next to one with a picture', async () => {
  const page = await open('/', 1280);
  const cards = page.locator('#files li');
  const [cover, picture] = [
    await boxOf(cards.nth(0).getByText('CSV', { exact: true })),
    await boxOf(cards.nth(1).locator('img')),
  ];
  expect(cover.height).toBeCloseTo(picture.height, 0);
  expect(cover.width).toBeCloseTo(picture.width, 0);
});

test('logos in cards are as high as they can be read', async () => {
  for (const width of [375, 1280]) {
    const page = await open('/', width);
    for (const logo of await page.locator('#logos img').all())
      expect((await boxOf(logo)).height).toBeGreaterThan(40);
  }
});

test('a single post is not wider than one of several, and square covers stay square', async () => {
  const page = await open('/', 1440);
  const single = await boxOf(page.locator('#one li'));
  expect(single.width).toBeCloseTo((await boxOf(page.locator('#grid li').first())).width, 0);
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const cover of await page.locator(':is(#one, #grid, #list) li img').all()) {
      const { width: wide, height } = await boxOf(cover);
      expect(wide / height, `${width} px`).toBeGreaterThan(0.8);
      expect(wide / height, `${width} px`).toBeLessThan(1.25);
    }
  }
});

test('a phone unfolds the contents of a text above it, and a desk shows them without a switch', async () => {
  const desk = await open('/article', 1280);
  const list = (page: Page) => page.getByRole('navigation', { name: 'What is in it' });
  expect((await boxOf(list(desk))).height).toBeGreaterThan(80);
  expect(await desk.locator('[data-block=contents] summary').isVisible()).toBe(false);
  const page = await open('/article', 375);
  const summary = page.locator('[data-block=contents] summary');
  const folded = await boxOf(page.getByText('Some words.'));
  expect((await boxOf(summary)).height).toBeGreaterThanOrEqual(44);
  expect(await list(page).isVisible()).toBe(false);
  await summary.click();
  expect((await boxOf(page.getByText('Some words.'))).y).toBeGreaterThan(folded.y + 80);
  const [contents, text] = [
    await boxOf(page.getByRole('navigation', { name: 'What is in it' })),
    await boxOf(page.getByText('Some words.')),
  ];
  expect(contents.height).toBeGreaterThan(80);
  expect(contents.y + contents.height).toBeLessThan(text.y);
});

test('on paper no text lies over a picture, and answers and tabs are complete', async () => {
  for (const path of ['/', '/article']) {
    const page = await open(path, 1280);
    expect(await printProblems(page)).toEqual([]);
  }
  const page = await open('/', 1280);
  await page.emulateMedia({ media: 'print' });
  for (const text of ['Not long.', 'Not much.', 'All day.', 'At noon.'])
    expect((await boxOf(page.getByText(text))).height, text).toBeGreaterThan(10);
});

test('the day of the last change is at the end of a page without a text, also after a navigation', async () => {
  const { page, logs } = await visit(`${site.address}/changed`, { reducedMotion: 'reduce' });
  const day = page.getByText('Last updated: May 1, 2026');
  await hydrate(page);
  expect(await day.count()).toBe(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${site.address}/`);
  await day.waitFor({ state: 'detached' });
  await page.goBack();
  await day.waitFor();
  expect(logs).toEqual([]);
});
