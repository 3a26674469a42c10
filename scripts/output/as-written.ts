import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workFolder } from './work-folder.ts';
import { areSame, readRecord, tracesOf } from './written-record.ts';

/** Whether an output holds just what the last build left there, and nobody is at work on it. */
export function isAsWritten(out: string, cache: string): boolean {
  if (existsSync(workFolder(out).folder)) return false;
  const record = readRecord(cache, out);
  for (const [folder, { traces, files }] of record) {
    if (!areSame(traces, tracesOf(join(out, folder)))) return false;
    for (const [path, written] of files) if (!areSame(written, tracesOf(join(out, path)))) return false;
  }
  return record.size > 0;
}
