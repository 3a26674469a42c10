import { bundledLanguages } from 'shiki';
import { expect, test } from 'vitest';
import { codeLanguages } from '../../schema/markdown/parse-blocks.ts';
import { typesetInline } from '../../schema/markdown/typography.ts';
import { fillVariables, toSourceSpan } from '../../schema/check/variables.ts';

test.each(['`{{ name }}`', '```\n{{ name }}\n```', 'See `{{a}}` and {{company}}'])(
  'braces in code are not variables: %j',
  (text) => {
    const variables = new Map([['company', 'Harbour']]);
    const { data, diagnostics } = fillVariables(text, variables);
    expect([data, diagnostics]).toEqual([text.replace('{{company}}', 'Harbour'), []]);
    expect(fillVariables(`${text}\n\n{{ name }}`, variables).diagnostics).toHaveLength(1);
  },
);

test('the known code languages are exactly those of the highlighter', () => {
  expect([...codeLanguages].toSorted()).toEqual(Object.keys(bundledLanguages).toSorted());
});

test('a position after variables is mapped to its position in the source', () => {
  const variables = new Map([
    ['email', 'post@example.org'],
    ['n', '5'],
  ]);
  const source = 'Write to {{email}} at {{ n }} **or';
  const text = String(fillVariables(source, variables).data);
  const start = text.indexOf('**');
  expect(toSourceSpan(source, variables, { start, length: 2 })).toEqual({
    start: source.indexOf('**'),
    length: 2,
  });
  expect(toSourceSpan(source, variables, { start: 10, length: 3 })).toBeUndefined();
});

test('text with many unmatched apostrophes is typeset within the deadline', () => {
  const count = 30_000;
  expect(typesetInline([" 'a".repeat(count)], 'en')).toEqual([' ’a'.repeat(count)]);
});
