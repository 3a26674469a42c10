import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { createExampleFiles } from '../../../schema/check/example-site.ts';
import { createHeroBlock } from '../../../schema/diagnostics/rules/rule.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixExample, findText } from '../../support/example-checks.ts';
import { readCases } from '../../support/golden.ts';

// These tests cover properties that all fixes share. `tests/golden` tests individual fixes.

const commentCases = readCases('yaml').filter(({ headline }) =>
  headline.startsWith('Comments after and below'),
);
const comments = ['# ask Ann', '#ask', '#ask Ann', '#add Ann', '#TODO ask Ann', '# TODO: ask Ann'];

test.each(
  commentCases.flatMap(({ input }) => comments.map((comment) => input.replace('# ask Ann', comment))),
)('no fix publishes the comment %j', (blocks) => {
  for (const safety of ['safe', 'suggested'] as const) {
    const text = findText(fixExample(blocks, safety).files);
    const { contents } = parseDocument(text, { logLevel: 'silent' });
    const isFixed = text !== findText(createExampleFiles(blocks));
    expect(isFixed ? JSON.stringify(contents) : '').not.toMatch(/\b(?:ask|add|TODO)\b/);
  }
});

const brokenLists = [
  '[a, b',
  '[a, [b]',
  '[a: b, @c',
  '[{ a: b, c]',
  '[a] b, c',
  '[x, "y, z]',
  "[it's, 'x, y]",
];

test.each(brokenLists)('no fix turns a list or mapping into text: %s', (list) => {
  const start = '- type: hero\n  heading: Hello\n';
  for (const item of [list, `{ heading: x, points: ${list} }`, `{ heading: x ${list}, text: y }`])
    for (const blocks of [
      `${start}- type: pricing\n  items:\n    - heading: Day\n      points: ${item}\n      price: "20"\n`,
      `${start}- type: card-grid\n  items:\n    - ${item}\n    - { heading: B, text: Two }\n`,
    ])
      for (const safety of ['safe', 'suggested'] as const)
        expect(findText(fixExample(blocks, safety).files), blocks).not.toMatch(/["']\{ heading:/);
});

// Words that other YAML parsers read as numbers, dates, booleans or null.
const ambiguousWords =
  '0123|1_000|1e3|yes|no|on|Off|012|12:30|~|.5|5.|0x1F|0o17|0b11|null|Null|true|FALSE|1.10|-0|+1|.inf|.NaN|' +
  '2030-05-16|2030-05-16 18:30|1:2:3|190:20:30|1,000.5|=|<<|1.|00|1e-3';

test.each(ambiguousWords.split('|'))('the word %s is read as text', (word) => {
  for (const text of [`title: ${word}\nother: a`, `title: ${word} # a note`, `- ${word}\n`])
    expect(JSON.stringify(readYaml('page.yaml', text).document.data)).toContain(JSON.stringify(word));
});

const createTextPage = (text: string) => `${createHeroBlock()}- type: text\n  body: |\n    ${text}\n`;

test('adjacent HTML elements are fixed in one step', () => {
  const repeatElement = (element: string) => element.repeat(400).trim();
  const { files, checked } = fixExample(createTextPage(repeatElement('<b>w</b> ')));
  expect(findText(files)).toContain(`    ${repeatElement('**w** ')}\n`);
  expect(checked.diagnostics).toEqual([]);
});
