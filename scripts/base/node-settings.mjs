// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

/**
 * With the usual room most of what ten thousand pages need is looked for garbage too early. More than this
 * for what is young is slower, as it is memory that nothing has touched before.
 */
const room = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--initial-old-space-size=256'];

/**
 * All cores are busy with pages as it is: more threads for garbage, and the last step of optimizing before it
 * pays, take from those. A build of many pages says itself when there is most garbage.
 */
const known = ['--no-parallel-scavenge', '--invocation-count-for-turbofan=100000', '--expose-gc'];

/** What a command's Node is told. One that is not pinned may not know all of it, and would not start. */
export function nodeSettings(isPinned) {
  return isPinned ? [...room, ...known] : room;
}
