// `node --import ./tests/support/stop-at-step.ts …` counts the changes that a program makes below the folder STEPS_IN.
// During the change with the number STOP_AT, it kills the process or, if STOP_BY is set, throws an error with this
// code. It writes the number of changes to the file COUNT_INTO.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve } from 'node:path';

const { STEPS_IN = '', STOP_AT = '0', STOP_BY, COUNT_INTO } = process.env;
const changeFunctions = [
  'chmodSync',
  'copyFileSync',
  'cpSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
  'utimesSync',
  'writeFileSync',
] as const;
const { readdirSync, rmSync, writeFileSync, lstatSync } = fs;
let changeCount = 0;

for (const name of changeFunctions) {
  const original: unknown = Reflect.get(fs, name);
  if (typeof original !== 'function') continue;
  Reflect.set(fs, name, (...args: unknown[]): unknown => {
    const isCounted = args.some((arg) => typeof arg === 'string' && resolve(arg).startsWith(STEPS_IN));
    // Removals rarely fail, so STOP_BY does not count them.
    if (isCounted && !(STOP_BY && name.startsWith('rm')) && ++changeCount === Number(STOP_AT))
      stopDuringChange(name, args);
    return Reflect.apply(original, fs, args);
  });
}
syncBuiltinESMExports();
if (COUNT_INTO !== undefined) process.on('exit', () => writeFileSync(COUNT_INTO, String(changeCount)));

function stopDuringChange(name: string, [path, content]: unknown[]): void {
  if (STOP_BY !== undefined) throw Object.assign(new Error(`${STOP_BY}: ${name}`), { code: STOP_BY });
  if (typeof path === 'string') {
    const file = resolve(path);
    const isFolder = lstatSync(file, { throwIfNoEntry: false })?.isDirectory();
    // Make only half of the change before stopping.
    if (name === 'writeFileSync' && typeof content === 'string')
      writeFileSync(file, content.slice(0, content.length / 2));
    if (name === 'writeFileSync' && content instanceof Uint8Array)
      writeFileSync(file, content.subarray(0, content.length / 2));
    if (name === 'rmSync' && isFolder === true)
      for (const child of readdirSync(file).filter((_, index) => index % 2 === 0))
        rmSync(join(file, child), { recursive: true });
  }
  process.kill(process.pid, 'SIGKILL');
}
