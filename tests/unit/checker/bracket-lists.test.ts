import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';

// What YAML cannot read in brackets: only the entry that is wrong gets quotation marks, and no list or group does.

const pricing = (item: string) =>
  `- type: hero\n  heading: Hello\n- type: pricing\n  heading: Berths\n  items:\n    - ${item}\n`;
const inBraces = (list: string) =>
  pricing(`{ heading: Day, price: "20", points: ${list}, action: { label: Write, to: /enquiries } }`);
const onLines = (list: string) =>
  pricing(
    `heading: Day\n      price: "20"\n      points: ${list}\n      action: { label: Write, to: /enquiries }`,
  );
const choices = (list: string) =>
  '- type: hero\n  heading: Hello\n- type: form\n  heading: More\n  id: ask\n  submit: { label: Send, none: true }\n' +
  `  fields:\n    - { name: size, label: Size, kind: radio, options: ${list} }\n`;
const cards = (item: string) =>
  `- type: hero\n  heading: Hello\n- type: card-grid\n  heading: More\n  items:\n    - ${item}\n    - { heading: B, text: Two }\n`;

function examine(blocks: string) {
  const files = exampleFiles(blocks);
  const assets = exampleAssets(blocks);
  const mended = (safety: 'safe' | 'suggested') => {
    const fixed = fixPages(files, assets, safety, () => true);
    const text = fixed.files.find(({ path }) => path === 'index.yaml')?.text ?? '';
    return { text, left: fixed.checked.diagnostics.map(({ rule }) => rule) };
  };
  const { diagnostics } = check(files, assets);
  return {
    rules: diagnostics.map(({ rule }) => rule),
    messages: diagnostics.map(({ message }) => message),
    source: files.find(({ path }) => path === 'index.yaml')?.text,
    safe: mended('safe'),
    suggested: mended('suggested'),
  };
}

test.each([
  ['[Mail, @support, 24/7 help]', '[Mail, "@support", 24/7 help]'],
  ['[Rock, R&B, & more]', '[Rock, R&B, "& more"]'],
  ['[#1, #2, #3]', '["#1", "#2", "#3"]'],
  ['["5" pipe, 6" pipe]', `['"5" pipe', 6" pipe]`],
  ['[`x`, y]', '["`x`", y]'],
  ['[%, b]', '["%", b]'],
  ['[Mail, Phone #1, 100% refund]', '[Mail, "Phone #1", 100% refund]'],
  ['[a, "b" c, d]', `[a, '"b" c', d]`],
  ['[a | b, |]', '[a | b, "|"]'],
  ['[5,- Euro, 3]', '["5,- Euro", 3]'],
  ['[@ann, @bob]', '["@ann", "@bob"]'],
  ['[?, Yes]', '["?", Yes]'],
  ['[Yes, ? No]', '[Yes, "? No"]'],
  ['[! Now, * Later, b]', '["! Now", "* Later", b]'],
])('in %s only the entry that needs it is quoted', (list, right) => {
  for (const make of [onLines, inBraces, choices]) {
    const { safe, rules } = examine(make(list));
    expect(rules).toContain('needs-quotes');
    expect(safe.text).toContain(`: ${right}`);
  }
});

test.each([
  ['[Yes, No, -]', '[Yes, No, "-"]'],
  ['[up to 5, 5 - 10, > 10]', '[up to 5, 5 - 10, "> 10"]'],
])('in %s one choice of a field is quoted', (list, right) => {
  const { safe } = examine(choices(list));
  expect(safe.text).toContain(`: ${right}`);
  expect(safe.left).toEqual([]);
});

