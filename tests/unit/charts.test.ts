import { expect, test } from 'vitest';
import { safeParse } from '../../schema/checker/validate.ts';
import { blocks } from '../../schema/content/blocks/index.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';

// What charts say in words is in `tests/golden/blocks`.

/** A chart as HTML. */
function drawn(yaml: string): string {
  const { html, messages } = renderBlocks(yaml);
  expect(messages).toEqual([]);
  return html;
}

const chart = (settings: string) =>
  `- type: chart\n  heading: A chart\n  ${settings.trim().replaceAll('\n', '\n  ')}\n`;

/** The area of the rectangles of a path. */
const areaOf = (path: string) =>
  [...path.matchAll(/h(\d+)v(\d+)/g)].reduce(
    (sum, [, width, height]) => sum + Number(width) * Number(height),
    0,
  );

test('nine thousand squares are two paths with a pattern', () => {
  const html = drawn(
    chart(
      'kind: counted\nitems: [{ label: answered, value: 5734, mark: true }, { label: passed on, value: 3666 }]',
    ),
  );
  const [squares = ''] = /<svg data-from="700".*?<\/svg>/s.exec(html) ?? [];
  expect(squares).toMatch(/<path d="M0 0h\d+v\d+H0z(M\d+ 0h\d+v\d+h-\d+z)?" fill="url\(#chart-0-[\w-]+\)"/);
  expect(squares.length).toBeLessThan(350);
});

