import { describe, expect, test } from 'vitest';
import { chartYaml } from '../support/chart-blocks.ts';
import { siteYaml } from '../support/small-site.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';

const unescape = (html: string) =>
  html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** What a chart says to those who do not see it, and the rows of its table. */
function saidBy(yaml: string) {
  const { html, messages } = renderBlocks(yaml);
  expect(messages).toEqual([]);
  const sentence = unescape(/role="img" aria-label="([^"]*)"/.exec(html)?.[1] ?? '');
  const rows = [...html.slice(html.indexOf('<summary>')).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      unescape(cell.replaceAll(/<\/?bdi[^>]*>/g, '')),
    ),
  );
  return { html, sentence, rows };
}

const chart = (settings: string) =>
  `- type: chart\n  heading: A chart\n  ${settings.trim().replaceAll('\n', '\n  ')}\n`;

describe('a chart says all its groups with their units', () => {
  test.each([
    [
      'bars',
      'unit: kn\nitems: [{ label: North, value: 61 }, { label: South, value: none }, { label: East, value: -12.5 }]',
      'North: 61.0\u00A0kn; South: not measured; East: −12.5\u00A0kn',
      [
        ['', 'Value'],
        ['North', '61.0\u00A0kn'],
        ['South', 'not measured'],
        ['East', '−12.5\u00A0kn'],
      ],
    ],
    [
      'before-after',
      'kind: before-after\nunit: h\nitems: [{ label: A pass, before: 20, after: 2 }]',
      'A pass: 20\u00A0h before, 2\u00A0h after',
      [
        ['', 'Before', 'After'],
        ['A pass', '20\u00A0h', '2\u00A0h'],
      ],
    ],
    [
      'counted',
      'kind: counted\nitems: [{ label: alarms a day, value: 4100 }, { label: cases, value: 260, mark: true }]',
      '4,100 alarms a day; 260 cases',
      [
        ['', 'Value'],
        ['alarms a day', '4,100'],
        ['cases', '260'],
      ],
    ],
    [
      'line',
      'kind: line\nunit: £\nitems: [{ label: "2025", value: 6.2 }, { label: "2026", value: 1.86 }]',
      '2025: £6.20; 2026: £1.86',
      [
        ['', 'Value'],
        ['2025', '£6.20'],
        ['2026', '£1.86'],
      ],
    ],
    [
      'share',
      'kind: share\nunit: "%"\nitems: [{ label: Locks, parts: [{ label: replaced, value: 7 }, { label: kept, value: 93 }] }]',
      'Locks: 7% replaced, 93% kept',
      [
        ['', '', 'Value'],
        ['Locks', 'replaced', '7%'],
        ['Locks', 'kept', '93%'],
      ],
    ],
    [
      'ranges',
      'kind: ranges\nunit: weeks\nitems: [{ label: A proof, value: 4 }, { label: A product, lowest: 6, highest: 10 }]',
      'A proof: 4\u00A0weeks; A product: 6–10\u00A0weeks',
      [
        ['', 'Lowest', 'Highest'],
        ['A proof', '4\u00A0weeks', '4\u00A0weeks'],
        ['A product', '6\u00A0weeks', '10\u00A0weeks'],
      ],
    ],
    [
      'heat',
      'kind: heat\nunit: calls\ncolumns: [AM, PM]\nitems: [{ label: Mon, cells: [9, 7] }, { label: Tue, cells: [none, 0] }]',
      'Mon: AM: 9\u00A0calls, PM: 7\u00A0calls; Tue: AM: not measured, PM: 0\u00A0calls',
      [
        ['', 'AM', 'PM'],
        ['Mon', '9\u00A0calls', '7\u00A0calls'],
        ['Tue', 'not measured', '0\u00A0calls'],
      ],
    ],
  ])('%s', (_, settings, expected, table) => {
    const { sentence, rows } = saidBy(chart(settings));
    expect(sentence).toBe(expected);
    expect(rows).toEqual(table);
  });
});

/** Values with the highest and the lowest in the middle. */
const many = [50, 99, ...Array.from({ length: 37 }, (_, at) => 20 + at), 3, 40];

