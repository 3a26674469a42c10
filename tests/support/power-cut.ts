import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A system call that changes the disk or writes to the output (`print`). */
export type DiskCall =
  | { name: 'write'; file: string; data: Buffer; at: number }
  | { name: 'truncate'; file: string; length: number }
  | { name: 'create' | 'remove' | 'sync'; file: string }
  | { name: 'print'; text: string };

/** Whether strace is installed. */
export const canWatch = spawnSync('strace', ['-V']).status === 0;

/** Runs a module and records the file changes that its main thread makes below a folder. */
export function watchDisk(program: string, folder: string, records: string): DiskCall[] {
  const calls =
    'openat,close,pwrite64,write,ftruncate,fsync,fdatasync,mkdir,mkdirat,rename,unlink,unlinkat,fallocate';
  const { status, stderr } = spawnSync(
    'strace',
    ['-ff', '-xx', '-s', '1000000', '-e', `trace=${calls}`, '-o', join(records, 'calls')].concat(
      process.execPath,
      '--input-type=module',
      '--eval',
      program,
    ),
    // The compile cache would write files, too.
    { encoding: 'utf8', env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } },
  );
  if (status !== 0) throw new Error(stderr);
  const [first = ''] = readdirSync(records).toSorted(
    (a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1]),
  );
  const open = new Map<number, string>();
  return readFileSync(join(records, first), 'latin1')
    .split('\n')
    .flatMap((line) => callOf(line, open))
    .filter((call) => call.name === 'print' || call.file.startsWith(folder));
}

const decode = (written: string): Buffer => Buffer.from(written.replaceAll('\\x', ''), 'hex');

function callOf(line: string, open: Map<number, string>): DiskCall[] {
  const [, name = '', given = '', result = ''] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line) ?? [];
  if (name === '' || Number(result) < 0) return [];
  const [text = ''] = /"((?:\\x..)*)"/.exec(given)?.slice(1) ?? [];
  const number = Number(/^\d+/.exec(given)?.[0]);
  const file = open.get(number) ?? '';
  const path = decode(text).toString();
  switch (name) {
    case 'openat':
      open.set(Number(result), path);
      return given.includes('O_CREAT') ? [{ name: 'create', file: path }] : [];
    case 'mkdir':
    case 'mkdirat':
      return [{ name: 'create', file: `${path}/` }];
    case 'unlink':
    case 'unlinkat':
      return [{ name: 'remove', file: path }];
    case 'pwrite64':
      return [{ name: 'write', file, data: decode(text), at: Number(/(\d+)$/.exec(given)?.[1]) }];
    case 'write':
      return number === 1 ? [{ name: 'print', text: path }] : [];
    case 'ftruncate':
      return [{ name: 'truncate', file, length: Number(/(\d+)$/.exec(given)?.[1]) }];
    case 'fsync':
    case 'fdatasync':
      return [{ name: 'sync', file }];
    case 'rename':
    case 'fallocate':
      throw new Error(`The effect of ${name} is not simulated.`);
    default:
      return [];
  }
}

/**
 * Writes the files as they would be after these calls and a power cut. Unsynced writes are lost unless
 * `isPersisted` returns true. Names in unsynced folders are always lost.
 */
export function writeAfterPowerCut(
  calls: readonly DiskCall[],
  moved: (file: string) => string,
  isWritten: () => boolean,
) {
  const names = new Map<string, boolean>();
  const files = new Map<string, { disk: Buffer; waiting: ((content: Buffer) => Buffer)[] }>();
  const fileOf = (file: string) => {
    const found = files.get(file) ?? { disk: Buffer.alloc(0), waiting: [] };
    files.set(file, found);
    return found;
  };
  for (const call of calls) {
    if (call.name === 'create') {
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
    // The files of a lost folder are lost, too.
    if (name.endsWith('/') || lost.some((one) => (one.endsWith('/') ? name.startsWith(one) : name === one)))
      continue;
    const file = fileOf(name);
    for (const change of file.waiting) if (isWritten()) file.disk = change(file.disk);
    mkdirSync(dirname(moved(name)), { recursive: true });
    writeFileSync(moved(name), file.disk);
  }
}

const resized = (content: Buffer, length: number): Buffer =>
  Buffer.concat([content, Buffer.alloc(Math.max(0, length - content.length))]).subarray(0, length);

/** Creates a function that writes into a buffer, or into a longer copy if needed. */
const written =
  (data: Buffer, at: number) =>
  (content: Buffer): Buffer => {
    const end = at + data.length;
    const longer = end > content.length ? resized(content, end) : content;
    data.copy(longer, at);
    return longer;
  };
