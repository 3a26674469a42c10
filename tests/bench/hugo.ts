import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Cost, measure } from './measure.ts';

/** Returns the version of the installed Hugo, or `undefined` if Hugo is not installed. */
export function hugoVersion(): string | undefined {
  const { stdout } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  return /v[\d.]+\S*/.exec(stdout ?? '')?.[0];
}

/** Converts a generated site to a Hugo site. Each page becomes the front matter of a content file. */
export function writeHugoSite(pagesFolder: string, folder: string): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  // The folder contains a layout for each block. A layout renders Markdown only in text that contains Markdown.
  cpSync(join(import.meta.dirname, 'hugo'), folder, { recursive: true });
  for (const path of globSync('**/*.yaml', { cwd: pagesFolder })) {
    const text = readFileSync(join(pagesFolder, path), 'utf8');
    if (path.startsWith('_')) write(`data/${path.replace('_', '')}`, text);
    else write(`content/${contentFile(path)}`, `---\n${text}---\n`);
  }
}

/** Builds a Hugo site written by `writeHugoSite`, and returns the cost. */
export const runHugo = (folder: string): Promise<Cost> =>
  measure('hugo', ['--quiet'], { cwd: folder, env: { HUGO_CACHEDIR: join(folder, 'cache') } });

/** Returns the path of a page's content file. Hugo expects the name `_index` for the index page of a folder. */
function contentFile(path: string): string {
  const name = basename(path, '.yaml');
  return join(dirname(path), `${name === 'index' ? '_index' : name}.md`);
}
