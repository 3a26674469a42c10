import { expect, test } from 'vitest';
import { otherPages, fixturePages } from '../support/fixture-site.ts';
import { setRandomTexts, runRandomSequences } from '../support/random-edits.ts';
import { isFullRun } from '../support/sample.ts';

const folders = [
  fixturePages,
  otherPages,
  'tests/fixtures/german-site/pages',
  'tests/fixtures/polish-site/pages',
];

test('hostile text reads back unchanged, and nothing else in the file changes', () => {
  expect(setRandomTexts(folders, isFullRun ? 2000 : 80, 21)).toBeGreaterThan(50);
});

test('sequences of random edits have the expected result and can be undone byte for byte', () => {
  expect(runRandomSequences(folders, isFullRun ? 120 : 12, 22)).toBeGreaterThan(50);
});
