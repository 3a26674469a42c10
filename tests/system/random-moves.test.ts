import { expect, test } from 'vitest';
import { fixturePages, otherPages } from '../support/fixture-site.ts';
import { createMovingSite } from '../support/random-moves.ts';
import { isFullRun } from '../support/sample.ts';
import { createDice } from '../support/mutants.ts';

test.each([
  ['the fixture site', fixturePages, 40, 3],
  ['the other site', otherPages, 15, 2],
])(
  'random moves in %s cause no diagnostics, change only mentions, and can be undone',
  async (_, pages, fullCount, sampleCount) => {
    const { candidates, moveAndBack } = createMovingSite(pages);
    expect(candidates.length).toBeGreaterThan(5);
    const roll = createDice(7);
    const count = isFullRun ? fullCount : sampleCount;
    for (let number = 0; number < count; number++) {
      // Choose candidates evenly from the whole list, because it has more files than blocks.
      const index = Math.floor(((number + roll(100) / 100) * candidates.length) / count);
      const candidate = candidates[index];
      if (candidate) await moveAndBack(candidate, number);
    }
  },
);
