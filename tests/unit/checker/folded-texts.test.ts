import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';
import { valueAt } from '../../../schema/util.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';

// Long texts without `|`: YAML joins their lines, and lists, paragraphs and headings are lost.

const head = '- type: hero\n  heading: Hello\n- type: text\n  heading: More\n';
const indented = (text: string, by = 4) => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** The ways to write a text without `|`. */
const ways: Readonly<Record<string, (text: string) => string>> = {
  '>': (text) => `  body: >\n${indented(text)}\n  tone: tinted\n`,
  '>-': (text) => `  body: >-\n${indented(text)}\n`,
  'lines below': (text) => `  body:\n${indented(text)}\n  tone: tinted\n`,
  'right behind the colon': (text) => `  body: ${indented(text).trimStart()}\n  tone: tinted\n`,
  'further to the right': (text) => `  body: ${indented(text, 12).trimStart()}\n`,
  'single quotation marks': (text) => `  body: '${indented(text.replaceAll("'", "''")).trimStart()}'\n`,
  'double quotation marks': (text) =>
    `  body: "${indented(text.replaceAll(/["\\]/g, '\\$&')).trimStart()}"\n  tone: tinted\n`,
};

function examine(settings: string) {
  const files = exampleFiles(head + settings);
  const index = files.findIndex(({ path }) => path === 'index.yaml');
  const text = files[index]?.text ?? '';
  const { diagnostics } = check(files, exampleAssets(head));
  const fixed = applyFixes(text, diagnostics, 'safe').text;
  const after = check(
    files.map((file, at) => (at === index ? { ...file, text: fixed } : file)),
    exampleAssets(head),
  );
  return {
    rules: diagnostics.map(({ rule }) => rule),
    messages: diagnostics.map(({ message }) => message).join('\n'),
    after: after.diagnostics.map(({ rule }) => rule),
    body: String(valueAt(readYaml('index.yaml', fixed).document.data, ['blocks', 1, 'body'])).trimEnd(),
  };
}

const lost: readonly string[] = [
  'First words\nand more.\n\nA second paragraph.',
  'One.\n\nTwo.\n\nThree.',
  'It\'s **open**.\n\nIt "was" closed.',
  'From the\n\n- from the station\n- from the port',
  'From there\n- from the station\n- from the port',
  'The steps\n\n1. One\n2. Two\n3. Three',
  'The steps\n\n* One\n* Two',
  'Words\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
  'Words\n\n```\none\ntwo\n```',
  'Words\n\n> Said\n\nSays who?',
  'Words\n> [!NOTE]\n> Said',
  'Words\n\n---\n\nWords',
  'Words\\\nand words',
  'Words\n\n![A pier](/pictures/team.jpg)\n\nWords',
];

test.each(lost.flatMap((text) => Object.keys(ways).map((way) => [text, way] as const)))(
  '%j with %s is reported, and mended with all its letters',
  (text, way) => {
    const { rules, messages, after, body } = examine(ways[way]?.(text) ?? '');
    expect(rules).toEqual(['folded-text']);
    expect(messages).toMatch(/visitors see no /);
    expect(after).toEqual([]);
    expect(body).toBe(text);
  },
);

test.each([
  ['>', 'Words\n## Winter\nMore words.'],
  ['>-', 'Words\n## Winter\n### Snow'],
  ['>', '## Winter\nMore words.'],
  ['single quotation marks', '## Winter\nMore words.'],
  ['double quotation marks', '## Winter\nMore words.'],
  ['single quotation marks', 'Words\n## Winter\nMore words.'],
  ['double quotation marks', 'Words\n## Winter\nMore words.'],
  ['right behind the colon', 'Words\n\n## Winter'],
  ['right behind the colon', 'Words\n## Winter\n## Summer'],
  ['lines below', 'Words and\nwords\n\n## Winter'],
])('headings with %s are reported: %j', (way, text) => {
  const { rules, after, body } = examine(ways[way]?.(text) ?? '');
  expect([rules, after, body]).toEqual([['folded-text'], [], text]);
});

test.each(['Words\n\n## Winter\n\nMore words.', 'Words\n## Winter\nMore words.', '## Winter\n\nWords'])(
  'a heading that YAML takes for a comment is reported: %j',
  (text) => {
    for (const way of ['right behind the colon', 'lines below'])
      expect(examine(ways[way]?.(text) ?? '').rules.length).toBeGreaterThan(0);
  },
);

