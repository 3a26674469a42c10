import { expect, test } from 'vitest';
import { safeParse } from '../../schema/check/validate-data.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';

// The texts of charts are tested in `tests/golden/blocks`.

/** Renders a valid chart as HTML. */
function drawn(yaml: string): string {
  const { html, messages } = renderBlocks(yaml);
  expect(messages).toEqual([]);
  return html;
}

const chart = (settings: string) =>
  `- type: chart\n  heading: A chart\n  ${settings.trim().replaceAll('\n', '\n  ')}\n`;

/** Returns the total area of the rectangles in a path. */
const areaOf = (path: string) =>
  [...path.matchAll(/h(\d+)v(\d+)/g)].reduce(
    (sum, [, width, height]) => sum + Number(width) * Number(height),
    0,
  );

/** Returns the path of each group in an arrangement, and the look of its marks. */
const groupsIn = (html: string, shown: string) =>
  [
    ...html.matchAll(
      new RegExp(
        `<svg data-shown="${shown}".*?<path d="([^"]*)"[^>]*data-look="(\\w+)".*?<path d="([^"]*)" fill`,
        'gs',
      ),
    ),
  ].map(([, sign = '', look = '', path = '']) => ({ sign, look, path, count: areaOf(path) }));

test('nine thousand squares are two paths with a pattern', () => {
  const html = drawn(
    chart(
      'kind: counted\nitems: [{ label: answered, value: 5734, mark: true }, { label: passed on, value: 3666 }]',
    ),
  );
  expect(groupsIn(html, 'wide').map(({ path }) => path.length)).toEqual([
    expect.toSatisfy((length) => length < 40),
    expect.toSatisfy((length) => length < 40),
  ]);
});

test.each([9_400, 48, 1, 260, 11_999])('%d squares are drawn exactly at every width', (count) => {
  const html = drawn(chart(`kind: counted\nitems: [{ label: things, value: ${count} }]`));
  for (const shown of ['narrow', 'wide'])
    expect(groupsIn(html, shown).map((group) => group.count)).toEqual([count]);
});

test('a skyline has one square per item, with highlighted squares at the bottom', () => {
  const cells = [
    [9, 0, 44, 402],
    [1, 0, 3, 15],
  ] as const;
  const html = drawn(
    chart(
      `kind: skyline\ncolumns: [A, B, C, D]\nitems:\n  - { label: alarms, cells: [${cells[0].join(', ')}] }\n` +
        `  - { label: cases, mark: true, cells: [${cells[1].join(', ')}] }`,
    ),
  );
  const [wide = ''] = /data-shown="wide".*?data-hours/s.exec(html) ?? [];
  const paths = [...wide.matchAll(/<path d="([^"]*)" transform="translate/g)].map(([, path = '']) => path);
  expect(paths.map(areaOf)).toEqual([19, 455]);
  // The legend names each group.
  expect(html).toMatch(/<li><svg[^>]*><rect[^>]*data-look="answer".*?<\/svg><span><strong>19<\/strong>/s);
  expect(paths[0]).toMatch(/^M0 0h/);
  expect(html).toContain('<strong>455</strong>');
  // Unmarked squares start in a new row.
  expect(paths[1]).toMatch(/^M0 1h/);
  expect(wide).toMatch(/<p data-note="end">.*<strong>402<\/strong> D<\/span>/);
});

test('a line has a gap where values are missing', () => {
  const html = drawn(
    chart(
      'kind: line\nunit: h\nitems:\n' +
        [4, 8, 'none', 3, 6].map((value, at) => `  - { label: "${2020 + at}", value: ${value} }`).join('\n'),
    ),
  );
  expect(/ d="([^"]*)" data-look="line"/.exec(html)?.[1]?.match(/M/g)).toHaveLength(2);
  expect(html).toContain('data-look="gap"');
});

test('two charts on a page have different ids', () => {
  const one = chart('kind: counted\nitems: [{ label: boats, value: 40 }]');
  const { html } = renderBlocks(one + one.replace('A chart', 'Another'));
  const ids = [...html.matchAll(/ id="(chart-[^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(1);
});

test('squares of all groups have one size, and the remainder is outlined where possible', () => {
  const html = drawn(
    chart(
      'kind: counted\nitems: [{ label: signed, value: 40, mark: true }, { label: open, value: 90 }, { label: lost, value: 7, lost: true }]',
    ),
  );
  const rows = [...html.matchAll(/data-shown="wide" data-height="\d+" viewBox="0 0 \d+ (\d+)"/g)];
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(([, count]) => count)).size).toBe(1);
  expect(groupsIn(html, 'wide').map(({ look }) => look)).toEqual(['answer', 'outline', 'ink']);
});

test('symbols too small to see represent several items each, and the chart says so', () => {
  const withSign = (sign: string, [one, other]: [number, number]) =>
    drawn(
      chart(
        `kind: counted\nsign: ${sign}\nitems: [{ label: joined, value: ${one} }, { label: left, value: ${other} }]`,
      ),
    );
  const many = withSign('van', [300, 1200]);
  expect(many).toContain('Each mark stands for 20.');
  for (const shown of ['narrow', 'wide'])
    expect(groupsIn(many, shown).map(({ count }) => count)).toEqual([15, 60]);
  expect(withSign('van', [301, 1200])).toContain('Each mark stands for about 20.');
  expect(withSign('van', [10, 2])).not.toContain('data-each');
  expect(withSign('square', [300, 1200])).not.toContain('data-each');
});

test('an invalid number is reported in the hundredth chart as in the first', () => {
  const messagesOf = (value: string) =>
    renderBlocks(chart(`unit: kn\nitems: [{ label: A, value: ${value} }, { label: B, value: 48 }]`)).messages;
  const first = messagesOf('"1,200"');
  expect(first).toEqual([expect.stringContaining('`value` must be written without commas')]);
  // A schema is compiled after frequent use.
  const valid = {
    type: 'chart',
    heading: 'A',
    unit: 'kn',
    items: [
      { label: 'A', value: '61' },
      { label: 'B', value: '48' },
    ],
  };
  for (let count = 0; count < 100; count++) expect(safeParse(blocks.chart, valid).error).toBeUndefined();
  expect(messagesOf('"1,200"')).toEqual(first);
});
