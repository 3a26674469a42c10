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

test('hostile texts are written correctly, and nothing else changes', () => {
  expect(setRandomTexts(folders, isFullRun ? 2000 : 80, 21)).toBeGreaterThan(50);
});

test('sequences of random edits are correct and can be undone byte for byte', () => {
  expect(runRandomSequences(folders, isFullRun ? 120 : 12, 22)).toBeGreaterThan(50);
});