test('a text that begins with a list is reported in every form that YAML reads', () => {
  for (const [way, marks] of [
    ['>', 'folded-text'],
    ['lines below', 'needs-quotes'],
  ] as const) {
    const { rules, after, body } = examine(ways[way]?.('- from the station\n- from the port') ?? '');
    expect(rules).toEqual([marks]);
    expect(after).toEqual([]);
    expect(body).toBe('- from the station\n- from the port');
  }
});

test.each([
  ['We have:\n\n- berths\n- water'],
  ['- berths\n- water'],
  ['We have:\n- berths'],
  ['1) One:\n- berths'],
])('lines below the name that YAML takes for settings get a `|`: %j', (text) => {
  const { after, body, rules } = examine(`  body:\n${indented(text)}\n`);
  expect(rules.length).toBeGreaterThan(0);
  expect([after, body]).toEqual([[], text]);
});

test.each([
  ['>', 'From the station:\n- by bus\n- by foot', 'a list'],
  ['double quotation marks', 'From the station:\n- by bus\n- by foot', 'a list'],
  ['single quotation marks', 'From the station.\n\nOr by foot.', 'a second paragraph'],
])('a short text with %s that would be joined is reported: %j', (way, text, part) => {
  const settings = (ways[way]?.(text) ?? '')
    .replace('body:', 'body: Hello\n  lead:')
    .replace(/ {2}tone.*\n/, '');
  const { rules, messages } = examine(settings);
  expect(rules).toEqual(['folded-text']);
  expect(messages).toContain(`cannot hold ${part}`);
});

test('inside of brackets the text is reported, and how to write it', () => {
  const { rules } = examine("  layout: beside\n  body: Hello\n- { type: text, body: 'One.\n\n  Two.' }\n");
  expect(rules).toEqual(['folded-text']);
});

test.each([
  '  body: One paragraph\n    over two lines.\n',
  '  body: >\n    One paragraph\n    over two lines.\n',
  '  body: >\n    One paragraph\n    over two lines.\n\n\n',
  '  body: >-\n    One **paragraph**\n    with a [form](/enquiries),\n    and `code`.\n',
  '  body: "One paragraph\n    over two lines."\n',
  "  body: 'One paragraph\n    over two lines.'\n",
  '  body:\n    One paragraph\n    over two lines.\n',
  '  body: Open from\n    9 to 5, on the\n    3. October.\n',
  '  body: One word per\n    line - or\n    two.\n',
  '  body: "First.\\n\\nSecond."\n',
  '  body: "First.\\n\\n- a\\n- b"\n',
  '  body: >\n    We have:\n\n      - berths\n      - water\n',
  '  body: |\n    We have:\n\n    - berths\n    - water\n',
  '  body: |-\n    One.\n\n    Two.\n',
  '  body: >\n    One.\n\n\n    Two.\n'.replace('\n\n\n', '\n\n\n'),
  '  body: Hello\n  lead: One sentence\n    over two lines.\n',
  '  body: Hello\n  lead: >\n    One sentence, on\n    the 3. of May.\n',
  '  body: >\n    > Said by\n    one of us.\n',
  '  body: "#1 in the\n    harbour."\n',
  '  body: Hello\n  lead: >\n    One sentence\n    over two lines.\n',
])('nothing is said of %j', (settings) => {
  expect(examine(settings).rules).toEqual([]);
});

test.each([
  ['faq', '  items:\n    - question: How?\n      answer: >\n        By boat.\n\n        Or by bus.\n'],
  [
    'columns',
    '  items:\n    - heading: A\n      body: >\n        - a\n        - b\n    - heading: B\n      body: b\n',
  ],
  ['tabs', '  items:\n    - label: A\n      body: "One.\n\n        Two."\n    - label: B\n      body: b\n'],
])('each long text of a `%s` block is checked', (type, settings) => {
  const { rules } = examine(`  body: Hello\n- type: ${type}\n  heading: Here\n${settings}`);
  expect(rules).toContain('folded-text');
});

test('a shared block is checked as well', () => {
  const files = {
    '_shared/notes.yaml': 'type: text\nheading: Notes\nbody: >\n  - one\n  - two\n',
    'index.yaml': '- type: hero\n  heading: Hello\n- use: notes\n',
  };
  const { diagnostics } = check(exampleFiles(files), exampleAssets(files));
  expect(diagnostics.map(({ rule, range }) => [rule, range.start.line])).toEqual([['folded-text', 3]]);
});
