import { existsSync } from 'node:fs';
import { workFolder } from '../../../scripts/build/output-folder.ts';
import { areSame, OutputRecord, type Traces, tracesOf } from './written-record.ts';

/** Whether an output holds just what the last build left there, and nobody is at work on it. */
export function isAsWritten(out: string, cache: string): boolean {
  if (existsSync(workFolder(out).folder)) return false;
  const { folders } = new OutputRecord(cache, out);
  // Joined by hand: there may be tens of thousands.
  const isSame = (path: string, written: Traces) =>
    areSame(written, tracesOf(path === '' ? out : `${out}/${path}`));
  for (const [folder, { traces, files }] of folders) {
    if (!isSame(folder, traces)) return false;
    for (const [path, written] of files) if (!isSame(path, written)) return false;
  }
  return folders.size > 0;
}
