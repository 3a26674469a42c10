import { join } from 'node:path';
import { contentDigest } from './content-digest.ts';
import { engineCache, engineFolder } from './project.ts';

/** Whatever has a say in what is found in pages, and in what is made of them. */
const sources = [
  'schema',
  'scripts',
  'src',
  'supabase/functions',
  'index.html',
  'package.json',
  'package-lock.json',
];
let known: string | undefined;

/** Changes with the engine, its packages, and what it runs on; looked at once in a process. */
export function engineKey(): string {
  known ??= contentDigest(engineFolder, sources, join(engineCache, 'engine.json'));
  return `${known} ${process.version}`;
}
