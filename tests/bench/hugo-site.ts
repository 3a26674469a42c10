import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hugoLayouts } from './hugo-layouts.ts';
import { measureTree, type TreeCost } from './measure-tree.ts';

/** The version of Hugo on this machine, if there is one. */
export function hugoVersion(): string | undefined {
  const { stdout } = spawnSync('hugo', ['version'], { encoding: 'utf8' });
  return /v[\d.]+\S*/.exec(stdout ?? '')?.[0];
}

/** Writes the same site for Hugo: each page becomes the front matter of a content file. */
export function writeHugoSite(pages: string, folder: string): void {
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('config.yaml', config);
  for (const [path, text] of Object.entries(hugoLayouts)) write(`layouts/${path}`, text);
  for (const path of globSync('**/*.yaml', { cwd: pages })) {
    const text = readFileSync(join(pages, path), 'utf8');
    if (path.startsWith('_')) write(`data/${path.replace('_', '')}`, text);
    else write(`content/${contentFile(path)}`, `---\n${text}---\n`);
  }
}

/** Builds such a site; what Hugo keeps beside it stays in the same folder. */
export const runHugo = (folder: string): Promise<TreeCost> =>
  measureTree('hugo', ['--quiet'], { cwd: folder, env: { HUGO_CACHEDIR: join(folder, 'cache') } });

/** Hugo calls the page of a folder `_index`. */
function contentFile(path: string): string {
  const name = basename(path, '.yaml');
  return join(dirname(path), `${name === 'index' ? '_index' : name}.md`);
}

const config = `baseURL: https://www.example.org/
languageCode: en
disableKinds: [taxonomy, term, RSS]
enableRobotsTXT: true
`;
