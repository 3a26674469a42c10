import { beforeAll, expect, test } from 'vitest';
import { createDice } from '../../support/mutants.ts';
import { type MovingSite, createMovingSite } from '../../support/random-moves.ts';
import { isFullRun } from '../../support/sample.ts';
import { createSuiteFolder } from '../../support/site-on-disk.ts';

const random = createDice(11);
const count = isFullRun ? 16 : 3;
/**
 * The number of each move, and its position in the list of possible moves, from 0 to 1. The positions are spread over
 * the whole list.
 */
const positions = Array.from(
  { length: count },
  (_, number) => [number, (number + random(100) / 100) / count] as const,
);

const folder = createSuiteFolder();
let site: MovingSite;
beforeAll(() => {
  site = createMovingSite('pages', folder);
});

test('the site has more than 50 possible moves', () => {
  expect(site.candidates.length).toBeGreaterThan(50);
});

test.each(positions)(
  'random move %i causes no diagnostics, changes only mentions, and can be undone',
  async (number, position) => {
    const candidate = site.candidates[Math.floor(position * site.candidates.length)];
    expect(candidate).toBeDefined();
    if (candidate) await site.moveAndBack(candidate, number);
  },
);
