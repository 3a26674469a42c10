import { expect, test } from 'vitest';
import { randomSequences, randomTexts } from '../../support/random-edits.ts';
import { unsampled } from '../../support/sampled.ts';

const seeds = Array.from({ length: unsampled ? 10 : 1 }, (_, number) => 31 + number);

test.each(seeds)('hostile texts are written correctly and nothing else changes (seed %i)', (seed) => {
  expect(randomTexts(['pages'], unsampled ? 100 : 60, seed)).toBeGreaterThan(50);
});

test.each(seeds)('sequences of edits are correct and undone byte for byte (seed %i)', (seed) => {
  expect(randomSequences(['pages'], 6, seed)).toBeGreaterThan(20);
});