test.each([
  [
    cards('{ heading: Staff, text: Ask us action: { label: Go, to: / } }'),
    'a comma is missing in front of `action:`',
    '{ heading: Staff, text: Ask us, action: { label: Go, to: / } }',
  ],
  [
    cards('{ heading: Fees text: From 9 to 5 }'),
    'a comma is missing in front of `text:`',
    '{ heading: Fees, text: From 9 to 5 }',
  ],
  [
    cards('{ heading: "Fees" text: From 9 to 5 }'),
    'a comma is missing in front of `text:`',
    '{ heading: "Fees", text: From 9 to 5 }',
  ],
  [onLines('[a, , b]'), 'nothing stands in front of this comma', '[a, b]'],
  [onLines('[a,, b]'), 'nothing stands in front of this comma', '[a, b]'],
  [inBraces('[, b]'), 'nothing stands in front of this comma', '[b]'],
  [onLines('[a, b }'), '`}` closes what `[` opens', '[a, b ]'],
  [inBraces('[a, b }'), '`}` closes what `[` opens', '[a, b ], action'],
  [onLines('[a, b'), 'a `]` is missing', '[a, b]'],
  [inBraces('[a, b'), 'a `]` is missing', 'points: [a, b], action: { label: Write, to: /enquiries } }'],
  [onLines('[a,\n        b'), 'a `]` is missing', 'b]\n'],
  [onLines('[Support by mail,\n      Support by phone'), 'a `]` is missing', 'Support by phone]\n'],
  [onLines('[Support by mail,\nSupport by phone'), 'a `]` is missing', 'Support by phone]\n'],
])('%j: %s', (blocks, message, right) => {
  const { messages, safe, suggested, source } = examine(blocks);
  expect(messages).toEqual([message]);
  expect(safe.text).toBe(source);
  expect(suggested.text).toContain(right);
  expect(suggested.left).toEqual([]);
});

test.each([
  ['[Yes!, !No]', '[Yes!, "!No"]'],
  ['[Yes, &No, b]', '[Yes, "&No", b]'],
])('in %s a word with a mark ends at its bracket or comma', (list, right) => {
  for (const make of [onLines, inBraces]) {
    const { safe } = examine(make(list));
    expect(safe.text).toContain(`: ${right}`);
    expect(safe.left).toEqual([]);
  }
});

test('a text in the braces of an item is quoted, and not the item', () => {
  const { safe } = examine(
    pricing('{ heading: S, price: € 1.299,-, points: [a, b], action: { label: Write, to: /enquiries } }'),
  );
  expect(safe.text).toContain('price: "€ 1.299,-", points: [a, b]');
  expect(safe.left).toEqual([]);
});

test.each([
  ['"One" and "two"', `'"One" and "two"'`],
  ['"He said "one" to me"', `'He said "one" to me'`],
])('the marks of %s stay', (written, right) => {
  const { safe } = examine(cards(`{ heading: A, text: ${written} }`));
  expect(safe.text).toContain(`text: ${right} }`);
  expect(safe.left).toEqual([]);
});

test('two settings on one line are parted', () => {
  const { safe, suggested, source, messages } = examine(
    '- type: hero\n  heading: Hello\n- type: text heading: One line\n  body: Hello there.\n',
  );
  expect(messages).toEqual(['`heading:` is a setting of its own, and must stand on a line of its own']);
  expect(safe.text).toBe(source);
  expect(suggested.text).toContain('- type: text\n    heading: One line\n    body: Hello there.\n');
});

test.each([
  cards('{ heading: Staff, text: Ask us } today'),
  '- type: hero\n  heading: Hello\n- type: table\n  heading: S\n  columns: [{ heading: A }, { heading: B }]\n' +
    '  items: [{ heading: L, cells: [, 5] }]\n',
  '- type: hero\n  heading: Hello\n- type: table\n  heading: S\n' +
    '  columns: [{ heading: A }, { heading: B }, { heading: C }]\n  items: [{ heading: L, cells: [, 5] }]\n',
])('no fix is offered where none is certain: %j', (blocks) => {
  const { rules, suggested, source } = examine(blocks);
  expect(rules).toContain('yaml-syntax');
  expect(suggested.text).toBe(source);
});

test('no list or group becomes a text', () => {
  const lists = ['[a, b', '[a, [b]', '[a: b, @c', '[{ a: b, c]', '[a] b, c', '[x, "y, z]', "[it's, 'x, y]"];
  const items = lists.flatMap((list) => [
    list,
    `{ heading: x, points: ${list} }`,
    `{ heading: x ${list}, text: y }`,
  ]);
  for (const blocks of [...items.map(onLines), ...items.map(cards)]) {
    const { safe, suggested } = examine(blocks);
    for (const { text } of [safe, suggested]) expect(text, blocks).not.toMatch(/["']\{ heading:/);
  }
});

test.each(["['}]\n        {\n      ]", '[, 5"”]\n        ]', '[\n        "\n        :: :"\']'])(
  'fixes that only make a text longer are left out: %j',
  (list) => {
    const { suggested, source = '' } = examine(onLines(list));
    expect(suggested.text.length).toBeLessThan(source.length + 12);
  },
);
