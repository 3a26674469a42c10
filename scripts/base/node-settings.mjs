// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

/**
 * What Node is started with; package.json says the same for the commands that are run most often. With the
 * usual room what ten thousand pages need is searched for garbage again and again; more than this for what is
 * young is slower, as it is memory that nothing has touched before.
 */
export const startSettings = ['--max-semi-space-size=8', '--initial-old-space-size=384'];

/**
 * What only the pinned Node is known to know, and can be told later: all cores are busy with pages, and more
 * threads for garbage, and the last step of optimizing before it pays, would take from those.
 */
export const laterSettings = ['--no-parallel-scavenge', '--invocation-count-for-turbofan=100000'];
