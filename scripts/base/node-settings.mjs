// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

/**
 * What Node is started with; package.json says the same for the commands that are run most often. With the
 * usual room what ten thousand pages need is searched for garbage again and again; more than this for what is
 * young is slower, as it is memory that nothing has touched before. All cores are busy with pages, and more
 * threads for garbage would take from those.
 */
export const startSettings = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--initial-old-space-size=384',
  '--no-parallel-scavenge',
];

/** What only the pinned Node is known to know, and can be told later: to optimize less, which rarely pays. */
export const laterSetting = '--invocation-count-for-turbofan=100000';
