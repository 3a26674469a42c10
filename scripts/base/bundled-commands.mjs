// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileStamp, isSettled } from './file-stamp.mjs';

const sources = [
  'schema',
  'scripts',
  'src',
  'supabase/functions',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * What changes with the code of an engine, by what the file system says of its files; nothing while one of
 * them may change again without a trace.
 */
function engineStamp(root) {
  const hash = createHash('sha1');
  let areSettled = true;
  const visit = (path) => {
    const stamp = fileStamp(root, path);
    areSettled &&= isSettled(stamp);
    hash.update(`${stamp.line}\n`);
  };
  const visitAll = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
      if (entry.isDirectory()) visitAll(`${folder}/${entry.name}`);
      else visit(`${folder}/${entry.name}`);
  };
  try {
    for (const path of sources)
      if (statSync(join(root, path)).isDirectory()) visitAll(path);
      else visit(path);
  } catch {
    return undefined;
  }
  return areSettled ? hash.digest('hex') : undefined;
}

/**
 * Where commands are that a build has bundled from the code as it is now, or may put them; an empty text
 * while that cannot be told.
 */
export function bundledCommands(root) {
  const stamp = engineStamp(root);
  return stamp ? join(root, 'node_modules/.cache/pagewright/commands', stamp) : '';
}
