import { beforeAll, expect, test } from 'vitest';
import { dice } from '../../support/mutants.ts';
import { type MovingSite, movingSite } from '../../support/random-moves.ts';
import { unsampled } from '../../support/sampled.ts';
import { scratchFolder } from '../../support/site-on-disk.ts';

const roll = dice(11);
const count = unsampled ? 16 : 3;
/** Positions in the list of candidates, from 0 to 1, evenly spread. */
const places = Array.from(
  { length: count },
  (_, number) => [number, (number + roll(100) / 100) / count] as const,
);

const folder = scratchFolder();
let site: MovingSite;
beforeAll(() => {
  site = movingSite('pages', folder);
});

test('there are many moves to try', () => {
  expect(site.candidates.length).toBeGreaterThan(50);
});

test.each(places)(
  'random move %i causes no diagnostics, changes only mentions, and can be undone',
  async (number, place) => {
    const candidate = site.candidates[Math.floor(place * site.candidates.length)];
    expect(candidate).toBeDefined();
    if (candidate) await site.moveAndBack(candidate, number);
  },
);
