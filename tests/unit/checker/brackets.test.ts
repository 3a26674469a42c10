import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';

// Lists and groups in brackets: each text that YAML would cut is reported, and lists are left alone.

const cases = {
  points: (list: string) =>
    '- type: hero\n  heading: Hello\n- type: pricing\n  heading: Berths\n  items:\n' +
    `    - { heading: Day berth, price: "20", points: ${list}, action: { label: Write, to: /enquiries } }\n`,
  lines: (list: string) =>
    '- type: hero\n  heading: Hello\n- type: pricing\n  heading: Berths\n  items:\n    - heading: Day berth\n' +
    `      price: "20"\n      points: ${list}\n      action: { label: Write, to: /enquiries }\n`,
};

function examine(blocks: string) {
  const files = exampleFiles(blocks);
  const text = files.find(({ path }) => path === 'index.yaml')?.text ?? '';
  const { diagnostics } = check(files, exampleAssets(blocks));
  const lines = text.split('\n');
  return {
    rules: diagnostics.map(({ rule }) => rule),
    notes: diagnostics.map(({ note, label }) => `${note} ${label}`),
    marked: diagnostics.map(({ range: { start, end } }) =>
      (lines[start.line - 1] ?? '').slice(start.column - 1, end.column - 1),
    ),
    safe: applyFixes(text, diagnostics, 'safe').text,
    suggested: applyFixes(text, diagnostics, 'suggested').text,
  };
}

const cut: readonly (readonly [list: string, marked: string, safety: 'safe' | 'suggested'])[] = [
  ['[Up to 1,000 users]', 'Up to 1,000 users', 'safe'],
  ['[£1,200]', '£1,200', 'safe'],
  ['[Two, £1,200 a year]', '£1,200 a year', 'safe'],
  ['[1,000,000 litres, two]', '1,000,000 litres', 'safe'],
  ['[1,000,000]', '1,000,000', 'safe'],
  ['[12,345.67 €]', '12,345.67 €', 'safe'],
  ['[ 1,200 ]', '1,200', 'suggested'],
  ['[1,5 kg]', '1,5 kg', 'suggested'],
  ['[Two, 2,75 m wide]', '2,75 m wide', 'suggested'],
  ['[ab 0,5]', 'ab 0,5', 'suggested'],
  ['[From 1,500 to 2, and more]', 'From 1,500 to 2', 'safe'],
  ['[Price: 1,200]', 'Price: 1,200', 'safe'],
  ['[100,200,300]', '100,200,300', 'suggested'],
  ['["one", Up to 1,000]', 'Up to 1,000', 'safe'],
  ['[1,000 users, "two"]', '1,000 users', 'safe'],
];

test.each(cut)('in %s the number is reported once', (list, marked, safety) => {
  for (const make of [cases.points, cases.lines]) {
    const blocks = make(list);
    const found = examine(blocks);
    expect(found.rules).toEqual(['needs-quotes']);
    expect(found.marked).toEqual([marked]);
    expect(found.notes[0]).toContain('without them it becomes');
    const mended = found[safety];
    expect(mended).toContain(blocks.split('\n').at(-2)?.replace(marked, `"${marked}"`).trim().slice(0, 20));
    expect(mended).toContain(`"${marked}"`);
    expect(examine(blocks.replace(marked, `"${marked}"`)).rules).toEqual([]);
    expect(found.safe.includes(`"${marked}"`)).toBe(safety === 'safe');
  }
});

test('each number is reported by itself, on its own line', () => {
  const { rules, marked, safe } = examine(
    cases.lines('[\n        Up to 1,000 users,\n        "Two",\n        £400,000, £120,000\n      ]'),
  );
  expect(rules).toEqual(['needs-quotes', 'needs-quotes', 'needs-quotes']);
  expect(marked).toEqual(['Up to 1,000 users', '£400,000', '£120,000']);
  for (const text of marked) expect(safe).toContain(`"${text}"`);
});

test.each([
  ['table', '  columns: [{ heading: One }]\n  items: [{ heading: Line, cells: [£1,200] }]\n', '£1,200'],
  [
    'table',
    '  columns: [{ heading: One }, { heading: Two }]\n  items:\n    - { heading: Line, cells: [£400,000, £120,000] }\n',
    '£400,000',
  ],
  [
    'form',
    '  id: ask\n  submit: { label: Send, none: true }\n  fields:\n    - { name: size, label: Size, kind: select, ' +
      'options: [Up to 1,000, Up to 5,000] }\n',
    'Up to 1,000',
  ],
])('in a `%s` block the text is taken as one, so nothing else is wrong', (type, settings, first) => {
  const { rules, marked } = examine(
    `- type: hero\n  heading: Hello\n- type: ${type}\n  heading: More\n${settings}`,
  );
  expect(new Set(rules)).toEqual(new Set(['needs-quotes']));
  expect(marked[0]).toBe(first);
});

const table = (columns: string, cells: string) =>
  `- type: hero\n  heading: Hello\n- type: table\n  heading: More\n  columns: ${columns}\n` +
  `  items: [{ heading: Line, cells: ${cells} }]\n`;
