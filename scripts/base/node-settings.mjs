// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

/**
 * What Node is started with; package.json says the same for the commands that are run most often. With the
 * usual room what ten thousand pages need is searched for garbage again and again; more than this for what is
 * young is slower, as it is memory that nothing has touched before; with much less there is a collection for
 * each of the first megabytes.
 */
export const startSettings = [
  '--max-semi-space-size=8',
  '--min-semi-space-size=4',
  '--initial-old-space-size=384',
];

/**
 * What the pinned Node is told as soon as it runs: the room is there by then, and with a setting that is not
 * the usual one Node takes neither its own modules nor ours as they have been compiled before.
 */
export const takenBack = ['--initial-old-space-size=0'];
