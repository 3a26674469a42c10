import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { siteOf } from '../../scripts/system/project.ts';
import { isRunning, startOf } from '../../legacy/scripts/base/running-process.ts';
import { tryLock } from '../../scripts/build/output-lock.ts';
import { finishJournal } from '../../legacy/scripts/output/finish-journal.ts';
import { type Steps, writeJournal } from '../../legacy/scripts/output/journal.ts';
import { workFolder } from '../../scripts/build/output-folder.ts';
import { buildFiles, type Files } from '../support/build-files.ts';
import { readTree } from '../support/read-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
const [out, pages] = [join(folder, 'dist'), join(folder, 'site/pages')];
const work = workFolder(out);
const files: Files = { 'a/index.html': 'A', 'b/index.html': 'B' };
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  return buildFiles(out, pages, files);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const dead = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock', () => {
  test('is one build’s alone, until it is released', () => {
    const lock = tryLock(work.folder);
    expect(lock).toBeTypeOf('object');
    expect(tryLock(work.folder)).toBe(process.pid);
    expect(readdirSync(work.folder)).toEqual(['lock']);
    if (typeof lock === 'object') lock.release();
    expect(existsSync(work.folder)).toBe(false);
  });

  test.each([
    ['of a process that is no more', () => `${dead()}-1-abc`],
    ['of an earlier process of the same number', () => `${process.pid}-1-abc`],
  ])('%s is taken over by one of those who want it', async (_what, owner) => {
    write(join(work.folder, 'lock', owner()), '');
    write(join(work.folder, 'staging/half'), 'ha');
    const locks = [tryLock(work.folder), tryLock(work.folder), tryLock(work.folder)];
    expect(locks.map((lock) => typeof lock)).toEqual(['object', 'number', 'number']);
    for (const lock of locks) if (typeof lock === 'object') lock.release();
    await buildFiles(out, pages, { 'c/index.html': 'C' });
    expect(readdirSync(folder)).toEqual(['dist', 'site']);
    expect([...readTree(out).keys()]).toEqual(['.pagewright', 'c', 'c/index.html']);
  });

  test('of a process that works is known by its number and its start', () => {
    expect(isRunning(process.pid, startOf(process.pid))).toBe(true);
    expect(isRunning(dead(), '')).toBe(false);
    expect(isRunning(1, startOf(1))).toBe(true);
  });
});

describe('a journal that a build has left', () => {
  const swap: Steps = { way: 'whole' };
  const oneByOne: Steps = {
    way: 'files',
    newFolders: [],
    added: ['a/new.txt'],
    replaced: ['a/index.html'],
    removed: ['b/index.html'],
    emptied: ['b'],
  };
  const next = { 'a/index.html': 'New', 'a/new.txt': 'Text' };
  /** Leaves all that a build does that is killed right before its first step. */
  function leave(steps: Steps): void {
    write(join(work.folder, 'lock', `${dead()}-1-abc`), '');
    for (const [path, text] of Object.entries(next)) write(join(work.staging, path), text);
    write(join(work.replaced, 'a/index.html'), 'A');
    if (steps.way === 'whole') rmSync(work.replaced, { recursive: true });
    writeJournal(work.folder, steps);
  }

  test.each([
    ['of a swap', swap, ['a', 'a/index.html', 'a/new.txt']],
    ['of steps', oneByOne, ['.pagewright', 'a', 'a/index.html', 'a/new.txt']],
  ])('%s is carried to its end', (_what, steps, names) => {
    leave(steps);
    finishJournal(out, siteOf(pages));
    expect([...readTree(out).keys()]).toEqual(names);
    expect(readFileSync(join(out, 'a/index.html'), 'utf8')).toBe('New');
    expect(readdirSync(folder)).toEqual(['dist', 'site']);
  });

  test.each<[string, Steps, () => void]>([
    [
      'it is damaged',
      oneByOne,
      () =>
        writeFileSync(
          join(work.folder, 'journal'),
          readFileSync(join(work.folder, 'journal'), 'utf8').replace('new.txt', 'new.txx'),
        ),
    ],
    [
      'it is of another version',
      oneByOne,
      () =>
        writeFileSync(
          join(work.folder, 'journal'),
          readFileSync(join(work.folder, 'journal'), 'utf8').replace('journal 1', 'journal 2'),
        ),
    ],
    ['another folder is there by now', oneByOne, () => rmSync(join(out, '.pagewright'))],
    [
      'another folder is there, and all of it was to be replaced',
      swap,
      () => rmSync(join(out, '.pagewright')),
    ],
    [
      'a build is at work',
      oneByOne,
      () => {
        const [owner = ''] = readdirSync(join(work.folder, 'lock'));
        renameSync(
          join(work.folder, 'lock', owner),
          join(work.folder, 'lock', `${process.pid}-${startOf(process.pid)}-abc`),
        );
      },
    ],
  ])('is not heeded if %s', (_what, steps, change) => {
    leave(steps);
    change();
    const before = readTree(out);
    finishJournal(out, siteOf(pages));
    expect(readTree(out)).toEqual(before);
  });

  test('leads through no link; what was done is taken back', () => {
    leave(oneByOne);
    renameSync(join(out, 'a'), join(folder, 'moved'));
    symlinkSync(join(folder, 'moved'), join(out, 'a'));
    expect(() => finishJournal(out, siteOf(pages))).toThrow('is not a folder any more');
    expect(readFileSync(join(folder, 'moved/index.html'), 'utf8')).toBe('A');
    expect(readdirSync(join(folder, 'moved'))).toEqual(['index.html']);
  });
});

describe('a disk that takes no more', () => {
  const program = join(import.meta.dirname, '../support/build-files.ts');
  const large: Files = { ...files, 'large.txt': 'x'.repeat(2_000_000) };
  function build(place: string, before = ''): ReturnType<typeof spawnSync> {
    const lists = ['large.json', 'old.json'].map((name) => join(folder, name));
    writeFileSync(lists[0] ?? '', JSON.stringify(large));
    writeFileSync(lists[1] ?? '', JSON.stringify(files));
    const args = [program, join(place, 'dist'), join(folder, 'other/pages'), ...lists];
    const command = [process.execPath, ...args].map((part) => `'${part}'`).join(' ');
    return spawnSync('sh', ['-c', `${before}exec ${command}`], { encoding: 'utf8' });
  }

  test.skipIf(process.platform === 'win32')(
    'is told in a sentence, and nothing has changed (files of a limited size)',
    () => {
      const before = readTree(out);
      const { status, stderr } = build(folder, 'ulimit -f 100; ');
      expect(stderr).toMatch(
        /^NotDone: Nothing was built, because a file would be larger than is allowed here \(EFBIG.* as it was\.\n$/,
      );
      expect(status).toBe(1);
      expect(readTree(out)).toEqual(before);
      expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );

  test('is told in a sentence, and nothing has changed (a disk of one megabyte; needs the right to mount one)', async ({
    skip,
  }) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk]).status === 0;
    skip(!isMounted, 'a small disk cannot be mounted here');
    try {
      await buildFiles(join(disk, 'dist'), join(folder, 'other/pages'), files);
      const before = readTree(disk);
      const { status, stderr } = build(disk);
      expect(stderr).toMatch(
        /^NotDone: Nothing was built, because the disk is full \(ENOSPC, .*\); .*dist\/ is as it was\.\n$/,
      );
      expect(status).toBe(1);
      expect(readTree(disk)).toEqual(before);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});
