import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shownPath } from './project.ts';

/** A function from a file to its path in its repository, whatever folder the command was run from. */
export function repositoryPaths(env: NodeJS.ProcessEnv): (file: string) => string {
  const root = env['GITHUB_WORKSPACE'] || repositoryAbove(process.cwd()) || process.cwd();
  return (file) => shownPath(file, root);
}

function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}
