import { expect, test } from 'vitest';
import { runRandomSequences, setRandomTexts } from '../../support/random-edits.ts';
import { isFullRun } from '../../support/sample.ts';

const seeds = Array.from({ length: isFullRun ? 10 : 1 }, (_, number) => 31 + number);

test.each(seeds)(
  'hostile text reads back unchanged, and nothing else in the file changes (seed %i)',
  (seed) => {
    expect(setRandomTexts(['pages'], isFullRun ? 100 : 60, seed)).toBeGreaterThan(50);
  },
);

test.each(seeds)(
  'sequences of random edits have the expected result and can be undone byte for byte (seed %i)',
  (seed) => {
    expect(runRandomSequences(['pages'], 6, seed)).toBeGreaterThan(20);
  },
);
