import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { valueAt } from '../../../schema/util.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';

// Texts that stand in the column of their setting, or begin behind its colon with a mark of Markdown.

function examine(blocks: string) {
  const files = exampleFiles(blocks);
  const { diagnostics } = check(files, exampleAssets(blocks));
  const mended = (safety: 'safe' | 'suggested') =>
    fixPages(files, exampleAssets(blocks), safety, () => true).files;
  const page = mended('suggested').find(({ path }) => path === 'index.yaml')?.text ?? '';
  const at = (...path: (string | number)[]) =>
    valueAt(readYaml('index.yaml', page).document.data, ['blocks', ...path]);
  return {
    rules: diagnostics.map(({ rule }) => rule),
    messages: diagnostics.map(({ message }) => message),
    lines: diagnostics.map(({ range }) => range.start.line),
    isSafe: mended('safe') !== files && mended('safe').some((one, index) => one.text !== files[index]?.text),
    left: check(mended('suggested'), exampleAssets(blocks)).diagnostics.map(({ rule }) => rule),
    body: String(at(1, 'body')).trimEnd(),
    after: at(2, 'heading'),
    page,
  };
}

const start = '- { type: hero, heading: Hello }\n- type: text\n';
const end = '- type: text\n  heading: After\n  body: The end.\n';

test.each([
  ['  body:\n  Words.\n\n  More words.\n', 'Words.\n\nMore words.'],
  ['  body: |\n  Words.\n\n  More words: all.\n', 'Words.\n\nMore words: all.'],
  ['  body: |\nWords.\n\nMore words.\n', 'Words.\n\nMore words.'],
  ['  body: Words.\n\n  More words.\n\n  And more.\n', 'Words.\n\nMore words.\n\nAnd more.'],
  ['  body: Words\n  and more.\n', 'Words and more.'],
  ['  body: |\n    Words.\n\n  More words.\n\n    And more.\n', 'Words.\n\nMore words.\n\nAnd more.'],
  ['  body: |\n  ## Words\n\n  - one\n    - two\n', '## Words\n\n- one\n  - two'],
  ['  body:\n  > Words\n', '> Words'],
  ['  body:\n  > Words\n  > and more\n\n  By Ann.\n', '> Words\n> and more\n\nBy Ann.'],
  ['  body:\n  | a | b |\n  | --- | --- |\n  | c | d |\n', '| a | b |\n| --- | --- |\n| c | d |'],
])('the lines of a text move to the right together: %j', (body, value) => {
  const found = examine(start + body + end);
  expect(found.rules).toEqual(['wrong-indentation']);
  expect(found.messages).toEqual(['the text of `body` must stand further to the right than `body`']);
  expect([found.body, found.after, found.left, found.isSafe]).toEqual([value, 'After', [], false]);
  const first = /^(?:.*\n)*?(?:  body:.*\n)(?:\n|    .*\n)*/.exec(start + body)?.[0] ?? '';
  expect(found.lines).toEqual([first.split('\n').length + linesAbove]);
});

// Lines of the example page in front of its blocks.
const linesAbove = exampleFiles(start)
  .find(({ path }) => path === 'index.yaml')!
  .text.split('\n')
  .findIndex((line) => line.trim().startsWith('- { type: hero'));

test.each([
  ['  body: > Words\n', '> Words'],
  ['  body: > Words\n    > and more\n', '> Words\n> and more'],
  ['  body: | a | b |\n    | --- | --- |\n    | c | d |\n', '| a | b |\n| --- | --- |\n| c | d |'],
])('a quotation and a table keep their marks: %j', (body, value) => {
  const found = examine(start + body + end);
  expect(found.rules).toEqual(['needs-quotes']);
  expect([found.body, found.after, found.left, found.isSafe]).toEqual([value, 'After', [], false]);
});

test('a short text cannot hold a quotation, so its `>` is left out', () => {
  const { body, left } = examine(`${start}  heading: > More\n  body: Words.\n`);
  expect([body, left]).toEqual(['Words.', []]);
});

test('a private comment between the lines stays out of the text', () => {
  const { body, page } = examine(
    `${start}  body: |\n  Words.\n  # ask Ann\n  More words.\n  # below\n${end}`,
  );
  expect(body).toBe('Words.\nMore words.');
  expect(page).toMatch(/# ask Ann\n +body: \|\n +Words\.\n +More words\.\n +# below\n/);
});

const timeline = (text: string) =>
  `- { type: hero, heading: Hello }\n- type: timeline\n  items:\n    - heading: One\n      text: ${text}\n    - heading: Two\n`;

test('a dash in the column of a short text is not said to stand too far to the left and to the right', () => {
  const found = examine(timeline('one\n      - two'));
  expect(found.messages).toContain('the text of `text` must stand further to the right than `text`');
  expect(found.messages.join('\n')).not.toContain('too far');
  expect(found.page).toContain('text: |\n          one\n          - two\n');
});

test('a line below a text that looks like a setting is no safe part of it', () => {
  const found = examine(timeline('one\n        two: three'));
  expect(found.rules).toEqual(['needs-quotes']);
  expect(found.isSafe).toBe(false);
});
