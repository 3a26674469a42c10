import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A recorded system call that changes the disk or writes to the output (`print`). */
export type DiskCall =
  | { name: 'write'; file: string; data: Buffer; at: number }
  | { name: 'truncate'; file: string; length: number }
  | { name: 'create' | 'remove' | 'sync'; file: string }
  | { name: 'print'; text: string };

/** Whether the program strace is installed. */
export const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** Runs a module with strace. Returns the file changes that its main thread makes inside a folder. */
export function recordDiskCalls(program: string, folder: string, records: string): DiskCall[] {
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
    // Disable the compile cache, which would also write files.
    { encoding: 'utf8', env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' } },
  );
  if (status !== 0) throw new Error(stderr);
  const [first = ''] = readdirSync(records).toSorted(
    (a, b) => Number(a.split('.')[1]) - Number(b.split('.')[1]),
  );
  const openFiles = new Map<number, string>();
  return readFileSync(join(records, first), 'latin1')
    .split('\n')
    .flatMap((line) => parseCall(line, openFiles))
    .filter((call) => call.name === 'print' || call.file.startsWith(folder));
}

const decode = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex');

function parseCall(line: string, openFiles: Map<number, string>): DiskCall[] {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line) ?? [];
  if (name === '' || Number(result) < 0) return [];
  const [text = ''] = /"((?:\\x..)*)"/.exec(args)?.slice(1) ?? [];
  const descriptor = Number(/^\d+/.exec(args)?.[0]);
  const file = openFiles.get(descriptor) ?? '';
  const path = decode(text).toString();
  switch (name) {
    case 'openat':
      openFiles.set(Number(result), path);
      return args.includes('O_CREAT') ? [{ name: 'create', file: path }] : [];
    case 'mkdir':
    case 'mkdirat':
      return [{ name: 'create', file: `${path}/` }];
    case 'unlink':
    case 'unlinkat':
      return [{ name: 'remove', file: path }];
    case 'pwrite64':
      return [{ name: 'write', file, data: decode(text), at: Number(/(\d+)$/.exec(args)?.[1]) }];
    case 'write':
      return descriptor === 1 ? [{ name: 'print', text: path }] : [];
    case 'ftruncate':
      return [{ name: 'truncate', file, length: Number(/(\d+)$/.exec(args)?.[1]) }];
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
 * Writes the files as they would be after these system calls and a power cut. Writes without a sync are lost unless
 * `isPersisted` returns true for them. New names in folders without a sync are always lost.
 */
export function writeAfterPowerCut(
  calls: readonly DiskCall[],
  toTargetPath: (file: string) => string,
  isPersisted: () => boolean,
) {
  const names = new Map<string, boolean>();
  const files = new Map<string, { disk: Buffer; pendingWrites: ((content: Buffer) => Buffer)[] }>();
  const getFileState = (file: string) => {
    const state = files.get(file) ?? { disk: Buffer.alloc(0), pendingWrites: [] };
    files.set(file, state);
    return state;
  };
  for (const call of calls) {
    if (call.name === 'create') {
      if (!names.get(call.file)) names.set(call.file, false);
    } else if (call.name === 'remove') {
      names.delete(call.file);
      files.delete(call.file);
    } else if (call.name === 'write')
      getFileState(call.file).pendingWrites.push(createWrite(call.data, call.at));
    else if (call.name === 'truncate')
      getFileState(call.file).pendingWrites.push((content) => resizeBuffer(content, call.length));
    else if (call.name === 'sync') {
      const file = getFileState(call.file);
      for (const change of file.pendingWrites.splice(0)) file.disk = change(file.disk);
      for (const name of names.keys())
        if (dirname(name.replace(/\/$/, '')) === call.file) names.set(name, true);
    }
  }
  const lostNames = [...names].flatMap(([name, isSynced]) => (isSynced ? [] : [name]));
  for (const name of names.keys()) {
    // If a folder is lost, its files are lost as well.
    if (
      name.endsWith('/') ||
      lostNames.some((lostName) => (lostName.endsWith('/') ? name.startsWith(lostName) : name === lostName))
    )
      continue;
    const file = getFileState(name);
    for (const change of file.pendingWrites) if (isPersisted()) file.disk = change(file.disk);
    mkdirSync(dirname(toTargetPath(name)), { recursive: true });
    writeFileSync(toTargetPath(name), file.disk);
  }
}

const resizeBuffer = (content: Buffer, length: number): Buffer =>
  Buffer.concat([content, Buffer.alloc(Math.max(0, length - content.length))]).subarray(0, length);

/**
 * Creates a function that writes into a buffer. If the buffer is too short, the function copies it into a longer one.
 */
const createWrite =
  (data: Buffer, at: number) =>
  (content: Buffer): Buffer => {
    const end = at + data.length;
    const extended = end > content.length ? resizeBuffer(content, end) : content;
    data.copy(extended, at);
    return extended;
  };