const two = '[{ heading: One }, { heading: Two }]';
const select = (options: string) =>
  '- type: hero\n  heading: Hello\n- type: form\n  heading: More\n  id: ask\n  submit: { label: Send, none: true }\n' +
  `  fields:\n    - { name: size, label: Size, kind: select, options: ${options} }\n`;

test.each([
  [table(two, '[3,4]'), '3,4', '[3, 4]'],
  [select('[50,100, 500]'), '50,100', '[50, 100, 500]'],
  [select('[50,100,200, 500]'), '50,100,200', '[50, 100, 200, 500]'],
])('numbers of their own are not joined, and both readings are reported: %j', (blocks, written, mended) => {
  const { rules, marked, notes, safe, suggested } = examine(blocks);
  expect([rules, marked]).toEqual([['tight-comma'], [written]]);
  expect(notes[0]).toMatch(/as one text, put quotation marks around it this becomes \d items: /);
  expect(safe).toContain(written);
  expect(suggested).toContain(mended);
});

test.each([[cases.points('[5,120]'), '"5,120"']])(
  'a number is joined only as a suggestion where it may be two: %j',
  (blocks, mended) => {
    const { notes, safe, suggested } = examine(blocks);
    expect(notes[0]).toContain('without them it becomes 2 items');
    expect(safe).not.toContain(mended);
    expect(suggested).toContain(mended);
  },
);

const chart = (cells: string) =>
  '- type: hero\n  heading: Hello\n- type: chart\n  heading: Sales went up\n  kind: skyline\n' +
  `  columns: [Mo, Tu, We]\n  items: [{ label: A, cells: ${cells} }]\n`;

test.each([table(two, '[5,120]'), table(two, '[1,200]'), chart('[1,500, 300]')])(
  'one number that fits as two cells is left to the author: %j',
  (blocks) => {
    const { rules, suggested } = examine(blocks);
    expect(rules).toContain('tight-comma');
    expect(suggested).toContain(blocks.split('cells: ')[1]?.slice(0, 5));
  },
);

test.each([
  [table(two, '[1,5, 2]'), '["1,5", 2]'],
  [table(two, '[1,200, 300]'), '["1,200", 300]'],
])('the count of columns says what is one number: %j', (blocks, mended) => {
  const { rules, safe, suggested } = examine(blocks);
  expect(rules).toEqual(['needs-quotes']);
  expect(safe).not.toContain(mended);
  expect(suggested).toContain(mended);
});

test.each([
  ['[“a, b”, c]', '“a, b”'],
  ['[„a, b“, c]', '„a, b“'],
  ['[「a, b」, c]', '「a, b」'],
  ['[«a, b», c d]', '«a, b»'],
  ['[One (x, y, z), two]', 'One (x, y, z)'],
  ['[A, B, C (please say which, and why)]', 'C (please say which, and why)'],
])('in %s the comma between two marks is reported', (list, marked) => {
  for (const make of [cases.points, cases.lines, select]) {
    const found = examine(make(list));
    expect([found.rules, found.marked]).toEqual([['needs-quotes'], [marked]]);
    expect(found.notes[0]).toContain('without them it becomes');
    expect(found.safe).toContain(list);
    expect(found.suggested).toContain(list.replace(marked, `"${marked}"`));
  }
});

test.each(['[a) one, b) two]', '[One (x), two (y)]', '[say :( now, and :) then]', '[“a”, “b”]'])(
  'marks that belong to one item are left alone: %s',
  (list) => {
    expect(examine(cases.points(list)).rules).not.toContain('needs-quotes');
  },
);

test('a text that may be two cells is left to the author', () => {
  const { rules, notes, suggested } = examine(table(two, '[£5,120]'));
  expect(rules).toEqual(['needs-quotes']);
  expect(notes[0]).toContain('without them it becomes 2 items: `£5` and `120`');
  expect(suggested).toContain('[£5,120]');
});

test('what else is wrong in the same list is reported at its place', () => {
  const { rules, marked } = examine(cases.points('[Up to 1,000 users, two **stars]'));
  expect(rules).toEqual(['needs-quotes', 'text-marks']);
  expect(marked).toEqual(['Up to 1,000 users', '**']);
});

test('shared blocks and the site file are read in the same way', () => {
  const files = {
    '_shared/berths.yaml':
      'type: pricing\nheading: Berths\nitems:\n  - { heading: Day, price: "20", points: [1,000 users], ' +
      'action: { label: Write, to: /enquiries } }\n',
    'index.yaml': '- type: hero\n  heading: Hello\n- use: berths\n',
  };
  const found = check(exampleFiles(files), exampleAssets(files)).diagnostics;
  expect(found.map(({ rule, file }) => [rule, file.split('/').at(-1)])).toContainEqual([
    'needs-quotes',
    'berths.yaml',
  ]);
  const site = readYaml('_site.yaml', 'company: A\naddress: [1,200 Pier Street, Saltquay]\n');
  expect(site.diagnostics.map(({ rule }) => rule)).toEqual(['needs-quotes']);
  const variables = readYaml('_site.yaml', 'company: A\nvariables: { seats: 1,200, town: Saltquay }\n');
  expect(variables.diagnostics.map(({ rule }) => rule)).toEqual(['needs-quotes']);
  expect(variables.document.data).toMatchObject({ variables: { seats: '1,200', town: 'Saltquay' } });
});

