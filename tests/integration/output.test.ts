import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { getSiteFolders } from '../../scripts/system/project.ts';
import { type Output, openOutput, createStagingWriter } from '../../scripts/build/output.ts';
import { getOutputCacheFile, readRecord, writeRecord } from '../../scripts/build/output-folder.ts';
import { readTree } from '../support/read-tree.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const folder = createSuiteFolder();
const [out, sourceFolder] = [join(folder, 'dist'), join(folder, 'elsewhere')];
const site = getSiteFolders(join(folder, 'site/pages'));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(site.pages, { recursive: true });
});

type Files = Record<string, string>;

test('a file that is no longer generated is deleted, even if nothing else has changed', async () => {
  const files = { 'files/one.txt': 'One', 'files/two.txt': 'Two', 'index.html': 'Home' };
  await build(files);
  const { 'files/two.txt': _, ...others } = files;
  await build(others);
  expect(readdirSync(join(out, 'files'))).toEqual(['one.txt']);
});

/** Enough files that changing one of them affects less than a third of all files. */
const manyFiles: Files = Object.fromEntries(
  Array.from({ length: 8 }, (_, number) => [`page-${number}/index.html`, `Page ${number}`]),
);

/** Builds files into a folder. Alternates between the three ways to add a file: `put`, `copy` and staging. */
async function build(files: Files, target = out): Promise<void> {
  const output = await openOutput(target, site);
  const others = createStagingWriter(output.staging);
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    if (index % 3 === 0) output.put(`/${path}`, text);
    else if (index % 3 === 1) output.copy(path, write(join(sourceFolder, String(index)), text));
    else others.write(path, text);
  }
  output.addStaged(others.takeFiles());
  output.finish();
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/**
 * Returns the paths at which the output differs from a build of the same files into an empty folder, and the files
 * that were left next to the output.
 */
async function findDifferences(files: Files): Promise<string[]> {
  const freshFolder = join(folder, 'fresh');
  rmSync(freshFolder, { recursive: true, force: true });
  await build(files, freshFolder);
  const [built, expected] = [readTree(out), readTree(freshFolder)];
  const paths = new Set([...built.keys(), ...expected.keys(), ...Object.keys(files)]);
  return [
    ...[...paths].filter((path) => built.get(path) !== expected.get(path)),
    ...Object.keys(files).filter((path) => built.get(path) !== files[path]),
    ...readdirSync(folder).filter((name) => name.startsWith('.')),
  ];
}

const readInode = (path: string) => statSync(join(out, path)).ino;

test('the output has exactly the files of the last build, and folders that became empty are removed', async () => {
  await build({ ...manyFiles, 'old/a.txt': 'a', 'old/deep/b.txt': 'b' });
  expect(await findDifferences({ ...manyFiles, 'old/a.txt': 'a', 'old/deep/b.txt': 'b' })).toEqual([]);
  await build({ ...manyFiles, 'page-1/index.html': 'Changed' });
  expect(await findDifferences({ ...manyFiles, 'page-1/index.html': 'Changed' })).toEqual([]);
  expect(existsSync(join(out, 'old'))).toBe(false);
});

test('unchanged files are not written again', async () => {
  const files = { ...manyFiles, 'page-1/index.html': 'A', a: 'B', b: 'C', c: 'D' };
  await build(manyFiles);
  const [page, changed] = [statSync(join(out, 'page-2/index.html')), readInode('page-1/index.html')];
  await build(files);
  const after = statSync(join(out, 'page-2/index.html'));
  expect([after.mtimeMs, after.ino, after.nlink]).toEqual([page.mtimeMs, page.ino, 1]);
  expect(readInode('page-1/index.html')).not.toBe(changed);
  expect(await findDifferences(files)).toEqual([]);
});

test('a build without changes touches no file', async () => {
  await build(manyFiles);
  const before = [readInode('.'), statSync(out).mtimeMs, readInode('.pagewright')];
  await build(manyFiles);
  expect([readInode('.'), statSync(out).mtimeMs, readInode('.pagewright')]).toEqual(before);
});

