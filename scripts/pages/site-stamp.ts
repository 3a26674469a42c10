import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { siteOf } from '../base/project.ts';

/** Is another one whenever a page or a picture was added, changed or removed. */
export function siteStamp(folder: string): string {
  return [folder, siteOf(folder).public]
    .flatMap((root) => globSync('**/*.*', { cwd: root }).map((path) => join(root, path)))
    .map((file) => {
      const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}