test.each([9_400, 48, 1, 260, 11_999])('%d squares are counted out exactly at every width', (count) => {
  const html = drawn(chart(`kind: counted\nitems: [{ label: things, value: ${count} }]`));
  const paths = [...html.matchAll(/data-from="\d+".*? d="([^"]*)" fill="url\(#chart-0-\w+-(\d+)\)"/g)];
  expect(paths.length).toBeGreaterThan(10);
  for (const [, path = '', pitch] of paths) expect(areaOf(path) / Number(pitch) ** 2).toBe(count);
});

test('a skyline has one square for each thing, and what is marked is at the bottom', () => {
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
  const [wide = ''] = /data-skyline="wide".*?data-hours/s.exec(html) ?? [];
  const paths = [...wide.matchAll(/<path d="([^"]*)"/g)].map(([, path = '']) => path);
  expect(paths.map(areaOf)).toEqual([19, 455]);
  // All squares have one size, and the words say which is which.
  expect(
    new Set(
      html.match(/<pattern[^>]*><rect[^>]*height="[\d.]+"/g)?.map((one) => one.replace(/ id="[^"]*"/, '')),
    ).size,
  ).toBe(1);
  expect(html).toMatch(/<li><svg[^>]*data-look="answer".*?<\/svg><strong>19<\/strong>/s);
  expect(paths[0]).toMatch(/^M0 0h/);
  expect(html).toContain('<strong>455</strong>');
  // The others begin in a row of their own.
  expect(paths[1]).toMatch(/^M0 1h/);
  expect(wide).toMatch(/<p data-peak="end">.*<strong>402<\/strong> D<\/span>/);
});

test('a line does not cross what was not measured', () => {
  const html = drawn(
    chart(
      'kind: line\nunit: h\nitems:\n' +
        [4, 8, 'none', 3, 6].map((value, at) => `  - { label: "${2020 + at}", value: ${value} }`).join('\n'),
    ),
  );
  expect(/ d="([^"]*)" data-look="line"/.exec(html)?.[1]?.match(/M/g)).toHaveLength(2);
  expect(html).toContain('data-look="gap"');
});

test('the details of signs that are not filled are lines', () => {
  const html = drawn(
    chart(
      'kind: counted\nsign: alert\nitems: [{ label: a, value: 10, mark: true }, { label: b, value: 12 }]',
    ),
  );
  const shapes = (look: string) =>
    new Set(
      [...html.matchAll(new RegExp(`<path d="([^"]*)"[^>]*data-look="${look}"`, 'g'))].map(([, d]) => d),
    );
  // An open line for the exclamation mark, and a closed shape cut out of the triangle.
  expect([...shapes('outline')].every((d) => d?.endsWith('v2'))).toBe(true);
  expect([...shapes('answer')].every((d) => d?.endsWith('z'))).toBe(true);
  expect(shapes('outline').size * shapes('answer').size).toBe(1);
});

test('two charts of a page have other ids', () => {
  const one = chart('kind: counted\nitems: [{ label: boats, value: 40 }]');
  const { html } = renderBlocks(one + one.replace('A chart', 'Another'));
  const ids = [...html.matchAll(/ id="(chart-[^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(1);
});

test('squares of all groups have one size, and those of the rest are outlines where they can be', () => {
  const html = drawn(
    chart(
      'kind: counted\nitems: [{ label: signed, value: 400, mark: true }, { label: open, value: 900 }, { label: lost, value: 70, lost: true }]',
    ),
  );
  const sizes = new Map<string, Set<number>>();
  for (const [, pitch = '', rect = ''] of html.matchAll(
    /<pattern id="chart-0-\w+-(\d+)"[^>]*><rect([^>]*)>/g,
  )) {
    const of = (name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(rect)?.[1] ?? 0);
    sizes.set(pitch, (sizes.get(pitch) ?? new Set()).add(of('width') + of('stroke-width')));
  }
  expect(sizes.size).toBeGreaterThan(2);
  expect([...sizes].filter(([, ofPitch]) => ofPitch.size > 1)).toEqual([]);
  expect(html).toContain('data-look="outline"');
});

test('signs that would be too small to be seen stand for ten each, which the chart says at these widths', () => {
  const groups = 'items: [{ label: joined, value: 300, mark: true }, { label: left, value: 1200 }]';
  const withSign = (sign: string) => drawn(chart(`kind: counted\n${sign}${groups}`));
  const html = withSign('sign: van\n');
  expect(html).not.toMatch(/<pattern[^>]*><rect/);
  const steps = [...html.matchAll(/<svg data-from="(\d+)".*? d="([^"]*)" fill="url\(#[\w-]+-(\d+)\)"/g)];
  const counts = new Map<string, number>();
  for (const [, width = '', path = '', pitch] of steps)
    counts.set(width, (counts.get(width) ?? 0) + areaOf(path) / Number(pitch) ** 2);
  const said = new Set([...html.matchAll(/<p data-from="(\d+)" data-each="">/g)].map(([, width]) => width));
  expect(said.size).toBeGreaterThan(2);
  expect(said.size).toBeLessThan(counts.size);
  for (const [width, count] of counts) expect([width, count]).toEqual([width, said.has(width) ? 150 : 1500]);
  expect(withSign('')).not.toContain('data-each');
});

test('signs stand for five or two where there would be fewer than eight of a small group', () => {
  const each = (small: number) =>
    new Set(
      [
        ...drawn(
          chart(
            `kind: counted\nsign: door\nitems: [{ label: open, value: 900 }, { label: closed, value: ${small}, mark: true }]`,
          ),
        ).matchAll(/Each mark stands for (?:about )?(\d+)\./g),
      ].map(([, count]) => Number(count)),
    );
  expect([...each(100)]).toEqual([10]);
  expect(each(45)).toContain(5);
  expect(each(20)).toContain(2);
});

test('fewer than twenty signs are signs too', () => {
  const html = drawn(
    chart('kind: counted\nsign: alert\nitems: [{ label: a, value: 10, mark: true }, { label: b, value: 2 }]'),
  );
  expect(html).not.toMatch(/<pattern[^>]*><rect/);
});

test('so few signs that ten of them would be one are squares where they would be too small', () => {
  const html = drawn(
    chart(
      'kind: counted\nsign: van\nitems: [{ label: one, value: 60 }, { label: two, value: 30 }, { label: three, value: 20 }]',
    ),
  );
  expect(html).not.toContain('data-each');
});

test('a wrong number is reported in the hundredth chart as in the first', () => {
  const messagesOf = (value: string) =>
    renderBlocks(chart(`unit: kn\nitems: [{ label: A, value: ${value} }, { label: B, value: 48 }]`)).messages;
  const first = messagesOf('"1,200"');
  expect(first).toEqual([expect.stringContaining('`value` is written without commas')]);
  // Schemas that are used so often are compiled.
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
