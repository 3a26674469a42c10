import { describe, expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../schema/checker/example-site.ts';

/** The diagnostics of a page with these settings of a `chart`. */
function diagnosticsOf(settings: string) {
  const lines = settings.trim().replaceAll('\n', '\n  ');
  const block = `- type: hero\n  heading: Welcome\n- type: chart\n  heading: The wind\n  ${lines}\n`;
  return check(exampleFiles(block), exampleAssets({})).diagnostics;
}

const two = 'items:\n  - { label: North, value: 61 }\n  - { label: South, value: 48 }';
const bars = (first: string) =>
  `unit: kn\nitems:\n  - label: North\n    value: ${first}\n  - { label: South, value: 48 }\n  - { label: East, value: 7 }`;
const lines = (...labels: string[]) =>
  `kind: line\nunit: h\nitems:\n${labels.map((label, at) => `  - { label: "${label}", value: ${at} }`).join('\n')}`;
const shares = (...values: unknown[]) =>
  `kind: share\nunit: "%"\nitems:\n  - label: Boats\n    parts:\n${values
    .map((value, at) => `      - { label: Part ${at}, value: ${String(value)} }`)
    .join('\n')}`;

describe('charts that are right have no diagnostic', () => {
  test.each([
    ['bars', `unit: kn\n${two}`],
    ['a missing value', bars('none')],
    ['null', bars('null')],
    ['a negative and a decimal value', bars('-12.5')],
    ['zero', bars('0')],
    ['before and after', 'kind: before-after\nunit: h\nitems:\n  - { label: A pass, before: 20, after: 2 }'],
    ['one counted group', 'kind: counted\nitems:\n  - { label: boats, value: 48, mark: true }'],
    ['dates', lines('2026-01', '2026-02', '2026-04')],
    ['years', lines('2024', '2025', '2026')],
    ['quarters', lines('2025-Q4', '2026-Q1')],
    ['hours, which are no dates', lines('22:00', '23:00', '0:00')],
    ['parts of a hundred', shares(60, 40)],
    ['rounded parts', shares(33, 33, 33)],
    ['a part that was not measured', shares(60, 'none')],
    [
      'parts of a number',
      'kind: share\nunit: boats\nitems:\n  - label: Boats\n    parts: [{ label: In, value: 31 }, { label: Out, value: 7 }]',
    ],
    [
      'ranges',
      'kind: ranges\nunit: weeks\nitems:\n  - { label: A, value: 4 }\n  - { label: B, lowest: 3, highest: 8 }',
    ],
    [
      'a skyline, in which hours may be empty',
      'kind: skyline\ncolumns: ["0:00", "6:00", "12:00"]\nitems:\n  - { label: alarms, cells: [9, 0, 44] }\n  - { label: cases, mark: true, cells: [1, 0, 3] }',
    ],
    [
      'heat',
      'kind: heat\nunit: calls\ncolumns: [AM, PM]\nitems:\n  - { label: Monday, cells: [9, none] }\n  - { label: Tuesday, cells: [0, 4] }',
    ],
  ])('%s', (_, settings) => {
    expect(diagnosticsOf(settings)).toEqual([]);
  });
});

describe('numbers in other forms are offered as the number that they are', () => {
  test.each([
    ['"1,200"', '1200', 'suggested'],
    ['1,200', '1200', 'suggested'],
    ['"1,234,567"', '1234567', 'safe'],
    ['"1,200.50"', '1200.50', 'safe'],
    ['1.234.567', '1234567', 'safe'],
    ['"1.234,5"', '1234.5', 'safe'],
    ['"1,5"', '1.5', 'safe'],
    ['1 200', '1200', 'safe'],
    ["1'200", '1200', 'safe'],
    ['1_200', '1200', 'safe'],
    ['−5', '-5', 'safe'],
    ['+5', '5', 'safe'],
    ['12%', '12', 'suggested', '"%"'],
    ['12 %', '12', 'suggested', '"%"'],
    ['€20', '20', 'suggested', '€'],
    ['20 h', '20', 'suggested', 'h'],
    ['"1,200 h"', '1200', 'suggested', 'h'],
  ])('%s is %s', (written, newText, safety, unit = 'kn') => {
    const [found, ...others] = diagnosticsOf(bars(written).replace('unit: kn', `unit: ${unit}`));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      rule: 'wrong-value',
      range: { start: { line: expect.any(Number) as number } },
      fix: { safety, edits: [{ newText }] },
    });
  });

  test.each(['about twenty', 'n/a', '1.2.3', '10–20', '1e6', '?'])('%s is none', (written) => {
    const [found, ...others] = diagnosticsOf(bars(`"${written}"`));
    expect(others).toEqual([]);
    expect(found?.message).toContain('must be a number');
    expect(found?.fix).toBeUndefined();
  });
});

test.each([
  ['£5', '£'],
  ['12 %', '%'],
])('%s is no number of a chart in another unit', (written, unit) => {
  const [found, ...others] = diagnosticsOf(bars(written));
  expect(others).toEqual([]);
  expect(found?.message).toBe(`\`value\` is in \`${unit}\`, and \`unit\` says \`kn\``);
  expect(found?.fix).toBeUndefined();
});

