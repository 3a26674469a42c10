// Plain JavaScript that keeps to what Node 16 knows, as scripts/run.mjs does, which needs it.

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
 * them may change again without a trace: the coarsest file systems note whole seconds, or two.
 */
function engineStamp(root) {
  const hash = createHash('sha1');
  let newest = 0;
  const visit = (path) => {
    const { size, mtimeMs, ino } = statSync(join(root, path));
    newest = Math.max(newest, mtimeMs);
    hash.update(`${path} ${size} ${mtimeMs} ${ino}\n`);
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
  return Date.now() - newest > 2500 ? hash.digest('hex') : undefined;
}

/**
 * Where commands are that a build has bundled from the code as it is now, or may put them; an empty text
 * while that cannot be told.
 */
export function bundledCommands(root) {
  const stamp = engineStamp(root);
  return stamp ? join(root, 'node_modules/.cache/pagewright/commands', stamp) : '';
}
