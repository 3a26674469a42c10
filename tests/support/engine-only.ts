import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// The engine must work with any site, so its tests may not read `pages/` and `public/` of this project: functions
// of `node:fs` that read throw there. `MUTANTS_IN` names a folder that one test reads anyway.

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
  // Of a pattern, as far as it names folders.
  const [named = ''] = (path instanceof URL ? fileURLToPath(path) : path).split(/[*?{]/);
  const inProject = relative(root, resolve(typeof cwd === 'string' ? cwd : '.', named));
  if (/^(?:pages|public)(?:[\\/]|$)/.test(inProject) && process.env['MUTANTS_IN'] === undefined)
    throw new Error(`A test of the engine read ${inProject}, which belongs to the site in this folder.`);
}

if (!(marked in fs)) {
  for (const holder of [fs, fs.promises]) {
    for (const name of readers.map((reader) => (holder === fs ? reader : reader.replace('Sync', '')))) {
      const original: unknown = Reflect.get(holder, name);
      if (typeof original !== 'function') continue;
      const guarded = (path: unknown, ...rest: unknown[]): unknown => {
        const [options] = rest as [{ cwd?: string }?]; // of those functions that have a working directory
        refuse(path, name.startsWith('glob') ? options?.cwd : undefined);
        return Reflect.apply(original, holder, [path, ...rest]);
      };
      Reflect.set(holder, name, Object.assign(guarded, original));
    }
  }
  Object.assign(fs, { [marked]: true });
  syncBuiltinESMExports();
}
