import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Cost, measure } from './measure.ts';

/** Returns the version of the installed Hugo, if any. */
export function hugoVersion(): string | undefined {
  const { stdout } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  return /v[\d.]+\S*/.exec(stdout ?? '')?.[0];
}

/** Converts a generated site for Hugo. Each page becomes the front matter of a content file. */
export function writeHugoSite(pages: string, folder: string): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  // Contains a layout for each block. Layouts render Markdown only in texts that contain some.
  cpSync(join(import.meta.dirname, 'hugo'), folder, { recursive: true });
  for (const path of globSync('**/*.yaml', { cwd: pages })) {
    const text = readFileSync(join(pages, path), 'utf8');
    if (path.startsWith('_')) write(`data/${path.replace('_', '')}`, text);
    else write(`content/${contentFile(path)}`, `---\n${text}---\n`);
  }
}

/** Builds a site that `writeHugoSite` has written. */
export const runHugo = (folder: string): Promise<Cost> =>
  measure('hugo', ['--quiet'], { cwd: folder, env: { HUGO_CACHEDIR: join(folder, 'cache') } });

/** Returns the content file of a page. Hugo expects `_index` for the page of a folder. */
function contentFile(path: string): string {
  const name = basename(path, '.yaml');
  return join(dirname(path), `${name === 'index' ? '_index' : name}.md`);
}