describe('reusing files of an earlier build', () => {
  /** Reuses files where possible, and writes all other files. Returns the paths of the written files. */
  async function reuseOrPut(files: Files): Promise<string[]> {
    const output = await openOutput(out, site);
    const newFiles = Object.entries(files).filter(([path]) => !output.reuse(path));
    for (const [path, text] of newFiles) output.put(path, text);
    output.finish();
    return newFiles.map(([path]) => path);
  }

  test('unchanged files are reused, and files that are no longer generated are removed', async () => {
    await build({ ...manyFiles, 'gone/index.html': 'Gone' });
    expect(await reuseOrPut(manyFiles)).toEqual([]);
    expect(await findDifferences(manyFiles)).toEqual([]);
    expect(await reuseOrPut(manyFiles)).toEqual([]);
  });

  test.each<[string, (file: string) => void]>([
    ['edited', (file) => appendFileSync(file, ' by hand')],
    [
      'edited without a change of length',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('P', 'R')),
    ],
    ['backdated', (file) => utimesSync(file, 1, 1)],
    ['deleted', (file) => rmSync(file)],
    ['deleted with its folder', (file) => rmSync(dirname(file), { recursive: true })],
    ['replaced by a folder', (file) => (rmSync(file), mkdirSync(file))],
    [
      'replaced by a link',
      (file) => (renameSync(file, join(folder, 'moved')), symlinkSync(join(folder, 'moved'), file)),
    ],
    [
      'replaced by a file of the same size and time',
      (file) => {
        const { atime, mtime } = statSync(file);
        writeFileSync(`${file}-new`, 'Rage 3');
        utimesSync(`${file}-new`, atime, mtime);
        renameSync(`${file}-new`, file);
      },
    ],
  ])('an output file that was %s is written again', async (_what, change) => {
    await build(manyFiles);
    change(join(out, 'page-3/index.html'));
    expect(await reuseOrPut(manyFiles)).toEqual(['page-3/index.html']);
    expect(await findDifferences(manyFiles)).toEqual([]);
  });

  test('a changed file is not reused if the build was killed before it finished', async () => {
    await build(manyFiles);
    const output = await openOutput(out, site);
    for (const path of Object.keys(manyFiles)) output.reuse(path);
    output.put('page-3/index.html', 'Changed');
    const kill = () => {
      throw new Error('killed');
    };
    expect(() => output.finish([], kill)).toThrow('killed');
    expect(await reuseOrPut(manyFiles)).toEqual(['page-3/index.html']);
    expect(await findDifferences(manyFiles)).toEqual([]);
  });

  test('unknown files are removed', async () => {
    await build(manyFiles);
    write(join(out, 'page-1/mine.txt'), 'mine');
    mkdirSync(join(out, 'page-2/empty/deep'), { recursive: true });
    expect(await reuseOrPut(manyFiles)).toEqual([]);
    expect(await findDifferences(manyFiles)).toEqual([]);
  });

  test('a symbolic link in place of a folder is replaced and not followed', async () => {
    await build(manyFiles);
    renameSync(join(out, 'page-1'), join(folder, 'moved'));
    symlinkSync(join(folder, 'moved'), join(out, 'page-1'));
    expect(await reuseOrPut({ ...manyFiles, 'page-1/new.txt': 'new' })).toEqual([
      'page-1/index.html',
      'page-1/new.txt',
    ]);
    expect(await findDifferences({ ...manyFiles, 'page-1/new.txt': 'new' })).toEqual([]);
    expect(readdirSync(join(folder, 'moved'))).toEqual(['index.html']);
  });

  test.each<[string, (record: string) => void]>([
    ['is missing', (record) => rmSync(record)],
    ['is truncated', (record) => writeFileSync(record, readFileSync(record, 'utf8').slice(0, 99))],
    [
      'has other content',
      (record) => writeFileSync(record, readFileSync(record, 'utf8').replace('page-0', 'page-9')),
    ],
    [
      'belongs to another output',
      (record) => {
        writeRecord(site, `${out}2`, readRecord(site, out));
        renameSync(getOutputCacheFile(site, `${out}2`, 'files.json'), record);
      },
    ],
  ])('no files are reused if the record of the output %s', async (_what, change) => {
    await build(manyFiles);
    change(getOutputCacheFile(site, out, 'files.json'));
    expect(await reuseOrPut(manyFiles)).toEqual(Object.keys(manyFiles));
    expect(await findDifferences(manyFiles)).toEqual([]);
    expect(await reuseOrPut(manyFiles)).toEqual([]);
  });
});

test.each<[string, Files, Files]>([
  ['a page becomes a folder', { about: 'a page' }, { 'about/us': 'us' }],
  ['a folder becomes a page', { 'about/us/deep': 'us', 'about/them': 'them' }, { about: 'a page' }],
  [
    'two pages swap names',
    { 'a/index.html': 'A', 'b/index.html': 'B' },
    { 'a/index.html': 'B', 'b/index.html': 'A' },
  ],
  ['only the case of a name changes', { 'About/index.html': 'A' }, { 'about/index.html': 'A' }],
  ['a folder and its parents become empty', { 'a/b/c/d.txt': 'D' }, {}],
  [
    'file names are properties of Object',
    { 'constructor/__proto__': 'A' },
    { 'constructor/__proto__': 'A', toString: 'B' },
  ],
])('if %s, the output has exactly the files of the last build', async (_what, before, after) => {
  await build({ ...manyFiles, ...before });
  await build({ ...manyFiles, ...after });
  expect(await findDifferences({ ...manyFiles, ...after })).toEqual([]);
  await build({ ...manyFiles, ...before });
  expect(await findDifferences({ ...manyFiles, ...before })).toEqual([]);
});

test('an aborted build changes nothing and leaves no temporary files', async () => {
  await build(manyFiles);
  const before = readTree(folder);
  const output = await openOutput(out, site);
  output.put('page-1/index.html', 'Changed');
  output.abandon();
  output.abandon();
  expect(readTree(folder)).toEqual(before);
});

test('a path outside the output folder is rejected', async () => {
  const output = await openOutput(out, site);
  expect(() => output.put('a/../../secret', 'text')).toThrow('is outside the output');
  output.abandon();
});

test('a second build waits for the first and reports the wait once', async () => {
  const first = await openOutput(out, site);
  const messages: string[] = [];
  let second: Output | undefined;
  const opening = openOutput(out, site, (text) => messages.push(text)).then((output) => (second = output));
  await expect.poll(() => messages).toHaveLength(1);
  expect(messages[0]).toMatch(/^Another build is writing .*dist\/\. Waiting for it to finish\.\n$/);
  expect(second).toBeUndefined();
  first.put('a', 'first');
  first.finish();
  const output = await opening;
  output.put('b', 'second');
  output.finish();
  expect(messages).toHaveLength(1);
  expect(await findDifferences({ b: 'second' })).toEqual([]);
});
