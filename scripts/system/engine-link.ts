import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFolder } from './project.ts';

let engineLink: string | undefined;

/**
 * Returns the engine folder for Vite. Vite interprets characters such as `#` and `?` in a path as parts of a URL. For a
 * path with such characters, returns a symbolic link to it that exists while the process runs.
 */
export function getViteEngineFolder(): string {
  if (!/[^\w./\\: -]/.test(engineFolder)) return engineFolder;
  if (engineLink !== undefined) return engineLink;
  // Create the link in a new temporary folder, because other users cannot write to it.
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-engine-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  engineLink = join(folder, 'engine');
  symlinkSync(engineFolder, engineLink, 'junction');
  return engineLink;
}

/** Returns Vite options for an engine folder that may be a symbolic link. */
export const createViteOptions = () => {
  const root = getViteEngineFolder();
  return {
    root,
    configFile: join(root, 'vite.config.ts'),
    ...(root !== engineFolder && { configLoader: 'native' as const, resolve: { preserveSymlinks: true } }),
  };
};
