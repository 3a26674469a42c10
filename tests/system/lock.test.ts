import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { tryLock } from '../../scripts/system/lock.ts';
import { restoreOutput, getWorkFolder } from '../../scripts/build/output-folder.ts';
import { buildFiles, type Files } from '../support/build-files.ts';
import { readTree } from '../support/read-tree.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const folder = createSuiteFolder();
const [out, pages] = [join(folder, 'dist'), join(folder, 'site/pages')];
const workPaths = getWorkFolder(out);
const files: Files = { 'a/index.html': 'A', 'b/index.html': 'B' };
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  return buildFiles(out, pages, files);
});

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('the lock', () => {
  test('is held by one build until released', () => {
    const lock = tryLock(workPaths.folder);
    expect(lock).toBeDefined();
    expect(tryLock(workPaths.folder)).toBeUndefined();
    lock?.release();
    expect(existsSync(workPaths.folder)).toBe(false);
    const nextLock = tryLock(workPaths.folder);
    expect(nextLock).toBeDefined();
    nextLock?.release();
  });

  test('is released when its process ends, and the remains of that build are deleted', async () => {
    const program = `
      import { tryLock } from ${JSON.stringify(new URL('../../scripts/system/lock.ts', import.meta.url))};
      tryLock(${JSON.stringify(workPaths.folder)});
      process.stdout.write('locked');
      setInterval(() => {}, 1000);
    `;
    const lockHolder = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    await once(lockHolder.stdout, 'data');
    expect(tryLock(workPaths.folder)).toBeUndefined();
    lockHolder.kill('SIGKILL');
    await once(lockHolder, 'exit');
    write(join(workPaths.staging, 'half'), 'ha');
    await buildFiles(out, pages, { 'c/index.html': 'C' });
    expect(readdirSync(folder)).toEqual(['dist', 'site']);
    expect([...readTree(out).keys()]).toEqual(['.pagewright', 'c', 'c/index.html']);
  });
});

describe('a build killed between the renames of its swap', () => {
  /** Creates the files that a build leaves behind when it is killed between the two renames of the swap. */
  function killBetweenRenames(): void {
    write(join(workPaths.staging, 'a/index.html'), 'New');
    write(join(workPaths.folder, 'lock'), '');
    renameSync(out, workPaths.previous);
  }

  test('is restored by the next command', () => {
    const before = readTree(out);
    killBetweenRenames();
    restoreOutput(out);
    expect(readTree(out)).toEqual(before);
    expect(readdirSync(folder)).toEqual(['dist', 'site']);
  });

  test('does not replace an output folder created since then', () => {
    killBetweenRenames();
    write(join(out, 'mine.txt'), 'mine');
    restoreOutput(out);
    expect([...readTree(out).keys()]).toEqual(['mine.txt']);
    expect(readdirSync(folder)).toEqual(['dist', 'site']);
  });

  test('is not touched while another build holds the lock', () => {
    killBetweenRenames();
    const lock = tryLock(workPaths.folder);
    restoreOutput(out);
    expect(existsSync(out)).toBe(false);
    lock?.release();
  });
});

describe('a full disk', () => {
  const program = join(import.meta.dirname, '../support/build-files.ts');
  const largeFiles: Files = { ...files, 'large.txt': 'x'.repeat(2_000_000) };
  function build(target: string, shellPrefix = ''): ReturnType<typeof spawnSync> {
    const lists = ['large.json', 'old.json'].map((name) => join(folder, name));
    writeFileSync(lists[0] ?? '', JSON.stringify(largeFiles));
    writeFileSync(lists[1] ?? '', JSON.stringify(files));
    const args = [program, join(target, 'dist'), join(folder, 'other/pages'), ...lists];
    const command = [process.execPath, ...args].map((part) => `'${part}'`).join(' ');
    return spawnSync('sh', ['-c', `${shellPrefix}exec ${command}`], { encoding: 'utf8' });
  }

  test.skipIf(process.platform === 'win32')('is reported, and nothing changes (limited file size)', () => {
    const before = readTree(out);
    const { status, stderr } = build(folder, 'ulimit -f 100; ');
    expect(stderr).toMatch(
      /^CommandError: Nothing was built: the file is too large \(EFBIG.* is unchanged\.\n$/,
    );
    expect(status).toBe(1);
    expect(readTree(out)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('is reported, and nothing changes (a one-megabyte disk; needs permission to mount)', async ({
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
        /^CommandError: Nothing was built: the disk is full \(ENOSPC, .*\)\. .*dist\/ is unchanged\.\n$/,
      );
      expect(status).toBe(1);
      expect(readTree(disk)).toEqual(before);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});