test('a point or a comma that can stand between thousands in the language of the page is ambiguous', () => {
  const chart = (value: string) =>
    `type: chart\n    heading: Wind\n    ${bars(value).replaceAll('\n', '\n    ')}\n`;
  const form =
    'type: form\n    heading: Fragen\n    id: ask\n    submit: { label: Senden, none: true }\n' +
    '    fields: [{ name: size, label: Menge, kind: number, min: 1.000 }]\n';
  const found = (language: string, block: string) => {
    const page =
      `title: Der Hafen\ndescription: Wetter, Wasser und Liegeplätze für alle, die mit dem Boot zu uns kommen.\n` +
      `language: ${language}\nblocks:\n  - type: hero\n    heading: Hallo\n  - ${block}`;
    const files = { 'seite.yaml': page };
    return check(exampleFiles(files), exampleAssets({})).diagnostics.filter(
      ({ rule }) => rule === 'wrong-value',
    );
  };
  const [first, ...others] = found('de', chart('1.200'));
  expect(others).toEqual([]);
  expect(first?.message).toBe('`1.200` can be read as 1200 and as 1.2');
  expect(first?.advice).toBe('write `1200`, or `1.2` if these are decimals');
  expect(first?.fix).toBeUndefined();
  expect(found('de', chart('3.141'))[0]?.advice).toBe('write `3141`, or `3.1410` if these are decimals');
  const [withComma] = found('de', chart('"1,234"'));
  expect(withComma?.fix).toBeUndefined();
  expect(withComma?.advice).toBe('write `1.234`, or `1234` if the comma separates thousands');
  expect(found('en', chart('"1,234"'))[0]?.fix?.title).toBe('write `1234`');
  expect(found('de', form).map(({ message }) => message)).toEqual(['`1.000` can be read as 1000 and as 1']);
  for (const value of ['1.20', '1200', '0.125', '12.5']) expect(found('de', chart(value))).toEqual([]);
  for (const language of ['en', 'de-CH', 'fr']) expect(found(language, chart('1.200'))).toEqual([]);
});

describe('charts that would say something wrong are reported at their place', () => {
  test.each([
    ['no unit', two, 'needs a `unit`', 'unit'],
    [
      'one bar',
      'unit: kn\nitems: [{ label: A, value: 1 }]',
      'needs 2 entries or more for `kind: bars`',
      'items',
    ],
    ['one point', lines('2026'), 'needs 2 entries or more for `kind: line`', 'items'],
    ['one measured bar', bars('none').replace('48', 'none'), 'needs two measured values or more', 'items'],
    [
      'no value',
      'unit: kn\nitems:\n  - { label: A }\n  - { label: B, value: 2 }',
      'needs a `value`',
      'value',
    ],
    ['the same label', `unit: kn\n${two.replace('South', 'north')}`, 'is the label of entry 1 too', 'label'],
    [
      'a long label',
      `unit: kn\n${two.replace('South', 'S'.repeat(81))}`,
      'is too long for its place',
      'label',
    ],
    ['a long unit', `unit: ${'k'.repeat(21)}\n${two}`, 'is too long for its place', 'unit'],
    ['over a hundred', shares(60, 52), 'add up to 112, which is more than the whole, 100', 'parts'],
    ['under a hundred', shares(60, 20), 'add up to 80, and the whole is 100', 'parts'],
    ['a negative part', shares(110, -10), 'must be more than 0', 'value'],
    ['an empty part', shares(100, 0), 'must be more than 0', 'value'],
    ['one part', shares(41), 'one part alone is no share', 'parts'],
    [
      'a sign for bars',
      `unit: kn\nsign: person\n${two}`,
      'belongs to `kind: counted`, and this chart is `kind: bars`',
      'sign',
    ],
    [
      'less than a thing',
      'kind: counted\nitems: [{ label: boats, value: 0 }]',
      'must be more than 0',
      'value',
    ],
    ['minus a thing', 'kind: counted\nitems: [{ label: boats, value: -3 }]', 'must be more than 0', 'value'],
    [
      'half a thing',
      'kind: counted\nitems: [{ label: boats, value: 2.5 }]',
      'must be a whole number',
      'value',
    ],
    ['time that runs back', lines('2026-02', '2026-01'), 'is earlier than the one before it', 'label'],
    ['years that run back', lines('2026', '2025'), 'is earlier than the one before it', 'label'],
    [
      'a range upside down',
      'kind: ranges\nunit: h\nitems:\n  - { label: A, lowest: 8, highest: 3 }\n  - { label: B, value: 3 }',
      'is below `lowest`',
      'highest',
    ],
    [
      'values of another kind',
      'unit: h\nitems:\n  - { label: A, value: 8, before: 3 }\n  - { label: B, value: 3 }',
      'belongs to `kind: before-after`',
      'before',
    ],
    [
      'too few cells',
      'kind: heat\nunit: h\ncolumns: [A, B]\nitems:\n  - { label: C, cells: [1] }\n  - { label: D, cells: [1, 2] }',
      'needs 2 entries, one for each column, and has 1',
      'cells',
    ],
  ])('%s', (_, settings, message, key) => {
    const [found, ...others] = diagnosticsOf(settings);
    expect(others.map((one) => one.message)).toEqual([]);
    expect(`${found?.message} ${found?.note}`).toContain(message);
    expect(found?.advice ?? found?.fix?.title).toBeTruthy();
    expect(found?.path.findLast((step) => typeof step === 'string')).toBe(key);
  });
});

test('a wrong number is reported in the hundredth chart as in the first', () => {
  const wrong = () => diagnosticsOf(bars('"1,200"')).map(({ message }) => message);
  const first = wrong();
  expect(first).toEqual(['`value` is written without commas']);
  // Schemas that are used so often are compiled.
  for (let count = 0; count < 100; count++) diagnosticsOf(`unit: kn\n${two}`);
  expect(wrong()).toEqual(first);
});
