import { join, resolve } from 'node:path';
import type { SiteFolders } from '../base/project.ts';
import { type Steps, writeJournal } from './journal.ts';
import { linkOrCopy } from './link-or-copy.ts';
import type { Listed } from './list-output.ts';
import { demandOwnFolder } from './out-folder.ts';
import { planSteps } from './plan-steps.ts';
import { putInPlace } from './put-in-place.ts';
import { workFolder } from './work-folder.ts';
import { areSame, type KeptRecord, parentOf, type Traces, type WrittenRecord } from './written-record.ts';

/** What was in an output, and whether all of it was there as the record says. */
interface Before {
  old: Listed;
  record: KeptRecord;
  isKnown: boolean;
}

/** Puts staged files in their place, beside those that stay, and removes all others from an output. */
export function finishOutput(
  out: string,
  site: SiteFolders,
  { old, record, isKnown }: Before,
  staged: ReadonlyMap<string, Traces>,
  stays: ReadonlyMap<string, Traces>,
): void {
  const [target, work] = [resolve(out), workFolder(out)];
  const steps = planSteps(old, [...staged.keys()], [...stays.keys()]);
  if (steps) {
    if (steps.way === 'whole')
      for (const path of stays.keys()) linkOrCopy(join(target, path), join(work.staging, path));
    // If a step fails, these are put back.
    else for (const path of steps.replaced) linkOrCopy(join(target, path), join(work.replaced, path));
    // Somebody may have put something there in the meantime.
    demandOwnFolder(out, site);
    writeJournal(work.folder, steps);
    putInPlace(target, work, { steps, isBack: false });
  }
  const touched = isKnown ? touchedBy(steps) : undefined;
  if (touched) record.writeTouched([...staged, ...stays], touched);
  else if (steps || [...stays].some(([path, traces]) => !areSame(old.files.get(path), traces)))
    record.write([...staged, ...stays], steps && untouched(record.folders, steps));
}

/** The folders in which steps change files, if they change no folder. */
function touchedBy(steps: Steps | undefined): Set<string> | undefined {
  if (steps?.way !== 'files' || steps.newFolders.length + steps.emptied.length > 0) return undefined;
  return new Set([steps.added, steps.replaced, steps.removed].flat().map(parentOf));
}

/** The folders of a record in which these steps change nothing. */
function untouched(record: WrittenRecord, steps: Steps): WrittenRecord {
  if (steps.way === 'whole') return new Map();
  const { newFolders, added, replaced, removed, emptied } = steps;
  const touched = [newFolders, added, replaced, removed, emptied].flat().map(parentOf);
  const left = new Map(record);
  for (const folder of touched) left.delete(folder);
  return left;
}
