import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Tells the path of a file in its repository, whatever folder the command was run from. */
export function repositoryPaths(env: NodeJS.ProcessEnv): (file: string) => string {
  const root = env['GITHUB_WORKSPACE'] || repositoryAbove(process.cwd()) || process.cwd();
  return (file) => relative(root, resolve(file)).split(sep).join('/');
}

function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}
