import { expect, test } from 'vitest';
import { safeParse } from '../../schema/check/validate-data.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';

// `tests/golden/blocks` tests the text in charts.

/** Checks that a chart is valid and returns its HTML. */
function renderChart(yaml: string): string {
  const { html, messages } = renderBlocks(yaml);
  expect(messages).toEqual([]);
  return html;
}

const createChart = (settings: string) =>
  `- type: chart\n  heading: A chart\n  ${settings.trim().replaceAll('\n', '\n  ')}\n`;

/** Returns the total area of the rectangles that an SVG path draws. */
const sumRectangles = (path: string) =>
  [...path.matchAll(/h(\d+)v(\d+)/g)].reduce(
    (sum, [, width, height]) => sum + Number(width) * Number(height),
    0,
  );

/** Returns the SVG path of each group in an arrangement, and the style of the group's marks. */
const parseGroups = (html: string, arrangement: string) =>
  [
    ...html.matchAll(
      new RegExp(
        `<svg data-shown="${arrangement}".*?<path d="([^"]*)"[^>]*data-look="(\\w+)".*?<path d="([^"]*)" fill`,
        'gs',
      ),
    ),
  ].map(([, sign = '', look = '', path = '']) => ({ sign, look, path, count: sumRectangles(path) }));

test('nine thousand chart squares are drawn as two paths with a pattern', () => {
  const html = renderChart(
    createChart(
      'kind: counted\nitems: [{ label: answered, value: 5734, mark: true }, { label: passed on, value: 3666 }]',
    ),
  );
  expect(parseGroups(html, 'wide').map(({ path }) => path.length)).toEqual([
    expect.toSatisfy((length) => length < 40),
    expect.toSatisfy((length) => length < 40),
  ]);
});

test.each([9_400, 48, 1, 260, 11_999])(
  'a chart of %d items has exactly that many squares in its narrow and wide versions',
  (count) => {
    const html = renderChart(createChart(`kind: counted\nitems: [{ label: things, value: ${count} }]`));
    for (const arrangement of ['narrow', 'wide'])
      expect(parseGroups(html, arrangement).map((group) => group.count)).toEqual([count]);
  },
);

test('a skyline chart has one square per item, with highlighted squares at the bottom', () => {
  const cells = [
    [9, 0, 44, 402],
    [1, 0, 3, 15],
  ] as const;
  const html = renderChart(
    createChart(
      `kind: skyline\ncolumns: [A, B, C, D]\nitems:\n  - { label: alarms, cells: [${cells[0].join(', ')}] }\n` +
        `  - { label: cases, mark: true, cells: [${cells[1].join(', ')}] }`,
    ),
  );
  const [wideHtml = ''] = /data-shown="wide".*?data-hours/s.exec(html) ?? [];
  const paths = [...wideHtml.matchAll(/<path d="([^"]*)" transform="translate/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.map(sumRectangles)).toEqual([19, 455]);
  // The legend contains the number of each group.
  expect(html).toMatch(/<li><svg[^>]*><rect[^>]*data-look="answer".*?<\/svg><span><strong>19<\/strong>/s);
  expect(paths[0]).toMatch(/^M0 0h/);
  expect(html).toContain('<strong>455</strong>');
  // The squares of the unmarked group start in a new row.
  expect(paths[1]).toMatch(/^M0 1h/);
  expect(wideHtml).toMatch(/<p data-note="end">.*<strong>402<\/strong> D<\/span>/);
});

test('a line chart has a gap where values are missing', () => {
  const html = renderChart(
    createChart(
      'kind: line\nunit: h\nitems:\n' +
        [4, 8, 'none', 3, 6]
          .map((value, index) => `  - { label: "${2020 + index}", value: ${value} }`)
          .join('\n'),
    ),
  );
  expect(/ d="([^"]*)" data-look="line"/.exec(html)?.[1]?.match(/M/g)).toHaveLength(2);
  expect(html).toContain('data-look="gap"');
});

test('two charts on a page have different ids', () => {
  const firstChart = createChart('kind: counted\nitems: [{ label: boats, value: 40 }]');
  const { html } = renderBlocks(firstChart + firstChart.replace('A chart', 'Another'));
  const ids = [...html.matchAll(/ id="(chart-[^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(1);
});

test('squares have the same size in all groups, and each group has its own look', () => {
  const html = renderChart(
    createChart(
      'kind: counted\nitems: [{ label: signed, value: 40, mark: true }, { label: open, value: 90 }, { label: lost, value: 7, lost: true }]',
    ),
  );
  const rows = [...html.matchAll(/data-shown="wide" data-height="\d+" viewBox="0 0 \d+ (\d+)"/g)];
  expect(rows).toHaveLength(3);
  expect(new Set(rows.map(([, count]) => count)).size).toBe(1);
  expect(parseGroups(html, 'wide').map(({ look }) => look)).toEqual(['answer', 'outline', 'ink']);
});

test('if symbols would be too small to see, each represents several items, and the chart says so', () => {
  const renderWithSign = (sign: string, [joined, left]: [number, number]) =>
    renderChart(
      createChart(
        `kind: counted\nsign: ${sign}\nitems: [{ label: joined, value: ${joined} }, { label: left, value: ${left} }]`,
      ),
    );
  const manySigns = renderWithSign('van', [300, 1200]);
  expect(manySigns).toContain('Each mark stands for 20.');
  for (const arrangement of ['narrow', 'wide'])
    expect(parseGroups(manySigns, arrangement).map(({ count }) => count)).toEqual([15, 60]);
  expect(renderWithSign('van', [301, 1200])).toContain('Each mark stands for about 20.');
  expect(renderWithSign('van', [10, 2])).not.toContain('data-each');
  expect(renderWithSign('square', [300, 1200])).not.toContain('data-each');
});

test('an invalid number in the hundredth chart is reported in the same way as in the first', () => {
  const checkValue = (value: string) =>
    renderBlocks(createChart(`unit: kn\nitems: [{ label: A, value: ${value} }, { label: B, value: 48 }]`))
      .messages;
  const firstMessages = checkValue('"1,200"');
  expect(firstMessages).toEqual([expect.stringContaining('`value` must be written without commas')]);
  // Use the schema often enough that the checker compiles it.
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
  expect(checkValue('"1,200"')).toEqual(firstMessages);
});
