import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFolder } from './project.ts';

let engineLink: string | undefined;

/**
 * The folder of the engine for Vite, which takes signs such as `#` and `?` in a path for parts of a URL. If its path
 * has any, this is a link to it, for as long as the process runs.
 */
export function plainEngineFolder(): string {
  if (!/[^\w./\\: -]/.test(engineFolder)) return engineFolder;
  if (engineLink !== undefined) return engineLink;
  // Nobody else can write into a new folder.
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-engine-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  engineLink = join(folder, 'engine');
  symlinkSync(engineFolder, engineLink, 'junction');
  return engineLink;
}

/** Options of Vite for a folder that may be a link. */
export const viteFolder = () => {
  const root = plainEngineFolder();
  return {
    root,
    configFile: join(root, 'vite.config.ts'),
    ...(root !== engineFolder && { configLoader: 'native' as const, resolve: { preserveSymlinks: true } }),
  };
};
