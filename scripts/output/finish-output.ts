import { join, resolve } from 'node:path';
import { folderOf } from '../base/folder-of.ts';
import type { SiteFolders } from '../base/project.ts';
import { type FileSteps, writeJournal } from './journal.ts';
import { linkOrCopy } from './link-or-copy.ts';
import type { Listed } from './list-output.ts';
import { demandOwnFolder } from './out-folder.ts';
import { planSteps } from './plan-steps.ts';
import { putInPlace } from './put-in-place.ts';
import { workFolder } from './work-folder.ts';
import { areSame, type KeptRecord, type Traces, type WrittenRecord } from './written-record.ts';

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
  const files = [...staged, ...stays];
  const single = steps?.way === 'files' ? steps : undefined;
  if (isKnown && single && !changesFolders(single)) record.writeTouched(files, touchedBy(single));
  else if (steps || [...stays].some(([path, traces]) => !areSame(old.files.get(path), traces)))
    record.write(files, single && untouched(record.folders, single));
}

const changesFolders = ({ newFolders, emptied }: FileSteps) => newFolders.length + emptied.length > 0;

/** The folders in which steps change something. */
function touchedBy({ newFolders, added, replaced, removed, emptied }: FileSteps): Set<string> {
  return new Set([newFolders, added, replaced, removed, emptied].flat().map(folderOf));
}

/** The folders of a record in which they change nothing. */
function untouched(record: WrittenRecord, steps: FileSteps): WrittenRecord {
  const left = new Map(record);
  for (const folder of touchedBy(steps)) left.delete(folder);
  return left;
}
