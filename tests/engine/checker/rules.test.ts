import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { type RuleId, rules, severityOf } from '../../../schema/diagnostics/rules.ts';

const ids = Object.keys(rules) as RuleId[]; // the list's keys are the rules

test.each(ids)('the wrong example of %s breaks just that rule', (id) => {
  const { diagnostics } = check(exampleFiles(rules[id].wrong), exampleAssets(rules[id].wrong));
  expect(
    diagnostics.map(({ rule }) => rule),
    diagnostics.map(formatDiagnostic).join('\n'),
  ).toEqual([id]);
  expect(diagnostics[0]?.severity).toBe(severityOf(id));
});

test.each(ids)('the right example of %s breaks none', (id) => {
  expect(
    check(exampleFiles(rules[id].right), exampleAssets(rules[id].right)).diagnostics.map(formatDiagnostic),
  ).toEqual([]);
});

test.each(ids)('%s is written for people', (id) => {
  expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const sentence of [rules[id].what, rules[id].why]) expect(sentence).toMatch(/^[^a-z].*\.$/s);
});