test.each([
  ['[a,b]', 'put a blank', '[a, b]'],
  ['[Wind,Rain,Fog]', 'quotation marks', '[Wind, Rain, Fog]'],
  ['[1,2,3]', 'quotation marks', '[1, 2, 3]'],
  ['[10 GB,20 GB]', 'quotation marks', '[10 GB, 20 GB]'],
  ['[1.5 TB,2 Jahre, a;b]', 'quotation marks', '[1.5 TB, 2 Jahre, a;b]'],
  ['[Mail and chat, 1.5 TB ,2 years]', 'quotation marks', '[Mail and chat, 1.5 TB , 2 years]'],
  ['[Open all day,every day]', 'several items', '[Open all day,every day]'],
  ['[Two, fast,cheap and good]', 'several items', '[Two, fast,cheap and good]'],
])('of %s it is said that a blank is missing', (list, note, mended) => {
  const { rules, suggested, safe } = examine(cases.points(list));
  expect(rules).toEqual(['tight-comma']);
  expect(note).not.toBe('');
  expect(safe).toContain(list);
  expect(suggested).toContain(mended);
});

test.each([
  '[One, two, three]',
  '[Fast, cheap and good]',
  '[Yes, no, maybe]',
  '[1, 2, 3]',
  '[10, 000]',
  '["1,000 users"]',
  "['£1,200', '1,5 kg']",
  '["a","b","c"]',
  '[one,"two"]',
  '["one",two]',
  '[one , two]',
  '[one, two,]',
  '[\n        one,\n        two\n      ]',
  '[\n        one, # a note\n        two\n      ]',
  '[C# and F#, C++]',
  '[2:30, 14:30]',
  '[a;b, c.d, 1.000]',
  '[Up to 1.000 users]',
  '[1 000 users]',
  '[a/b, a-b]',
  '[50:50, 3-2]',
])('nothing is said of %s', (list) => {
  expect(examine(cases.lines(list)).rules).toEqual([]);
});

test.each([
  ['- { type: hero, heading: Up to 1,000 users }\n', 'Up to 1,000 users'],
  ['- { type: hero, heading: Hello, lead: One, two and three }\n', 'One, two and three'],
  ['- { type: hero, heading: Call us #1 in town }\n', 'Call us #1 in town'],
  ['- { type: hero, heading: Hello, lead: Note: read this }\n', 'Note: read this'],
  ['- type: hero\n  heading: Call us #1 in town\n', '#1 in town'],
  ['- type: hero\n  heading: { Hello }\n', '{ Hello }'],
  ['- type: hero\n  heading: { Hello, world }\n', '{ Hello, world }'],
  ['- type: hero\n  heading: [Beta] Our tool\n', '[Beta] Our tool'],
  ['- type: hero\n  heading: {Beta} Our tool\n', '{Beta} Our tool'],
  [cases.lines('[Call us #1 in town]'), 'Call us #1 in town'],
  [cases.lines('[Call us #1 in town, two]'), 'Call us #1 in town'],
  [cases.lines('[\n        Call us #1 in town,\n        Two\n      ]'), 'Call us #1 in town'],
  [cases.lines('[\n        Two,\n        Call us #1 in town\n      ]'), '#1 in town'],
  [cases.lines('[Note: read this]'), 'Note: read this'],
])('in %j the text that would be lost is reported', (blocks, marked) => {
  const found = examine(blocks);
  expect(found.rules).toEqual([expect.stringMatching(/^(needs-quotes|text-lost)$/)]);
  expect(found.marked).toEqual([marked]);
});

// Other readers of YAML make numbers, days, yes and no of these.
const words =
  '0123|1_000|1e3|yes|no|on|Off|012|12:30|~|.5|5.|0x1F|0o17|0b11|null|Null|true|FALSE|1.10|-0|+1|.inf|.NaN|' +
  '2030-05-16|2030-05-16 18:30|1:2:3|190:20:30|1,000.5|=|<<|1.|00|1e-3';

test.each(words.split('|'))('the text %s is read as it stands', (word) => {
  for (const text of [`title: ${word}\nother: a`, `title: ${word} # a note`, `- ${word}\n`])
    expect(JSON.stringify(readYaml('page.yaml', text).document.data)).toContain(JSON.stringify(word));
});

test('a bracket without a partner takes no other one into its text', () => {
  const { suggested } = examine(
    '- type: hero\n  heading: Hello\n- type: card-grid\n  items:\n    - { heading: [Draft] Our plan, text: x [y, z }\n',
  );
  expect(suggested).toContain('- { heading: "[Draft] Our plan", text: "x [y, z" }');
});