test.each([
  [
    'bars',
    /^41 values\. First: Site 1: 50\u00A0kWh\. Last: Site 41: 40\u00A0kWh\. Highest: Site 2: 99\u00A0kWh\. Lowest: Site 40: 3\u00A0kWh\.$/,
  ],
  [
    'before-after',
    /^42 values\. First: Site 1, before: 50\u00A0kWh\. Last: Site 21, after: .* Highest: Site 1, after: 99\u00A0kWh\. Lowest: Site 20, after: 3\u00A0kWh\.$/,
  ],
  ['counted', /^40 values\. First: Site 1: .* Last: Site 40: .*\.$/],
  [
    'line',
    /^41 values\. First: 2020-01-01: 50\u00A0kWh\. .* Highest: 2020-01-02: 99\u00A0kWh\. Lowest: .*: 3\u00A0kWh\.$/,
  ],
  ['share', /^42 values\. First: Site 1, .*%\. Last: .*%\. Highest: .*%\. Lowest: .*%\.$/],
  [
    'ranges',
    /^42 values\. First: Site 1: 50\u00A0kWh\. .* Highest: Site 1: 99\u00A0kWh\. Lowest: Site 20: 3\u00A0kWh\.$/,
  ],
  [
    'heat',
    /values\. First: Site 1, 0–1: 50\u00A0kWh\. .* Highest: Site 1, 1–2: 99\u00A0kWh\. Lowest: .*: 3\u00A0kWh\.$/,
  ],
] as const)(
  '%s of many values says how many there are, and the first, last, highest and lowest',
  (kind, expected) => {
    const { sentence } = saidBy(chartYaml(kind, { count: many.length, value: (at) => many[at] ?? 30 }));
    expect(sentence).toMatch(expected);
  },
);

test.each(['bars', 'before-after', 'line', 'ranges', 'heat'] as const)(
  'the table of %s has all of many values',
  (kind) => {
    const { rows } = saidBy(chartYaml(kind, { count: many.length, value: (at) => many[at] ?? 30 }));
    expect(rows.flat()).toEqual(expect.arrayContaining(many.map((value) => `${value}\u00A0kWh`)));
  },
);

test.each([
  ['de', '1.234,5\u00A0kWh', '−2,0\u00A0kWh', 'nicht gemessen'],
  ['fr', '1\u202F234,5\u00A0kWh', '−2,0\u00A0kWh', 'non mesuré'],
  ['pl', '1234,5\u00A0kWh', '−2,0\u00A0kWh', 'nie zmierzono'],
  ['en', '1,234.5\u00A0kWh', '−2.0\u00A0kWh', 'not measured'],
])('the numbers of a site in %s are those of its language', (language, large, negative, missing) => {
  const { html } = renderBlocks(
    chart(
      'unit: kWh\nitems: [{ label: A, value: 1234.5 }, { label: B, value: -2 }, { label: C, value: none }]',
    ),
    { '_site.yaml': siteYaml.replace('language: en', `language: ${language}`) },
  );
  for (const text of [large, negative, missing]) expect(html).toContain(text);
});

test.each([
  ['%', 60, '60%'],
  ['€', 20, '€20'],
  ['£m', 20, '£20m'],
  ['GBP', 20, 'GBP\u00A020'],
  ['°', 4, '4°'],
  ['°C', 4, '4\u00A0°C'],
])('the unit %s stands where it belongs', (unit, value, text) => {
  const { html } = saidBy(
    chart(`unit: "${unit}"\nitems: [{ label: A, value: ${value} }, { label: B, value: 1 }]`),
  );
  expect(html).toContain(text);
});

test('nine thousand squares are two paths with a pattern', () => {
  const { html } = saidBy(
    chart(
      'kind: counted\nitems: [{ label: answered, value: 5734, mark: true }, { label: passed on, value: 3666 }]',
    ),
  );
  const [drawn = ''] = /<svg data-from="700".*?<\/svg>/s.exec(html) ?? [];
  expect(drawn).toMatch(/<path d="M0 0h\d+v\d+H0z(M\d+ 0h\d+v\d+h-\d+z)?" fill="url\(#chart-0-[\w-]+\)"/);
  expect(drawn.length).toBeLessThan(350);
});

