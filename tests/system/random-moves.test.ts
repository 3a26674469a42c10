import { expect, test } from 'vitest';
import { fixturePages, otherPages } from '../support/fixture-site.ts';
import { movingSite } from '../support/random-moves.ts';
import { unsampled } from '../support/sampled.ts';
import { dice } from '../support/mutants.ts';

test.each([
  ['the fixture site', fixturePages, 40, 3],
  ['the other site', otherPages, 15, 2],
])(
  'random moves in %s cause no diagnostics, change only mentions, and can be undone',
  async (_, pages, all, few) => {
    const { candidates, moveAndBack } = movingSite(pages);
    expect(candidates.length).toBeGreaterThan(5);
    const roll = dice(7);
    const count = unsampled ? all : few;
    for (let number = 0; number < count; number++) {
      // Candidates are spread over the list, because it has more files than blocks.
      const at = Math.floor(((number + roll(100) / 100) * candidates.length) / count);
      const candidate = candidates[at];
      if (candidate) await moveAndBack(candidate, number);
    }
  },
);
