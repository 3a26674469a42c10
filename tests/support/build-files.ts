// `node tests/support/build-files.ts OUT PAGES FILES OLD` runs `buildFiles`. FILES and OLD are paths of JSON files.

import { readFileSync } from 'node:fs';
import { getSiteFolders } from '../../scripts/system/project.ts';
import { openOutput, toBuildError } from '../../scripts/build/output.ts';

/** File contents by path. */
export type Files = Record<string, string>;

/** Writes a build with these files. Reuses every second file whose content is the same in `old`. */
export async function buildFiles(out: string, pages: string, files: Files, old: Files = {}): Promise<void> {
  const output = await openOutput(out, getSiteFolders(pages));
  try {
    for (const [index, [path, text]] of Object.entries(files).entries())
      if (index % 2 === 0 || old[path] !== text || !output.reuse(path)) output.put(path, text);
    output.finish();
  } finally {
    output.abandon();
  }
}

if (import.meta.main) {
  const [out = '', pages = '', files = '', old = ''] = process.argv.slice(2);
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Files; // the test writes these files
  try {
    await buildFiles(out, pages, read(files), read(old));
  } catch (error) {
    process.stderr.write(`${String(toBuildError(error, out))}\n`);
    process.exitCode = 1;
  }
}
