import { expect, test } from 'vitest';
import { check } from '../../../schema/check.ts';
import { formatFault } from '../../../schema/diagnostics/diagnostic.ts';
import { exampleAssets, exampleFiles } from '../../../schema/rules/example-site.ts';
import { type RuleId, rules } from '../../../schema/rules/index.ts';

const ids = Object.keys(rules) as RuleId[]; // the list's keys are the rules

test.each(ids)('the wrong example of %s breaks just that rule', (id) => {
  const { faults } = check(exampleFiles(rules[id].wrong), exampleAssets(rules[id].wrong));
  expect(
    faults.map(({ rule }) => rule),
    faults.map(formatFault).join('\n'),
  ).toEqual([id]);
  expect(faults[0]?.severity).toBe(rules[id].severity);
});

test.each(ids)('the right example of %s breaks none', (id) => {
  expect(
    check(exampleFiles(rules[id].right), exampleAssets(rules[id].right)).faults.map(formatFault),
  ).toEqual([]);
});

test.each(ids)('%s is written for people', (id) => {
  expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const sentence of [rules[id].what, rules[id].why]) expect(sentence).toMatch(/^[^a-z].*\.$/s);
});
