// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileStamp, isSettled } from './file-stamp.mjs';

/** Whether files are, by what the file system says, as they were when noted on this kind of machine. */
export function areAsNoted(root, note) {
  try {
    const [machine, ...lines] = readFileSync(join(root, note), 'utf8').split('\n');
    return (
      machine === thisMachine && lines.every((line) => line === fileStamp(root, line.split('\t')[0]).line)
    );
  } catch {
    return false;
  }
}

/** Notes files, unless one may change again without a trace. */
export function noteFiles(root, note, paths) {
  try {
    const stamps = paths.map((path) => fileStamp(root, path));
    if (!stamps.every(isSettled)) return;
    const file = join(root, note);
    const beside = `${file}.${process.pid}`;
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(beside, [thisMachine, ...stamps.map(({ line }) => line)].join('\n'));
      renameSync(beside, file);
    } finally {
      rmSync(beside, { force: true });
    }
  } catch {
    // The next command looks at the files themselves.
  }
}

const thisMachine = `${process.platform} ${process.arch}`;
