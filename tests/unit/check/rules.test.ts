import { expect, test } from 'vitest';
import { check } from '../../../schema/check/check.ts';
import { createExampleAssets, createExampleFiles } from '../../../schema/check/example-site.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { type RuleId, rules, getSeverity } from '../../../schema/diagnostics/rules.ts';
import { explainRule } from '../../../scripts/reporters/explain.ts';
import { fixPages } from '../../../scripts/site/fix-pages.ts';
import { exampleSite, fixExample } from '../../support/example-checks.ts';

const ids = Object.keys(rules) as RuleId[]; // the keys of `rules` are the rule ids

test.each(ids)('the invalid example of %s breaks only that rule, and the valid example breaks none', (id) => {
  const { wrong, right } = rules[id];
  const { diagnostics } = check(createExampleFiles(wrong), createExampleAssets(wrong));
  expect(
    diagnostics.map(({ rule }) => rule),
    diagnostics.map(formatDiagnostic).join('\n'),
  ).toEqual([id]);
  expect(diagnostics[0]?.severity).toBe(getSeverity(id));
  expect(
    check(createExampleFiles(right), createExampleAssets(right)).diagnostics.map(formatDiagnostic),
  ).toEqual([]);
});

test.each(ids)('the rule %s is explained in full sentences, with an invalid and a valid example', (id) => {
  const { what, why } = rules[id];
  expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const sentence of [what, why]) expect(sentence).toMatch(/^[^a-z].*\.$/s);
  const text = explainRule(id);
  const [, wrong = '', right = ''] = /\n\nWrong:\n\n(.*)\n\nRight:\n\n(.*)\n$/s.exec(text) ?? [];
  expect(text).toMatch(`${id}]\n\n${what}\n\n${why}\n\n`);
  for (const example of [wrong, right]) expect(example).toMatch(/^ {4}\S/);
  expect(wrong).not.toBe(right);
});

test.each(ids)('fixing the invalid example of %s a second time changes nothing and adds no problem', (id) => {
  const assets = createExampleAssets(rules[id].wrong);
  for (const safety of ['safe', 'suggested'] as const) {
    const firstRun = fixExample(rules[id].wrong, safety);
    expect(firstRun.applied.length).toBeLessThanOrEqual(2);
    expect(firstRun.checked.diagnostics.length).toBeLessThanOrEqual(1);
    const { applied, files } = fixPages(firstRun.files, assets, safety, () => true, exampleSite);
    expect({ applied, files }).toEqual({ applied: [], files: firstRun.files });
  }
});
