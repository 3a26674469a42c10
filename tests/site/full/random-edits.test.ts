import { expect, test } from 'vitest';
import { randomTexts, randomSequences } from '../../support/random-edits.ts';
import { unsampled } from '../../support/sampled.ts';

test('hostile texts are written right, and nothing else changes', { timeout: 1_800_000 }, () => {
  expect(randomTexts(['pages'], unsampled ? 4000 : 60, 31)).toBeGreaterThan(50);
});

test('sequences of edits are right, and taken back byte for byte', { timeout: 1_800_000 }, () => {
  expect(randomSequences(['pages'], unsampled ? 240 : 6, 32)).toBeGreaterThan(20);
});
