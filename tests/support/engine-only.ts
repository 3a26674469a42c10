import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// The engine must work with any site, so its tests must not depend on the site in this project. In these tests, the
// functions of `node:fs` throw an error if they read `pages/` or `public/`. The nightly mutation test sets `MUTANTS_IN`
// to test this project's site as well.

const root = join(import.meta.dirname, '../..');
const readFunctions = [
  'accessSync',
  'copyFileSync',
  'cpSync',
  'createReadStream',
  'existsSync',
  'globSync',
  'lstatSync',
  'openSync',
  'readFile',
  'readFileSync',
  'readdir',
  'readdirSync',
  'stat',
  'statSync',
] as const;
const guardMark = Symbol.for('pagewright engine only');

function assertOutsideSite(path: unknown, cwd: unknown): void {
  if (typeof path !== 'string' && !(path instanceof URL)) return;
  // In a glob pattern, check only the part before the first wildcard.
  const [basePath = ''] = (path instanceof URL ? fileURLToPath(path) : path).split(/[*?{]/);
  const projectPath = relative(root, resolve(typeof cwd === 'string' ? cwd : '.', basePath));
  if (/^(?:pages|public)(?:[\\/]|$)/.test(projectPath) && process.env['MUTANTS_IN'] === undefined)
    throw new Error(`A test of the engine read ${projectPath}, a file of the site in this folder.`);
}

if (!(guardMark in fs)) {
  for (const target of [fs, fs.promises]) {
    for (const name of readFunctions.map((reader) => (target === fs ? reader : reader.replace('Sync', '')))) {
      const original: unknown = Reflect.get(target, name);
      if (typeof original !== 'function') continue;
      const guarded = (path: unknown, ...rest: unknown[]): unknown => {
        const [options] = rest as [{ cwd?: string }?]; // glob functions take a working directory
        assertOutsideSite(path, name.startsWith('glob') ? options?.cwd : undefined);
        return Reflect.apply(original, target, [path, ...rest]);
      };
      Reflect.set(target, name, Object.assign(guarded, original));
    }
  }
  Object.assign(fs, { [guardMark]: true });
  syncBuiltinESMExports();
}
