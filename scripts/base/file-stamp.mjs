// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

import { statSync } from 'node:fs';
import { join } from 'node:path';

/** What the file system says of a file, in a line: another one with each change of what stands in it. */
export function fileStamp(root, path) {
  const { size, mtimeMs, ino } = statSync(join(root, path));
  return { line: [path, size, mtimeMs, ino].join('\t'), mtimeMs };
}

/** Whether a change from now on will be seen: the coarsest file systems note whole seconds, or two. */
export const isSettled = ({ mtimeMs }) => Date.now() - mtimeMs > 2500;
