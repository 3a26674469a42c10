import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';

// Words, numbers and signs that Markdown would change or leave out.

const head = '- type: hero\n  heading: Hello\n- type: text\n  heading: More\n  body: |\n';
const pageWith = (text: string) => head + text.replaceAll(/^(?=.)/gm, '    ') + '\n';

function examine(text: string) {
  const files = exampleFiles(pageWith(text));
  const source = files.find(({ path }) => path === 'index.yaml')?.text ?? '';
  const { diagnostics } = check(files, exampleAssets(head));
  const lines = source.split('\n');
  return {
    source,
    marked: diagnostics.map(({ range: { start, end } }) =>
      (lines[start.line - 1] ?? '').slice(start.column - 1, end.column - 1),
    ),
    rules: [...new Set(diagnostics.map(({ rule }) => rule))],
    messages: diagnostics.map(({ message }) => message),
    safe: applyFixes(source, diagnostics, 'safe').text,
    suggested: applyFixes(source, diagnostics, 'suggested').text,
  };
}

const numbers: readonly (readonly [text: string, mark: string, shown: string])[] = [
  ['1. Mai 2027 Fest\n3. Juni 2027 Markt\n9. Juli 2027 Ende', '3.', '2.'],
  ['10. ten\n11. eleven\n\n2024. It was a year.', '2024.', '12.'],
  ['6. six\n\n1986. A great year.', '1986.', '7.'],
  ['1. one\n2. two\n4. four', '4.', '3.'],
  ['1. eins\n\n3. drei', '3.', '2.'],
  ['3. drei\n2. zwei\n1. eins', '2.', '4.'],
  ['1) one\n5) five', '5)', '2.'],
  ['- Words\n  1. one\n  3. three', '3.', '2.'],
  ['1. one\n1. one\n2. two', '1.', '2.'],
];

test.each(numbers)('of %j the number that visitors would not see is reported', (text, mark, shown) => {
  const { marked, messages, rules } = examine(text);
  expect(marked).toEqual([mark]);
  expect(rules).toEqual(['text-marks']);
  expect(messages[0]).toContain(`visitors would read \`${shown}\` here, and not \`${mark}\``);
});

test.each([
  '1. one\n2. two\n3. three',
  '1. one\n1. two\n1. three',
  '7. seven\n8. eight\n\n9. nine',
  '01. one\n02. two',
  '3. Oktober',
  '- 1\\. Mai\n- 3\\. Juni',
  '1. one\n\n   Words\n2. two',
])('the numbers of %j are as they are written', (text) => {
  expect(examine(text).marked).toEqual([]);
});

test('a year at the start of a line is no item of a list', () => {
  const { source, safe, suggested } = examine('10. ten\n11. eleven\n\n2024. It was a year.');
  expect(safe).toBe(source);
  expect(suggested).toBe(source.replace('2024.', '2024\\.'));
  expect(examine('10. ten\n11. eleven\n\n2024\\. It was a year.').marked).toEqual([]);
});

test.each([
  ['A room of 10*20*30 cm', '10*20*30', '10×20×30'],
  ['Beds of 2*3 m oder 3*4 m', '2*3 m oder 3*4', '2×3 m oder 3×4'],
  ['Rooms: 1.5*2.5*3', '1.5*2.5*3', '1.5×2.5×3'],
])('the stars between numbers of %j are reported', (text, product, written) => {
  const { source, marked, safe, suggested } = examine(text);
  expect(marked).toHaveLength(1);
  expect(safe).toBe(source);
  expect(suggested).toBe(source.replace(product, written));
});

test.each(['It is 5*x*2 then', '2**3 and 3**4', '**Beds:** 2*3*4', 'See 10*wide* beds'])(
  'the stars of %j are reported',
  (text) => {
    expect(examine(text).messages.filter((one) => one.startsWith('visitors would not see'))).toHaveLength(1);
  },
);

test.each(['*2* or **3** of 5', 'From **20** to *30* m', '2 * 3 * 4', '2*3', 'un*frigging*believable'])(
  'the stars of %j are as they are meant',
  (text) => {
    expect(examine(text).marked).toEqual([]);
  },
);

