import { expect, test } from 'vitest';
import { problemMessage } from '../../schema/fields/form-messages.ts';
import type { FieldRules } from '../../schema/fields/field-rules.ts';
import { validateAnswer, type Reason } from '../../schema/fields/form-rules.ts';
import { checkPattern } from '../../schema/fields/safe-pattern.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { expand, shorten } from '../support/notation.ts';

// Each case is the kind of a field, its rules and an answer: `number {"max": "9"} ← "10"`. The output is the stored
// answer, or the message for the visitor.

function outputOf(input: string): string {
  const [, kind = '', rules = '{}', given = ''] = /^(\S+)(?: (\{.*\}))? ← (.*)$/.exec(expand(input)) ?? [];
  const field = { name: 'a', kind, required: false, ...JSON.parse(rules) } as FieldRules; // rules from the case
  const result = validateAnswer(field, given === 'nothing' ? undefined : JSON.parse(given));
  if ('isForeign' in result) return 'The form cannot send this.';
  return shorten('answer' in result ? JSON.stringify(result.answer) : problemMessage(result.problem, 'en'));
}

testGoldenTexts('answers', outputOf);
testGoldenTexts('patterns', (pattern) => checkPattern(pattern) ?? 'accepted');

test("a problem is reported in the language of the page with formatted numbers and dates, or in the author's words", () => {
  const say = (reason: Reason, values: Record<string, string | number>, language: string) =>
    problemMessage({ reason, values }, language);
  expect(say('most', { most: 1234.5 }, 'de')).toBe('Bitte geben Sie 1.234,5 oder weniger an.');
  expect(say('earliest', { earliest: '2026-05-01' }, 'en-GB')).toBe(
    'Please choose 1 May 2026 or a later day.',
  );
  expect(say('fileKind', { name: 'plan.pdf', kinds: 'PDF' }, 'de')).toBe(
    '„plan.pdf“ ist keine Datei dieser Art: PDF.',
  );
  expect(say('fileSize', { name: 'a.png', size: 6.1, most: 6 }, 'de')).toBe(
    '„a.png“ hat 6,1 MB, und höchstens 6 MB können gesendet werden.',
  );
  expect(say('fileCount', { count: 4, most: 3 }, 'de')).toBe(
    'Das sind 4 Dateien, und höchstens 3 können gesendet werden.',
  );
  expect(say('required', {}, 'sv')).toBe('Please fill in this field.');
  expect(problemMessage({ reason: 'pattern', text: 'Zwei Buchstaben.' }, 'de')).toBe('Zwei Buchstaben.');
});