test.each([9_400, 48, 1, 260, 11_999])('%d squares are counted out exactly at every width', (count) => {
  const { html } = saidBy(chart(`kind: counted\nitems: [{ label: things, value: ${count} }]`));
  const paths = [...html.matchAll(/data-from="\d+".*? d="([^"]*)" fill="url\(#chart-0-\w+-(\d+)\)"/g)];
  expect(paths.length).toBeGreaterThan(10);
  for (const [, path = '', pitch] of paths) {
    const area = [...path.matchAll(/h(\d+)v(\d+)/g)].reduce(
      (sum, [, width, height]) => sum + Number(width) * Number(height),
      0,
    );
    expect(area / Number(pitch) ** 2).toBe(count);
  }
});

test('a skyline has one square for each thing, and what is marked is at the bottom', () => {
  const cells = [
    [9, 0, 44, 402],
    [1, 0, 3, 15],
  ] as const;
  const { html } = saidBy(
    chart(
      `kind: skyline\ncolumns: [A, B, C, D]\nitems:\n  - { label: alarms, cells: [${cells[0].join(', ')}] }\n` +
        `  - { label: cases, mark: true, cells: [${cells[1].join(', ')}] }`,
    ),
  );
  const [wide = ''] = /data-skyline="wide".*?data-hours/s.exec(html) ?? [];
  const paths = [...wide.matchAll(/<path d="([^"]*)"/g)].map(([, path = '']) => path);
  const areas = paths.map((path) =>
    [...path.matchAll(/h(\d+)v(\d+)/g)].reduce((sum, [, across, up]) => sum + Number(across) * Number(up), 0),
  );
  expect(areas).toEqual([19, 455]);
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

test('too many squares count ten each, and the chart says so', () => {
  const { html } = saidBy(chart('kind: counted\nitems: [{ label: questions, value: 94000 }]'));
  const steps = html.match(/<svg data-from="\d+"/g)?.length ?? 0;
  expect(html.match(/<p data-from="\d+" data-each="">Each mark stands for 10\.<\/p>/g)).toHaveLength(steps);
  expect(html).toContain('94,000');
});

test('a chart says if its marks are rounded', () => {
  const noteOf = (value: number) =>
    saidBy(chart(`kind: counted\nitems: [{ label: questions, value: ${value} }]`)).html.match(
      /Each mark [^.]*\./,
    )?.[0];
  expect(noteOf(94_000)).toBe('Each mark stands for 10.');
  expect(noteOf(94_003)).toBe('Each mark stands for about 10.');
});

test('a line does not cross what was not measured', () => {
  const { html } = saidBy(
    chart(
      'kind: line\nunit: h\nitems:\n' +
        [4, 8, 'none', 3, 6].map((value, at) => `  - { label: "${2020 + at}", value: ${value} }`).join('\n'),
    ),
  );
  expect(/ d="([^"]*)" data-look="line"/.exec(html)?.[1]?.match(/M/g)).toHaveLength(2);
  expect(html).toContain('data-look="gap"');
});

test('a figure in stats and quotes is a small drawing with a sentence, and without a table', () => {
  const figure =
    'figure: { kind: before-after, unit: min, items: [{ label: A claim, before: 34, after: 9 }] }';
  const { html } = renderBlocks(
    `- type: stats\n  heading: Work\n  items:\n    - { value: 34, label: minutes, ${figure} }\n` +
      `- type: quotes\n  heading: Said\n  items:\n    - { text: It is quick., name: Signe Halyard, ${figure} }\n`,
  );
  const drawings = html.match(
    /data-figure="small"[^>]*><div role="img" aria-label="A claim: 34\u00A0min before, 9\u00A0min after"/g,
  );
  expect(drawings).toHaveLength(2);
  expect(html).not.toContain('<details');
});

test('the figure of a single quote is as large as that of a hero', () => {
  const { html } = renderBlocks(
    '- type: quotes\n  layout: single\n  items:\n    - { text: It is quick., name: Signe Halyard, ' +
      'figure: { kind: share, unit: "%", items: [{ label: Fields, parts: [{ label: right, value: 99 }, { label: wrong, value: 1 }] }] } }\n',
  );
  expect(html).toMatch(/data-figure="beside"[^>]*><div role="img"/);
  // One bar for the whole, as in a block of its own.
  expect(html).toContain('data-share');
});

test('the details of signs that are not filled are lines', () => {
  const { html } = saidBy(
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

test('a range in an item is bars with their values, and open between its ends', () => {
  const { html } = renderBlocks(
    '- type: stats\n  heading: Numbers\n  items:\n    - value: 15–25%\n      label: cheaper\n      figure:\n' +
      '        kind: ranges\n        unit: "%"\n        items:\n          - { label: before, value: 100 }\n' +
      '          - { label: after, lowest: 75, highest: 85, mark: true }\n',
  );
  const bars = [...html.matchAll(/width="([\d.]+)%" data-look="(\w+)"/g)].map(([, width, look]) => [
    look,
    width,
  ]);
  expect(bars).toEqual([
    ['open', '100'],
    ['answer', '75'],
    ['open', '10'],
  ]);
  expect(html).toContain('100% before');
  expect(html).toMatch(/75–85% after/u);
});

test('a share in an item is a bar for each part, which begins where the one before ends', () => {
  const { html } = renderBlocks(
    '- type: stats\n  heading: Numbers\n  items:\n    - value: 61%\n      label: answered\n      figure:\n' +
      '        { kind: share, unit: "%", items: [{ label: Questions, parts: [{ label: answered, value: 61, mark: true }, { label: passed on, value: 39 }] }] }\n',
  );
  const [, drawn = ''] = /data-figure="small"[^>]*>(.*?)<\/figure>/s.exec(html) ?? [];
  expect([...drawn.matchAll(/<svg width="([\d.]+)%"/g)].map(([, width]) => width)).toEqual([
    '61',
    '61',
    '39',
  ]);
  expect(drawn).toContain('<span data-value="answer">61% answered</span>');
  expect(drawn).toContain('<span data-value="open">39% passed on</span>');
});

test('what was lost is drawn dark beside what is marked and the rest', () => {
  const { html } = saidBy(
    chart(
      'kind: counted\nitems: [{ label: kept, value: 9, mark: true }, { label: lost, value: 3, lost: true }, { label: open, value: 2 }]',
    ),
  );
  expect([...html.matchAll(/data-group="(\w+)"/g)].map(([, look]) => look)).toEqual([
    'answer',
    'ink',
    'rest',
  ]);
});

test('squares of all groups have one size, and those of the rest are outlines where they can be', () => {
  const { html } = saidBy(
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
  const drawn = (sign: string) => saidBy(chart(`kind: counted\n${sign}${groups}`)).html;
  const html = drawn('sign: van\n');
  expect(html).not.toMatch(/<pattern[^>]*><rect/);
  const steps = [...html.matchAll(/<svg data-from="(\d+)".*? d="([^"]*)" fill="url\(#[\w-]+-(\d+)\)"/g)];
  const counts = new Map<string, number>();
  for (const [, width = '', path = '', pitch] of steps) {
    const area = [...path.matchAll(/h(\d+)v(\d+)/g)].reduce(
      (sum, [, w, h]) => sum + Number(w) * Number(h),
      0,
    );
    counts.set(width, (counts.get(width) ?? 0) + area / Number(pitch) ** 2);
  }
  const said = new Set([...html.matchAll(/<p data-from="(\d+)" data-each="">/g)].map(([, width]) => width));
  expect(said.size).toBeGreaterThan(2);
  expect(said.size).toBeLessThan(counts.size);
  for (const [width, count] of counts) expect([width, count]).toEqual([width, said.has(width) ? 150 : 1500]);
  expect(drawn('')).not.toContain('data-each');
});

test('signs stand for five or two where there would be fewer than eight of a small group', () => {
  const each = (small: number) =>
    new Set(
      [
        ...saidBy(
          chart(
            `kind: counted\nsign: door\nitems: [{ label: open, value: 900 }, { label: closed, value: ${small}, mark: true }]`,
          ),
        ).html.matchAll(/Each mark stands for (?:about )?(\d+)\./g),
      ].map(([, count]) => Number(count)),
    );
  expect([...each(100)]).toEqual([10]);
  expect(each(45)).toContain(5);
  expect(each(20)).toContain(2);
});

test('fewer than twenty signs are signs too', () => {
  const { html } = saidBy(
    chart('kind: counted\nsign: alert\nitems: [{ label: a, value: 10, mark: true }, { label: b, value: 2 }]'),
  );
  expect(html).not.toMatch(/<pattern[^>]*><rect/);
});

test('so few signs that ten of them would be one are squares where they would be too small', () => {
  const { html } = saidBy(
    chart(
      'kind: counted\nsign: van\nitems: [{ label: one, value: 60 }, { label: two, value: 30 }, { label: three, value: 20 }]',
    ),
  );
  expect(html).not.toContain('data-each');
});

test('what was lost is dark in a share, and what is marked has the colour of the site', () => {
  const { html } = saidBy(
    chart(
      'kind: share\nunit: calls\nitems: [{ label: Before, parts: [{ label: lost, value: 41, lost: true }, { label: rest, value: 59 }] }, { label: After, parts: [{ label: lost, value: 6, mark: true }, { label: rest, value: 94 }] }]',
    ),
  );
  const bars = [...html.matchAll(/<div data-share="">(.*?)<\/div>/gs)].map(([, bar = '']) =>
    [...bar.matchAll(/data-look="(\w+)"/g)].map(([, look]) => look),
  );
  expect(bars).toEqual([
    ['ink', 'open'],
    ['answer', 'open'],
  ]);
});

test('what was lost is dark in a heat table', () => {
  const { html } = saidBy(
    chart(
      'kind: heat\nunit: h\ncolumns: [Jan, Feb]\nitems: [{ label: "2023", cells: [4, 8], lost: true }, { label: "2025", cells: [1, 0] }]',
    ),
  );
  expect(html.match(/<td data-level="\d" data-lost="">/g)).toHaveLength(2);
});

test('the arrow of a key figure is drawn, and still read', () => {
  const { html } = renderBlocks(
    '- type: stats\n  heading: Numbers\n  items: [{ value: 30 → 8 min, label: A claim }]\n',
  );
  expect(html).toMatch(
    />30<span[^>]*><span class="for-screen-readers"> → <\/span><svg[^>]*data-glyph="arrow"/,
  );
});
