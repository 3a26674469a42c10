import { expect, test } from 'vitest';
import { dice } from '../../support/mutants.ts';
import { movingSite } from '../../support/random-moves.ts';
import { unsampled } from '../../support/sampled.ts';

test(
  'random moves in the site bring no fault, change only mentions, and can be taken back',
  { timeout: 1_800_000 },
  async () => {
    const { candidates, moveAndBack } = movingSite('pages');
    expect(candidates.length).toBeGreaterThan(50);
    const roll = dice(11);
    const count = unsampled ? 100 : 6;
    for (let number = 0; number < count; number++) {
      const at = Math.floor(((number + roll(100) / 100) * candidates.length) / count);
      const candidate = candidates[at];
      if (candidate) await moveAndBack(candidate, number);
    }
  },
);
