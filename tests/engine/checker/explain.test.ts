import { expect, test } from 'vitest';
import { rules } from '../../../schema/diagnostics/rules.ts';
import { explainRule } from '../../../scripts/reporters/explain.ts';

test.each(Object.keys(rules))('%s is explained with a wrong and a right example', (id) => {
  const { what, why } = rules[id as keyof typeof rules]; // the list's keys are the rules
  const text = explainRule(id);
  const [, wrong = '', right = ''] = /\n\nWrong:\n\n(.*)\n\nRight:\n\n(.*)\n$/s.exec(text) ?? [];
  expect(text).toMatch(`${id}]\n\n${what}\n\n${why}\n\n`);
  for (const example of [wrong, right]) expect(example).toMatch(/^ {4}\S/);
  expect(wrong).not.toBe(right);
});
