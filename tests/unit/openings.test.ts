import { describe, expect, test } from 'vitest';
import { renderBlocks } from '../support/rendered-blocks.ts';

const block = (lines: string) => renderBlocks(`- ${lines.trim().replaceAll('\n', '\n  ')}\n`);
const hero = (layout: string, lines = '') =>
  block(`type: hero\nlayout: ${layout}\nheading: The first word\n${lines}`);
const cta = (layout: string, lines = '') =>
  block(
    `type: cta\nlayout: ${layout}\nheading: The last word\nactions: [{ label: Write to us, to: / }]\n${lines}`,
  );

const picture = 'picture: { src: /pictures/board.svg, alt: A board with six rows }';
const numbers = 'numbers: [{ value: 16 h, label: before }, { value: 4 min, label: after }]';
const figure =
  'figure: { kind: counted, items: [{ label: answered at once, value: 61, mark: true }, { label: passed on, value: 39 }] }';
const person = 'person: { name: Mara Fairlead }';
const steps = 'steps: [You write, We answer]';

describe('what a layout needs is there', () => {
  test.each([
    ['hero', 'statement', ''],
    ['hero', 'statement', 'lead: A sentence.'],
    ['hero', 'statement', 'facts: [{ text: One fact }]'],
    ['hero', 'case', numbers],
    ['hero', 'case', 'numbers: [{ value: 99.9%, label: of all hours }]'],
    ['hero', 'case', `${numbers}\n${picture}`],
    ['hero', 'case', `${numbers}\nclient: { name: North Pier }`],
    ['hero', 'case', `${numbers}\nclient: { name: North Pier, src: /logos/north-pier.svg }`],
    ['hero', 'product', picture],
    ['hero', 'scene', picture],
    ['hero', 'scene', figure],
    ['hero', 'statement', figure],
    ['hero', 'case', `${numbers}\n${figure}`],
    ['hero', 'article', figure],
    ['cta', 'figure', figure],
    ['hero', 'article', ''],
    ['hero', 'article', 'byline: { title: Forecaster }'],
    ['hero', 'article', picture],
    ['hero', 'wide', picture],
    ['hero', 'split', ''],
    ['hero', 'compact', picture],
    ['cta', 'band', ''],
    ['cta', 'band', steps],
    ['cta', 'card', steps],
    ['cta', 'steps', steps],
    ['cta', 'person', person],
    ['cta', 'person', `${person}\n${steps}`],
  ])('%s %s %j', (type, layout, lines) => {
    expect((type === 'hero' ? hero : cta)(layout, lines).messages).toEqual([]);
  });
});

describe('what a layout needs, or has no place for, is said at its line', () => {
  test.each([
    ['hero', 'case', '', '`numbers`', 'needs `numbers`'],
    ['hero', 'case', 'numbers: []', '`numbers`', 'the one or two numbers'],
    ['hero', 'case', picture, '`numbers`', 'needs `numbers`'],
    ['hero', 'product', '', '`picture`', 'needs a `picture`'],
    ['hero', 'product', 'lead: A sentence.', '`picture`', 'needs a `picture`'],
    ['hero', 'scene', '', '`picture`', 'needs a `picture`'],
    ['hero', 'statement', picture, '`picture`', 'which is words alone; delete this picture'],
    ['hero', 'split', numbers, '`numbers`', 'is for the layout `case`; write `layout: case`'],
    ['hero', 'statement', numbers, '`numbers`', 'is for the layout `case`'],
    ['hero', 'article', 'client: { name: North Pier }', '`client`', 'is for the layout `case`'],
    ['hero', 'case', 'client: { src: /a.svg }\n' + numbers, '`name`', ''],
    ['hero', 'case', numbers.replace('}]', '}, { value: 1, label: x }]'), '`numbers`', ''],
    ['cta', 'steps', '', '`steps`', 'needs `steps`'],
    ['cta', 'person', '', '`person`', 'needs a `person`'],
    ['cta', 'figure', '', '`figure`', 'needs a `figure`'],
    ['cta', 'band', figure, '`figure`', 'is for the layout `figure`'],
    ['cta', 'band', person, '`person`', 'is for the layout `person`'],
    ['cta', 'steps', `${steps}\n${person}`, '`person`', 'is for the layout `person`'],
  ])('%s %s %j', (type, layout, lines, setting, words) => {
    const { messages } = (type === 'hero' ? hero : cta)(layout, lines);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(setting);
    expect(messages[0]).toContain(words);
  });
});

test('a case shows its client, subject and numbers, and its heading stays the heading', () => {
  const { html, text } = hero(
    'case',
    `${numbers}\neyebrow: Ice on the mast\nclient: { name: North Pier, src: /logos/north-pier.svg }`,
  );
  expect(html).toMatch(/<img[^>]*alt="North Pier"/);
  expect(text).toMatch(/Ice on the mast 16 h before 4 min after The first word/);
  expect(html).toMatch(/<h2[^>]*>The first word<\/h2>/);
  expect(hero('case', `${numbers}\nclient: { name: North Pier }`).text).toContain('North Pier');
});

test('the third and the fourth action of a hero are links, and a fifth is too many', () => {
  const actions = (count: number) =>
    `actions: [${Array.from({ length: count }, (_, at) => `{ label: Way ${at}, to: / }`).join(', ')}]`;
  for (const count of [0, 1, 2, 3, 4]) {
    const { html, messages } = hero('statement', actions(count));
    expect(messages).toEqual([]);
    expect(html.match(/>Way \d/g) ?? []).toHaveLength(count);
    expect(html.match(/data-glyph="arrow"/g) ?? []).toHaveLength(Math.max(0, count - 2));
  }
  expect(hero('statement', actions(5)).messages).toHaveLength(1);
});

test.each(['plain', 'tinted', 'dark'])(
  'the header stands on a scene that begins a page, in its tone: %s',
  (tone) => {
    const begin = (block: string) =>
      renderBlocks('', { 'scene.yaml': sceneYaml(block) }, undefined, '/scene').view?.header;
    const scene = `{ type: hero, tone: ${tone}, layout: scene, heading: Seen, ${picture} }`;
    expect(begin(`  - ${scene}\n`)).toEqual({ over: tone });
    expect(begin(`  - { type: hero, heading: Not yet }\n  - ${scene}\n`)).toBeUndefined();
  },
);

const sceneYaml = (blocks: string) =>
  'title: A scene\ndescription: A page that begins with a picture across the window, for a test of the header.\n' +
  `blocks:\n${blocks}`;

test('a person who answers is reached directly', () => {
  const { html } = cta(
    'person',
    'person: { name: Mara Fairlead, title: Forecaster, email: mara@example.org, phone: +44 (20) 7946-0001, note: Before noon }',
  );
  expect(html).toContain('href="mailto:mara@example.org"');
  expect(html).toContain('href="tel:+442079460001"');
  expect(html).toMatch(/<text[^>]*>MF<\/text>/);
  expect(html).toContain('Before noon');
});
