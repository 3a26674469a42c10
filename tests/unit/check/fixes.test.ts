import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { exampleFiles } from '../../../schema/check/example-site.ts';
import { hero } from '../../../schema/diagnostics/rules/rule.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixExample, textAt } from '../../support/example-checks.ts';
import { casesIn } from '../../support/golden.ts';

// Properties of all fixes. Single fixes are tested in `tests/golden`.

const places = casesIn('yaml').filter(({ headline }) => headline.startsWith('Comments behind and below'));
const comments = ['# ask Ann', '#ask', '#ask Ann', '#add Ann', '#TODO ask Ann', '# TODO: ask Ann'];

test.each(places.flatMap(({ input }) => comments.map((one) => input.replace('# ask Ann', one))))(
  'no fix publishes the comment %j',
  (blocks) => {
    for (const safety of ['safe', 'suggested'] as const) {
      const text = textAt(fixExample(blocks, safety).files);
      const { contents } = parseDocument(text, { logLevel: 'silent' });
      const isMended = text !== textAt(exampleFiles(blocks));
      expect(isMended ? JSON.stringify(contents) : '').not.toMatch(/\b(?:ask|add|TODO)\b/);
    }
  },
);

const brokenLists = [
  '[a, b',
  '[a, [b]',
  '[a: b, @c',
  '[{ a: b, c]',
  '[a] b, c',
  '[x, "y, z]',
  "[it's, 'x, y]",
];

test.each(brokenLists)('no list or mapping becomes text: %s', (list) => {
  const start = '- type: hero\n  heading: Hello\n';
  for (const item of [list, `{ heading: x, points: ${list} }`, `{ heading: x ${list}, text: y }`])
    for (const blocks of [
      `${start}- type: pricing\n  items:\n    - heading: Day\n      points: ${item}\n      price: "20"\n`,
      `${start}- type: card-grid\n  items:\n    - ${item}\n    - { heading: B, text: Two }\n`,
    ])
      for (const safety of ['safe', 'suggested'] as const)
        expect(textAt(fixExample(blocks, safety).files), blocks).not.toMatch(/["']\{ heading:/);
});

// Other YAML parsers read these as numbers, dates, booleans or null.
const words =
  '0123|1_000|1e3|yes|no|on|Off|012|12:30|~|.5|5.|0x1F|0o17|0b11|null|Null|true|FALSE|1.10|-0|+1|.inf|.NaN|' +
  '2030-05-16|2030-05-16 18:30|1:2:3|190:20:30|1,000.5|=|<<|1.|00|1e-3';

test.each(words.split('|'))('the text %s is read unchanged', (word) => {
  for (const text of [`title: ${word}\nother: a`, `title: ${word} # a note`, `- ${word}\n`])
    expect(JSON.stringify(readYaml('page.yaml', text).document.data)).toContain(JSON.stringify(word));
});

const body = (text: string) => `${hero()}- type: text\n  body: |\n    ${text}\n`;

test('adjacent HTML elements are fixed at once', () => {
  const all = (one: string) => one.repeat(400).trim();
  const { files, checked } = fixExample(body(all('<b>w</b> ')));
  expect(textAt(files)).toContain(`    ${all('**w** ')}\n`);
  expect(checked.diagnostics).toEqual([]);
});
