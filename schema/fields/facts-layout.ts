import { z } from 'zod';

/** How a block shows facts, each under its word. */
export const factsLayout = z
  .enum(['beside', 'panel'])
  .default('beside')
  .describe('How the facts stand: `beside` the heading, or side by side in a `panel` below it.');
