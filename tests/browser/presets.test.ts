import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contrast } from '../../schema/content/colors.ts';
import { resolvedTheme } from '../../schema/content/theme-presets.ts';
import { presetNames } from '../../schema/content/theme-settings.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { finishAnimations, startBrowser } from '../support/browser.ts';
import { misfits, setTextSize } from '../support/fit.ts';
import { copyLanguageSite } from '../support/fixture-site.ts';
import { buildAndServe, type BuiltSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const routes = [
  '/',
  '/besuch',
  '/stelle',
  '/berichte',
  '/berichte/alle',
  '/berichte/nebel',
  '/berichte/spiegel',
  '/404',
  '/karten',
];

/** An opening with large figures above its heading, and tiles with pictures. */
const cardsPage = `title: Drei Wege zum Hafen
description: Drei Wege zum Hafen, mit je einem Bild und den wichtigsten Angaben.
blocks:
  - type: hero
    layout: case
    numbers: [{ value: 50 min, label: mit dem Bus }, { value: 5 min, label: mit der Fähre }]
    heading: Ganz gemütlich und pünktlich zum Hafen gefahren
    lead: Vom Bahnhof aus führen drei Wege zum Hafen. Wir zeigen, welcher der kürzeste ist.
    actions: [{ label: Alle Berichte, to: /berichte }]
  - type: card-grid
    layout: tiles
    heading: Die drei Wege
    items:
${['Mit der Fähre', 'Zu Fuß', 'Mit dem Bus']
  .map(
    (heading) =>
      `      - { heading: ${heading}, text: Ab dem Bahnhof., image: { src: /pictures/ferry.svg, alt: Der Hafen } }`,
  )
  .join('\n')}
`;

/** With those of the site, six entries. */
const longEntries = [
  '{ label: Veröffentlichungen, to: /berichte/alle }',
  '{ label: Stellenangebote, to: /stelle }',
  '{ label: Nebelbeobachtung, to: /berichte/nebel }',
]
  .map((entry) => `\n    - ${entry}`)
  .join('');

describe.each(presetNames)('the preset %s', (preset) => {
  const hasTwoRows = ['centred', 'masthead'].includes(resolvedTheme({ preset }).header);
  const { folder, pages } = copyLanguageSite('de');
  let site: BuiltSite;
  beforeAll(async () => {
    const file = join(pages, '_site.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace('theme: { fonts: figtree }', `theme: { preset: ${preset} }`)
        .replace('label: Start, to: / }', `label: Willkommen, to: / }${longEntries}`),
    );
    writeFileSync(join(pages, 'karten.yaml'), cardsPage);
    site = await buildAndServe(pages, folder);
  });
  afterAll(async () => {
    await site.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(routes)('%s fits all windows, and large text', async (route) => {
    const { page } = await visit(site.address + route, { reducedMotion: 'reduce' });
    await page.evaluate(() => document.fonts.ready);
    const found: string[] = [];
    const measure = async (where: string) => {
      for (const one of await misfits(page))
        // In some presets, the name stands above the navigation.
        if (!hasTwoRows || !one.endsWith('is in another row')) found.push(`${where}: ${one}`);
    };
    for (const width of [320, 375, 768, 1024, 1120, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await measure(`${width} px`);
    }
    await page.setViewportSize({ width: 375, height: 800 });
    await setTextSize(page, 32);
    await measure('375 px at 200 %');
    expect(found).toEqual([]);
  });

  test('the heading of a case ends above its lead, and pictures of tiles stay within the page', async () => {
    const { page } = await visit(`${site.address}/karten`, { reducedMotion: 'reduce' });
    await page.evaluate(() => document.fonts.ready);
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const places = await page.evaluate(() => {
        const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [title, lead] = ['h1', '[data-part=title] + p'].map(boxOf);
        const [head, first, last] = ['[data-block=card-grid] ul', 'li img', 'li:last-child img'].map(boxOf);
        return { title, lead, head, first, last };
      });
      const { title, lead, head, first, last } = places;
      if (!title || !lead || !head || !first || !last) throw new Error('Not all are on the page.');
      const isBeside = lead.left >= title.right;
      expect(isBeside || lead.top >= title.bottom + 8, `${width} px`).toBe(true);
      expect([first.left >= head.left - 1, last.right <= head.right + 1]).toEqual([true, true]);
    }
  });

  test.each(routes)('%s is accessible in both schemes', async (route) => {
    const { page } = await visit(site.address + route, { reducedMotion: 'reduce', bypassCSP: true });
    await finishAnimations(page);
    await loadAxe(page);
    for (const scheme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset['scheme'] = name), scheme);
      expect(await axeDiagnostics(page), scheme).toEqual([]);
      for (const { name, edge, on } of await page.evaluate(fieldEdges))
        expect(contrast(hex(edge), hex(on)), `the edge of ${name}, ${scheme}`).toBeGreaterThanOrEqual(3);
    }
  });
});

/** Runs in the page. The edge of each field, and what it stands on. */
function fieldEdges(): { name: string; edge: string; on: string }[] {
  const groundOf = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement) : backgroundColor;
  };
  const fields = document.querySelectorAll('main :is(input:not([type=range]), textarea, select)');
  return [...fields]
    .filter((field) => field.checkVisibility() && getComputedStyle(field).borderTopWidth !== '0px')
    .filter(
      (field) => getComputedStyle(field).appearance === 'none' || field.matches('textarea, [type=text]'),
    )
    .flatMap((field) => {
      const edge = getComputedStyle(field).borderTopColor;
      const name = field.getAttribute('name') ?? field.localName;
      return [groundOf(field), groundOf(field.parentElement)].map((on) => ({ name, edge, on }));
    });
}

const hex = (color: string): string =>
  `#${[...color.matchAll(/[\d.]+/g)]
    .slice(0, 3)
    .map(([value]) => Number(value).toString(16).padStart(2, '0'))
    .join('')}`;
