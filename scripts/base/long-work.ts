import { setFlagsFromString } from 'node:v8';

/** Says the same to Node once; only the one that comes with the packages is known to know all settings. */
function once(setting: string): () => void {
  let isSaid = process.env['PAGEWRIGHT_PINNED_NODE'] !== '1';
  return () => {
    if (!isSaid) setFlagsFromString(setting);
    isSaid = true;
  };
}

/** When threads help, all cores are busy with pages, and more threads for garbage would take from those. */
export const shareCores = once('--no-parallel-scavenge');

/**
 * In long work the last step of optimizing would take from the cores before it pays. That is not to be said
 * before this thread and those that help have loaded their code: after it, Node takes none as it was compiled
 * before.
 */
export const startLongWork = once('--invocation-count-for-turbofan=100000');
