import { doTasks } from '../../../scripts/system/worker.ts';
import { isAsWritten } from './as-written.ts';
import { recordStamp } from './written-record.ts';

/** What is looked at before a build. */
export interface LookWork {
  /** The stamp of the record by which an output is as the last build left it; nothing if it is not. */
  look(at: { out: string; cache: string }): string | null;
}

doTasks((): { look: LookWork['look'] } => ({
  look: ({ out, cache }) => {
    const stamp = recordStamp(cache);
    return isAsWritten(out, cache) && recordStamp(cache) === stamp ? (stamp ?? null) : null;
  },
}));