test.each([
  ['Words.\n\n[Note]: closed', '[Note]: closed', 'visitors do not see this line'],
  ['Words.\n\n[1]: https://x.example', '[1]: https://x.example', 'visitors do not see this line'],
  ['> [Note]: closed', '[Note]: closed', 'visitors do not see this line'],
  [
    'See [us].\n\n[us]: /enquiries\n[Us]: /',
    '[Us]: /',
    'there is a `[Us]:` above already, so visitors do not see this one',
  ],
  [
    'Words.[^1]\n\n[^1]: By us.\n\n[^1]: By them.',
    '[^1]: By them.',
    'there is a `[^1]:` above already, so visitors do not see this one',
  ],
  ['Words.[^x]\n\n[^x]:', '[^x]:', 'this footnote says nothing'],
  ['Words.\n\n[^x]:', '[^x]:', 'nothing refers to this footnote'],
])('of %j the line that visitors would not see is reported', (text, mark, message) => {
  const { marked, messages } = examine(text);
  expect(marked).toEqual([mark]);
  expect(messages[0]).toContain(message);
});

test('a line that is not shown is offered as a line that is', () => {
  const { source, safe, suggested } = examine('Words.\n\n[Note]: closed');
  expect(safe).toBe(source);
  expect(suggested).toBe(source.replace('[Note]', '\\[Note]'));
  expect(examine('Words.\n\n\\[Note]: closed').marked).toEqual([]);
  const address = examine('Words.\n\n[1]: https://x.example');
  expect(address.suggested).toBe(address.source);
});

test.each([
  'See [us][1] and [them].\n\n[1]: /enquiries\n[them]: /',
  '![A crew][pic]\n\n[pic]: /pictures/team.jpg',
  'Words.\n\n[//]: # (a comment)',
  'Words.[^1] And words.[^1]\n\n[^1]: By us.',
])('of %j nothing is reported', (text) => {
  expect(examine(text).marked).toEqual([]);
});

const lists = [
  'a) One thing\nb) Two things\nc) Three',
  '(1) One thing\n(2) Two things',
  '(a) One thing\n(b) Two things',
  'i. one\nii. two\niii. three',
  'i) one\nii) two',
  'A. One\nB. Two',
];

test.each(lists)('%j is reported as lines that would be shown as one', (text) => {
  for (const one of [text, `We have:\n${text}`, `> ${text.replaceAll('\n', '\n> ')}`]) {
    const { marked, messages } = examine(`Words.\n\n${one}`);
    expect(marked, one).toHaveLength(1);
    expect(messages[0]).toBe('this makes no list: its lines would be shown as one');
  }
  const leads = `- type: hero\n  heading: Hello\n  lead: |\n${text.replaceAll(/^/gm, '    ')}\n`;
  const { diagnostics } = check(exampleFiles(leads), exampleAssets(leads));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'this makes no list: its lines would be shown as one',
  ]);
});

test.each([
  'a) One thing and\nwhat belongs to it',
  'a) One\\\nb) Two',
  'a) One\n\nb) Two',
  'It was I. The\nother was A. Smith',
  '(See above)\n(And below)',
  'Am. One\nPm. Two',
])('%j is a text of several lines', (text) => {
  expect(examine(text).marked).toEqual([]);
});

test.each([
  ['| A | B |\n| 1 | 2 |\n| --- | --- |', '| 1 | 2 |', 'makes this row the head of the table'],
  ['| A | B |\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |', '| 1 | 2 |', 'makes this row the head of the table'],
  ['A | B\n1 | 2\n--- | ---', '1 | 2', 'makes this row the head of the table'],
  ['| A | B |\n| --- | --- |', '| A | B |', 'this table has a head, and no row below it'],
  ['A | B\n1 | 2', 'A', 'this is no table'],
])('of the table %j it is reported that its dashes are at the wrong place', (text, mark, message) => {
  const { marked, messages } = examine(text);
  expect(marked[0]?.startsWith(mark)).toBe(true);
  expect(messages).toEqual([expect.stringContaining(message)]);
});

test.each([
  '| A | B |\n| --- | --- |\n| 1 | 2 |',
  'Words:\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
  'Monday | 9 to 5',
  'A | B\\\nC | D',
])('of %j no table is reported', (text) => {
  expect(examine(text).marked).toEqual([]);
});

test('an anchor of YAML that holds another `&` is put in quotation marks as a whole', () => {
  const blocks = '- type: hero\n  heading: &lt;b&gt;Hi\n';
  const files = exampleFiles(blocks);
  const source = files.find(({ path }) => path === 'index.yaml')?.text ?? '';
  const { diagnostics } = check(files, exampleAssets(blocks));
  expect(applyFixes(source, diagnostics, 'safe').text).toContain('heading: "&lt;b&gt;Hi"');
});
