import { expect, test } from 'vitest';
import { renderBlocks } from '../support/rendered-blocks.ts';

const files = (settings: string, ...items: readonly string[]) =>
  renderBlocks(`- type: downloads
  heading: Papers
${settings}  items:
${items.map((item) => `    - ${item}\n`).join('')}`);

const buttonsIn = (html: string) => {
  const [, filter = ''] = /<fieldset[^>]*>(.*?)<\/fieldset>/s.exec(html) ?? [];
  return [...filter.matchAll(/value="(-?\d+)"[^>]*\/>(.*?)<\/label>/g)].map(
    ([, value, tag]) => `${value} ${tag}`,
  );
};
const tagsIn = (html: string) => [...html.matchAll(/<li data-tags="([^"]*)"/g)].map(([, tags]) => tags);

const prices = '{ label: Prices, to: /files/prices.pdf, tags: [Berths, 2026] }';
const tides = '{ label: Tides, to: /files/tides.pdf, tags: [Water] }';
const rules = '{ label: Rules, to: /files/rules.pdf }';

test.each([
  ['', ['-1 All', '0 Berths', '1 2026', '2 Water'], ['0 1', '2', '']],
  ['  tags: [{ tag: Water }, { tag: Berths }]\n', ['-1 All', '0 Water', '1 Berths'], ['1', '0', '']],
  ['  layout: cards\n', ['-1 All', '0 Berths', '1 2026', '2 Water'], ['0 1', '2', '']],
  [
    '  layout: beside\n  all: Everything\n',
    ['-1 Everything', '0 Berths', '1 2026', '2 Water'],
    ['0 1', '2', ''],
  ],
])('files with tags have a filter: %j', (settings, buttons, places) => {
  const { messages, html } = files(settings, prices, tides, rules);
  expect(messages).toEqual([]);
  expect(html).toContain('<fieldset aria-label="Show files about"');
  expect(buttonsIn(html)).toEqual(buttons);
  expect(tagsIn(html)).toEqual(places);
});

test('files without tags have no filter', () => {
  const { messages, html } = files('', rules);
  expect(messages).toEqual([]);
  expect(html).not.toMatch(/fieldset|data-tags/);
});

test.each([
  ['  tags: [{ tag: Watr }]\n', tides, '`tag` cannot be `Watr`: no file of this list has this tag'],
  ['  tags: [{ tag: Water }]\n', rules, '`tag` cannot be `Water`: no file of this list has this tag'],
  ['  tags: [Water]\n', tides, '`tags`'],
  ['', '{ label: Tides, to: /files/tides.pdf, tags: Water }', '`tags`'],
  ['', '{ label: Tides, to: /files/tides.pdf, tags: [] }', '`tags`'],
  ['', '{ label: Tides, to: /files/tides.pdf, tag: Water }', '`tags`'],
])('%j with %s is reported', (settings, item, message) => {
  expect(files(settings, item).messages.join('\n')).toContain(message);
});
