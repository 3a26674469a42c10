import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a program did to its disk, call by call, as the system saw it; `said` is what it wrote to its output. */
export type DiskCall =
  | { name: 'write'; file: string; data: Buffer; at: number }
  | { name: 'truncate'; file: string; length: number }
  | { name: 'make' | 'remove' | 'sync'; file: string }
  | { name: 'say'; text: string };

/** Whether this system can watch a program. */
export const canWatch = spawnSync('strace', ['-V']).status === 0;

/** Runs a module, and notes what its first thread does to the files below a folder. */
export function watchDisk(program: string, folder: string, notes: string): DiskCall[] {
  const calls =
    'openat,close,pwrite64,write,ftruncate,fsync,fdatasync,mkdir,mkdirat,rename,unlink,unlinkat,fallocate';
  const { status, stderr } = spawnSync(
    'strace',
    ['-ff', '-xx', '-s', '1000000', '-e', `trace=${calls}`, '-o', join(notes, 'calls')].concat(
      process.execPath,
      '--input-type=module',
      '--eval',
      program,
    ),
    // What Node itself keeps of the code is not watched.
    { encoding: 'utf8', env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } },
  );
  if (status !== 0) throw new Error(stderr);
  const [first = ''] = readdirSync(notes).toSorted(
    (a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1]),
  );
  const open = new Map<number, string>();
  return readFileSync(join(notes, first), 'latin1')
    .split('\n')
    .flatMap((line) => callOf(line, open))
    .filter((call) => call.name === 'say' || call.file.startsWith(folder));
}

const decoded = (written: string): Buffer => Buffer.from(written.replaceAll('\\x', ''), 'hex');

function callOf(line: string, open: Map<number, string>): DiskCall[] {
  const [, name = '', given = '', result = ''] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line) ?? [];
  if (name === '' || Number(result) < 0) return [];
  const [text = ''] = /"((?:\\x..)*)"/.exec(given)?.slice(1) ?? [];
  const number = Number(/^\d+/.exec(given)?.[0]);
  const file = open.get(number) ?? '';
  const path = decoded(text).toString();
  switch (name) {
    case 'openat':
      open.set(Number(result), path);
      return given.includes('O_CREAT') ? [{ name: 'make', file: path }] : [];
    case 'mkdir':
    case 'mkdirat':
      return [{ name: 'make', file: `${path}/` }];
    case 'unlink':
    case 'unlinkat':
      return [{ name: 'remove', file: path }];
    case 'pwrite64':
      return [{ name: 'write', file, data: decoded(text), at: Number(/(\d+)$/.exec(given)?.[1]) }];
    case 'write':
      return number === 1 ? [{ name: 'say', text: path }] : [];
    case 'ftruncate':
      return [{ name: 'truncate', file, length: Number(/(\d+)$/.exec(given)?.[1]) }];
    case 'fsync':
    case 'fdatasync':
      return [{ name: 'sync', file }];
    case 'rename':
    case 'fallocate':
      throw new Error(`This watcher does not know what ${name} does.`);
    default:
      return [];
  }
}

/**
 * Makes the folder as it is found after a power cut behind these calls: of what was not synced, only what
 * `isKept` keeps. A name is there if its folder was synced since.
 */
export function afterPowerCut(
  calls: readonly DiskCall[],
  moved: (file: string) => string,
  isCached: () => boolean,
) {
  const names = new Map<string, boolean>();
  const files = new Map<string, { disk: Buffer; waiting: ((content: Buffer) => Buffer)[] }>();
  const fileOf = (file: string) => {
    const found = files.get(file) ?? { disk: Buffer.alloc(0), waiting: [] };
    files.set(file, found);
    return found;
  };
  for (const call of calls) {
    if (call.name === 'make') {
      if (!names.get(call.file)) names.set(call.file, false);
    } else if (call.name === 'remove') {
      names.delete(call.file);
      files.delete(call.file);
    } else if (call.name === 'write') fileOf(call.file).waiting.push(written(call.data, call.at));
    else if (call.name === 'truncate')
      fileOf(call.file).waiting.push((content) => resized(content, call.length));
    else if (call.name === 'sync') {
      const file = fileOf(call.file);
      for (const change of file.waiting.splice(0)) file.disk = change(file.disk);
      for (const name of names.keys())
        if (dirname(name.replace(/\/$/, '')) === call.file) names.set(name, true);
    }
  }
  const lost = [...names].flatMap(([name, isThere]) => (isThere ? [] : [name]));
  for (const name of names.keys()) {
    // With a folder goes all that is in it.
    if (name.endsWith('/') || lost.some((one) => (one.endsWith('/') ? name.startsWith(one) : name === one)))
      continue;
    const file = fileOf(name);
    for (const change of file.waiting) if (isCached()) file.disk = change(file.disk);
    mkdirSync(dirname(moved(name)), { recursive: true });
    writeFileSync(moved(name), file.disk);
  }
}

const resized = (content: Buffer, length: number): Buffer =>
  Buffer.concat([content, Buffer.alloc(Math.max(0, length - content.length))]).subarray(0, length);

function written(data: Buffer, at: number): (content: Buffer) => Buffer {
  return (content) => {
    const longer = Buffer.from(resized(content, Math.max(content.length, at + data.length)));
    data.copy(longer, at);
    return longer;
  };
}
