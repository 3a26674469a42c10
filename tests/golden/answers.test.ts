import { expect, test } from 'vitest';
import { toProblemMessage } from '../../schema/fields/form-messages.ts';
import type { FieldRules } from '../../schema/fields/field-rules.ts';
import { validateAnswer, type Reason } from '../../schema/fields/form-rules.ts';
import { checkPattern } from '../../schema/fields/safe-pattern.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { expandRepetitions, shortenRepetitions } from '../support/notation.ts';

// Each case contains a kind of field, its rules and a visitor's answer: `number {"max": "9"} ← "10"`. The output is the
// stored answer, or the error message for the visitor.

function createOutput(input: string): string {
  const [, kind = '', rules = '{}', answerText = ''] =
    /^(\S+)(?: (\{.*\}))? ← (.*)$/.exec(expandRepetitions(input)) ?? [];
  const field = { name: 'a', kind, required: false, ...JSON.parse(rules) } as FieldRules; // valid rules in the case
  const result = validateAnswer(field, answerText === 'nothing' ? undefined : JSON.parse(answerText));
  if ('isForeign' in result) return 'The form cannot send this.';
  return shortenRepetitions(
    'answer' in result ? JSON.stringify(result.answer) : toProblemMessage(result.problem, 'en'),
  );
}

testGoldenTexts('answers', createOutput);
testGoldenTexts('patterns', (pattern) => checkPattern(pattern) ?? 'accepted');

test("messages use the page language with its number and date formats, or the author's words", () => {
  const formatProblem = (reason: Reason, values: Record<string, string | number>, language: string) =>
    toProblemMessage({ reason, values }, language);
  expect(formatProblem('most', { most: 1234.5 }, 'de')).toBe('Bitte geben Sie 1.234,5 oder weniger an.');
  expect(formatProblem('earliest', { earliest: '2026-05-01' }, 'en-GB')).toBe(
    'Please choose 1 May 2026 or a later day.',
  );
  expect(formatProblem('fileKind', { name: 'plan.pdf', kinds: 'PDF' }, 'de')).toBe(
    '„plan.pdf“ ist keine Datei dieser Art: PDF.',
  );
  expect(formatProblem('fileSize', { name: 'a.png', size: 6.1, most: 6 }, 'de')).toBe(
    '„a.png“ hat 6,1 MB, und höchstens 6 MB können gesendet werden.',
  );
  expect(formatProblem('fileCount', { count: 4, most: 3 }, 'de')).toBe(
    'Das sind 4 Dateien, und höchstens 3 können gesendet werden.',
  );
  expect(formatProblem('required', {}, 'sv')).toBe('Please fill in this field.');
  expect(toProblemMessage({ reason: 'pattern', text: 'Zwei Buchstaben.' }, 'de')).toBe('Zwei Buchstaben.');
});
