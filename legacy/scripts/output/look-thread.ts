import { serveTasks } from '../../../scripts/system/worker.ts';
import { isAsWritten } from './as-written.ts';
import { recordHash } from './written-record.ts';

/** What is looked at before a build. */
export interface LookWork {
  /** The stamp of the record by which an output is as the last build left it; nothing if it is not. */
  look(at: { out: string; cache: string }): string | null;
}

serveTasks((): { look: LookWork['look'] } => ({
  look: ({ out, cache }) => {
    const stamp = recordHash(cache);
    return isAsWritten(out, cache) && recordHash(cache) === stamp ? (stamp ?? null) : null;
  },
}));
