// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether files are, by what the file system says, as they were when noted on this kind of machine. */
export function areAsNoted(root, note) {
  try {
    const [machine, ...lines] = readFileSync(join(root, note), 'utf8').split('\n');
    return machine === thisMachine && lines.every((line) => line === lineOf(root, line.split('\t')[0]));
  } catch {
    return false;
  }
}

/** Notes files, unless one may change again without a trace: the coarsest file systems note two seconds. */
export function noteFiles(root, note, paths) {
  try {
    if (paths.some((path) => Date.now() - statSync(join(root, path)).mtimeMs < 2500)) return;
    const file = join(root, note);
    const beside = `${file}.${process.pid}`;
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(beside, [thisMachine, ...paths.map((path) => lineOf(root, path))].join('\n'));
      renameSync(beside, file);
    } finally {
      rmSync(beside, { force: true });
    }
  } catch {
    // The next command looks at the files themselves.
  }
}

const thisMachine = `${process.platform} ${process.arch}`;

function lineOf(root, path) {
  const { size, mtimeMs, ino } = statSync(join(root, path));
  return [path, size, mtimeMs, ino].join('\t');
}
