import { expect, test } from 'vitest';
import { otherPages, fixturePages } from '../support/fixture-site.ts';
import { randomTexts, randomSequences } from '../support/random-edits.ts';
import { unsampled } from '../support/sampled.ts';

const folders = [
  fixturePages,
  otherPages,
  'tests/fixtures/german-site/pages',
  'tests/fixtures/polish-site/pages',
];

test('hostile texts are written correctly and nothing else changes', () => {
  expect(randomTexts(folders, unsampled ? 2000 : 80, 21)).toBeGreaterThan(50);
});

test('sequences of edits are correct and undone byte for byte', () => {
  expect(randomSequences(folders, unsampled ? 120 : 12, 22)).toBeGreaterThan(50);
});
