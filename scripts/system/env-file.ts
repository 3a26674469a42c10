import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Adds the variables in the file `.env` of a folder to an environment. Existing variables take precedence. The file
 * is ignored if it is a symbolic link.
 */
export function mergeEnvFile(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = join(folder, '.env');
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return env;
  return { ...parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')), ...env };
}
