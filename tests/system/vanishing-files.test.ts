import fs, { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { build } from '../../scripts/commands/build.ts';
import { dev } from '../../scripts/commands/dev.ts';
import { DevSite } from '../../scripts/site/dev-site.ts';
import { openSiteLoader } from '../../scripts/site/load-site.ts';
import { retryWhileFilesChange } from '../../scripts/site/retry-while-files-change.ts';
import { watchFolders } from '../../scripts/site/watch-folders.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { isFullRun } from '../support/sample.ts';
import {
  createSuiteFolder,
  createSiteOnDisk,
  createTestFolder,
  createWriter,
} from '../support/site-on-disk.ts';
import { errorPageYaml, toPageYaml, mergeSiteYaml } from '../support/small-site.ts';

const site = createSiteOnDisk();
const count = 60;
const page = (number: number, text = 'Words') =>
  toPageYaml(`  - type: hero\n    heading: Page ${number} of all\n    lead: ${text}\n`);
const svg = (size: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} 1"/>`;

/** Writes pages into one folder and SVG files into another. */
function writeManyFiles(
  write = createWriter(join(site.folder, 'site')),
  number = count,
  words?: string,
): void {
  // All pages use the same share image, because drawing share images is the slowest part of a build.
  write('pages/_site.yaml', mergeSiteYaml('share: site\n'));
  for (let index = 0; index < number; index++) {
    write(`pages/log/page-${index}.yaml`, page(index, words));
    if (index < count) write(`public/drawings/${index}.svg`, svg(index + 1));
  }
}

/** Runs a script in a separate process. Resolves when this process has ended. */
async function runScript(script: string, cwd: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
}

/** Repeats an action until the promise is settled. */
async function repeatUntil(ended: Promise<void>, work: () => Promise<void>): Promise<void> {
  const state = { isOver: false };
  void ended.finally(() => (state.isOver = true));
  while (!state.isOver) {
    await work();
    // Pause, because otherwise the event that ends the loop would never arrive.
    await wait(0);
  }
  await ended;
}

const scriptStart = `import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));\n`;

/** Changes that another program makes to the site. After them, the first `deletedCount` pages are missing. */
const fileChanges = [
  {
    name: 'pages are deleted one after another',
    script: `for (let at = 0; at < 40; at++) { rmSync('pages/log/page-' + at + '.yaml'); await wait(4); }`,
    deletedCount: 40,
  },
  {
    name: 'SVG files are deleted one after another',
    script: `for (let at = 0; at < 40; at++) { rmSync('public/drawings/' + at + '.svg'); await wait(4); }`,
    deletedCount: 0,
  },
  {
    name: 'a folder is deleted and restored',
    script:
      `for (let round = 0; round < 5; round++) { cpSync('pages/log', 'copy', { recursive: true }); ` +
      `rmSync('pages/log', { recursive: true }); await wait(20); renameSync('copy', 'pages/log'); await wait(20); }`,
    deletedCount: 0,
  },
  {
    name: 'folders are renamed',
    script:
      `for (let round = 0; round < 30; round++) { renameSync('pages/log', 'pages/new'); await wait(7); ` +
      `renameSync('pages/new', 'pages/log'); renameSync('public/drawings', 'public/d'); await wait(7); ` +
      `renameSync('public/d', 'public/drawings'); }`,
    deletedCount: 0,
  },
  {
    name: 'the pages folder disappears for a moment',
    script: `for (let round = 0; round < 9; round++) { renameSync('pages', 'away'); await wait(15); renameSync('away', 'pages'); await wait(25); }`,
    deletedCount: 0,
  },
  {
    name: 'files are replaced by folders',
    script:
      `for (let at = 0; at < 20; at++) { const file = 'pages/log/page-' + at + '.yaml'; rmSync(file); mkdirSync(file); ` +
      `await wait(4); rmSync(file, { recursive: true }); }`,
    deletedCount: 20,
  },
];

const rounds = isFullRun ? 8 : 1;

describe('dev', () => {
  const folder = createSuiteFolder();
  const write = createWriter(folder);
  let address: string;
  beforeAll(async () => {
    write('pages/404.yaml', errorPageYaml);
    write('pages/index.yaml', toPageYaml('  - type: hero\n    heading: Home page\n'));
    writeManyFiles(write);
    const server = startCommand(dev, ['--pages', join(folder, 'pages'), '--port', '0']);
    address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
    return async () => void (await server.stop());
  });

  const fetchStatus = async (path: string) => {
    const response = await fetch(address + path);
    const text = await response.text();
    expect(text).not.toMatch(/\n\s+at .*\d+:\d+/);
    return response.status;
  };

  test.each(fileChanges)(
    'keeps running and shows the current state after $name',
    async ({ script, deletedCount }) => {
      // Request a page first, because the first response waits for the renderer.
      await fetchStatus('/');
      for (let round = 0; round < rounds; round++) {
        writeManyFiles(write);
        await expect.poll(() => fetchStatus('/log/page-0')).toBe(200);
        const running = runScript(scriptStart + script, folder);
        let index = 0;
        await repeatUntil(running, async () => {
          index = (index + 1) % count;
          await Promise.all([
            fetchStatus(`/log/page-${index}`),
            fetchStatus(`/drawings/${index}.svg`),
            wait(5),
          ]);
        });
        const last = `/log/page-${count - 1}`;
        await expect.poll(async () => [await fetchStatus(last), await fetchStatus('/')]).toEqual([200, 200]);
        await expect.poll(() => fetchStatus('/log/page-0')).toBe(deletedCount > 0 ? 404 : 200);
        expect(await fetchStatus(`/log/page-${Math.max(0, deletedCount - 1)}`)).toBe(
          deletedCount > 0 ? 404 : 200,
        );
        expect(await fetchStatus(`/log/page-${deletedCount}`)).toBe(200);
      }
    },
  );
});

test('dev, validate and build have no internal errors while git checks out many files', async () => {
  const files = isFullRun ? 500 : 250;
  const folder = createTestFolder();
  const write = createWriter(folder);
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  write('pages/_site.yaml', mergeSiteYaml('share: site\n'));
  write('pages/404.yaml', errorPageYaml);
  write('pages/index.yaml', toPageYaml('  - type: hero\n    heading: Home page\n'));
  write('.gitignore', '.cache\n.data\ndist\n');
  git('init', '-q', '-b', 'few');
  git('add', '.');
  git('commit', '-qm', 'Few');
  git('checkout', '-q', '-b', 'many');
  writeManyFiles(write, files);
  git('add', '.');
  git('commit', '-qm', 'Many');
  const pages = join(folder, 'pages');
  const server = startCommand(dev, ['--pages', pages, '--port', '0']);
  onTestFinished(async () => void (await server.stop()));
  const address = await server.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  const fetchStatus = async (path: string) => (await fetch(address + path)).status;
  const checkouts = isFullRun ? 50 : 3;
  for (let round = 0; round < checkouts; round++) {
    const branch = round % 2 === 0 ? 'few' : 'many';
    const checkout = spawn('git', ['checkout', '-q', branch], { cwd: folder, stdio: 'inherit' });
    const ended = once(checkout, 'exit');
    const commands = [
      runCommand(validate, ['--pages', pages]),
      ...(round % 10 === 0 ? [runCommand(build, ['--pages', pages, '--out', join(folder, 'dist')])] : []),
    ];
    await fetch(`${address}/log/page-${round}`).then((response) => response.text());
    expect(await ended).toEqual([0, null]);
    for (const { code, out, err } of await Promise.all(commands)) {
      expect(out + err).not.toContain('Internal error');
      expect(code).toBeLessThan(2);
    }
    await expect.poll(() => fetchStatus(`/log/page-${files - 1}`)).toBe(branch === 'few' ? 404 : 200);
    expect(await fetchStatus('/')).toBe(200);
  }
});

test.each(fileChanges)('validate and build retry while $name', async ({ script }) => {
  for (let round = 0; round < rounds; round++) {
    writeManyFiles();
    const running = runScript(scriptStart + script, join(site.folder, 'site'));
    await repeatUntil(running, async () => {
      const { code, out, err } = await runCommand(validate, ['--pages', site.pages]);
      expect(out + err).not.toContain('Internal error');
      // The command may start at a moment when the folder is missing.
      expect(code === 2 ? err : '').toMatch(/^(The folder .* does not exist\.\n)?$/);
      await wait(3);
    });
    const buildResult = await runCommand(build, ['--pages', site.pages, '--out', site.out]);
    expect(buildResult).toMatchObject({ code: 0 });
  }
});

test('a build retries if a file disappears while it is built', async () => {
  writeManyFiles();
  const running = runScript(scriptStart + (fileChanges[0]?.script ?? ''), join(site.folder, 'site'));
  const { code, out, err } = await runCommand(build, ['--pages', site.pages, '--out', site.out]);
  await running;
  expect(out + err).not.toContain('Internal error');
  expect(code).toBe(0);
});

test('a failed read is retried only if a file has changed', async () => {
  let reads = 0;
  const failingRead = () => {
    reads++;
    throw new Error('A bug.');
  };
  await expect(retryWhileFilesChange(site.pages, failingRead)).rejects.toThrow('A bug.');
  expect(reads).toBe(1);
  const endlessRead = retryWhileFilesChange(
    site.pages,
    () => {
      site.write('index.yaml', page(reads++));
      throw new Error('A file has vanished.');
    },
    undefined,
    { pause: 1, patience: 20 },
  );
  await expect(endlessRead).rejects.toThrow(/keep changing while they are read/);
});

test('a result computed while files change is discarded', async () => {
  const states = ['', 'half', 'whole'];
  const read = () => {
    const [state = 'whole'] = states.splice(0, 1);
    const changeFile = () => site.write('index.yaml', page(states.length));
    // Another program changes files while the site is read, or soon afterwards.
    if (state === '') changeFile();
    else if (state === 'half') void wait(50).then(changeFile);
    return state;
  };
  expect(await retryWhileFilesChange(site.pages, read, () => 200)).toBe('whole');
  // Even a site that changes all the time must produce a result.
  let reads = 0;
  const count = () => {
    site.write('index.yaml', page(reads++));
    return reads;
  };
  expect(await retryWhileFilesChange(site.pages, count, () => 0, { pause: 1, patience: 20 })).toBe(reads);
  expect(await retryWhileFilesChange(site.pages, count)).toBe(reads);
});

test('validate and build ignore files that are briefly empty', async () => {
  writeManyFiles();
  for (const run of [validate, build]) {
    const script =
      `for (let round = 0; round < 60; round++) { const file = 'pages/log/page-' + round + '.yaml'; ` +
      `const text = readFileSync(file); writeFileSync(file, ''); await wait(1); writeFileSync(file, text); await wait(5); }`;
    const running = runScript(scriptStart + script, join(site.folder, 'site'));
    await repeatUntil(running, async () => {
      const args = run === build ? ['--out', site.out] : [];
      const { out, err } = await runCommand(run, ['--pages', site.pages, ...args]);
      expect(out + err).not.toContain('empty-file');
    });
  }
});

test('without file events, as on network drives, changes are detected only while a window is open', async () => {
  const { watch } = fs;
  fs.watch = (() => ({ on() {}, close() {} })) as unknown as typeof watch; // sends no events, like a network drive
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.watch = watch;
    syncBuiltinESMExports();
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  writeManyFiles();
  const devSite = new DevSite(site.pages);
  let hasViewers = false;
  const report = vi.fn<(hasOthers: boolean) => void>();
  devSite.watch(report, stop.signal, () => hasViewers);
  const titles = () => [...(devSite.readCurrent().website?.pages.values() ?? [])].map(({ title }) => title);
  await wait(1500);
  site.write('index.yaml', toPageYaml('  - type: hero\n    heading: Saved\n'));
  await wait(1500);
  expect(report).not.toHaveBeenCalled();
  hasViewers = true;
  await expect.poll(() => report.mock.calls.length).toBe(1);
  expect(titles()).toContain('Saved');
  renameSync(join(site.pages, 'log'), join(site.pages, 'moved'));
  await expect.poll(() => report.mock.calls.at(-1)).toEqual([true]);
  rmSync(join(site.pages, 'moved'), { recursive: true });
  await expect.poll(() => titles().length).toBe(2);
});

test.each(['pages', 'public'])('if a folder appears in %s/, each of its files is reported', async (name) => {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const root = join(site.folder, 'site');
  const reported = new Set<string>();
  watchFolders(
    [join(root, 'pages'), join(root, 'public')],
    (file) => reported.add(relative(root, file)),
    stop.signal,
  );
  const files = ['a.yaml', 'deep/b.yaml', 'deep/er/c.svg'];
  for (const file of files) createWriter(join(site.folder, 'elsewhere'))(file, 'title: Here\n');
  renameSync(join(site.folder, 'elsewhere'), join(root, name, 'moved'));
  const expectedPaths = (folder: string) => files.map((file) => join(name, folder, file));
  await expect.poll(() => [...reported]).toEqual(expect.arrayContaining(expectedPaths('moved')));
  renameSync(join(root, name, 'moved'), join(root, name, 'v1.2'));
  await expect.poll(() => [...reported]).toEqual(expect.arrayContaining(expectedPaths('v1.2')));
  // The site must now also watch the new folder.
  reported.clear();
  createWriter(root)(`${name}/v1.2/deep/er/d.yaml`, 'title: Here\n');
  await expect.poll(() => [...reported]).toContain(join(name, 'v1.2/deep/er/d.yaml'));
});

test('a deleted file is noticed before the watcher reports it', async () => {
  writeManyFiles();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const devSite = new DevSite(site.pages);
  // For one second after a change, the site reads only files reported by the watcher.
  devSite.watch(() => {}, stop.signal);
  const before = devSite.readCurrent();
  rmSync(join(site.pages, 'log/page-1.yaml'));
  expect(await devSite.hasChanged(before)).toBe(true);
  expect(await devSite.hasChanged(devSite.readCurrent())).toBe(false);
});

test('git is called once for many changed pages, and only if titles repeat', () => {
  const commands = join(site.folder, 'commands');
  const log = join(site.folder, 'log');
  createWriter(commands)('git', `#!/bin/sh\necho >> '${log}'\nexit 1\n`);
  chmodSync(join(commands, 'git'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${commands}${delimiter}${path}`;
  onTestFinished(() => void (process.env['PATH'] = path));
  const calls = () => (existsSync(log) ? readFileSync(log, 'utf8').length : 0);
  writeManyFiles();
  const loader = openSiteLoader(site.pages);
  loader.read();
  const paths = Array.from({ length: count }, (_, index) => `log/page-${index}.yaml`);
  for (const pagePath of paths) site.write(pagePath, page(paths.indexOf(pagePath), 'Changed'));
  loader.readChanged(paths);
  expect(calls()).toBe(0);
  for (const pagePath of paths) site.write(pagePath, page(7, pagePath));
  const { diagnostics } = loader.readChanged(paths);
  expect(diagnostics.filter(({ rule }) => rule === 'same-title')).toHaveLength(count);
  expect(calls()).toBe(1);
});

test('pages restored by git are not parsed again', () => {
  writeManyFiles();
  const loader = openSiteLoader(site.pages);
  const readFacts = () => loader.read().files.pages.map(({ facts }) => facts);
  const before = readFacts();
  const files = Array.from({ length: count }, (_, index) => `log/page-${index}.yaml`);
  const savedTexts = files.map((file) => readFileSync(join(site.pages, file), 'utf8'));
  rmSync(join(site.pages, 'log'), { recursive: true });
  expect(readFacts().length).toBe(before.length - count);
  files.forEach((file, index) => site.write(file, savedTexts[index] ?? ''));
  const after = readFacts();
  expect(after.every((facts, index) => facts === before[index])).toBe(true);
});
