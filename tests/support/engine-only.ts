import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// The engine must work with any site, so its tests must not read `pages/` and `public/` of this project: the reading
// functions of `node:fs` throw there. The nightly mutation test sets `MUTANTS_IN` to test that site as well.

const root = join(import.meta.dirname, '../..');
const readers = [
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
const marked = Symbol.for('pagewright engine only');

function refuse(path: unknown, cwd: unknown): void {
  if (typeof path !== 'string' && !(path instanceof URL)) return;
  // For a glob pattern, check the part before the first wildcard.
  const [named = ''] = (path instanceof URL ? fileURLToPath(path) : path).split(/[*?{]/);
  const inProject = relative(root, resolve(typeof cwd === 'string' ? cwd : '.', named));
  if (/^(?:pages|public)(?:[\\/]|$)/.test(inProject) && process.env['MUTANTS_IN'] === undefined)
    throw new Error(`A test of the engine read ${inProject}, a file of the site in this folder.`);
}

if (!(marked in fs)) {
  for (const holder of [fs, fs.promises]) {
    for (const name of readers.map((reader) => (holder === fs ? reader : reader.replace('Sync', '')))) {
      const original: unknown = Reflect.get(holder, name);
      if (typeof original !== 'function') continue;
      const guarded = (path: unknown, ...rest: unknown[]): unknown => {
        const [options] = rest as [{ cwd?: string }?]; // glob functions have a working directory
        refuse(path, name.startsWith('glob') ? options?.cwd : undefined);
        return Reflect.apply(original, holder, [path, ...rest]);
      };
      Reflect.set(holder, name, Object.assign(guarded, original));
    }
  }
  Object.assign(fs, { [marked]: true });
  syncBuiltinESMExports();
}
