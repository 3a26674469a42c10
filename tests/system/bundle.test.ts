import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  loadBundle,
  hashBundleSources,
  listBundleSources,
  removeOldBundles,
} from '../../scripts/build/bundle.ts';
import { getCachedFolder } from '../../scripts/system/cache.ts';
import { takeSample } from '../support/sample.ts';
import { createScratchClone } from '../support/scratch-clone.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

/** Returns a file and all the files that it imports, directly or indirectly. */
function collectImports(file: string, imports = new Set<string>()): Set<string> {
  if (imports.has(file)) return imports;
  imports.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*'(\.[^'?]+)'/g))
    collectImports(join(dirname(file), name), imports);
  return imports;
}

test('the bundle hash covers the source files of the bundle and the code that bundles them', () => {
  const entries = ['src/client/entry-client.tsx', 'src/render/entry-server.tsx', 'src/client/loader.ts'];
  const imported = [...entries, 'scripts/build/bundle.ts'].flatMap((entry) => [...collectImports(entry)]);
  expect(new Set(imported).size).toBeGreaterThan(50);
  const sources = listBundleSources('.');
  expect(imported.filter((file) => !sources.includes(file))).toEqual([]);
});

test('the bundle hash changes with each source file and does not depend on the folder', () => {
  const engine = createTestFolder();
  const sources = listBundleSources('.');
  for (const file of sources) cpSync(file, join(engine, file));
  const hashes = [hashBundleSources('.'), hashBundleSources(engine)];
  for (const file of takeSample(sources, 6)) {
    appendFileSync(join(engine, file), '\n');
    hashes.push(hashBundleSources(engine));
  }
  expect(hashes[1]).toBe(hashes[0]);
  expect(new Set(hashes).size).toBe(hashes.length - 1);
});

test('charts are rendered at build time: no browser code computes them', () => {
  const shipped = [...collectImports('src/client/entry-client.tsx')];
  expect(shipped).toContain('src/ui/chart/chart-view.tsx');
  expect(shipped.filter((file) => /^scripts\/|\bcharts\/(?!drawn-chart)/.test(file))).toEqual([]);
});

test('deleting the files that only the development server loads does not change the browser code', async () => {
  const entries = ['src/client/entry-client.tsx', 'src/render/entry-server.tsx', 'src/client/loader.ts'];
  const shipped = new Set(entries.flatMap((entry) => [...collectImports(entry)]));
  const dev = ['src/client/live.tsx', 'src/editor/start.ts', 'src/studio/start.tsx'].flatMap((entry) => [
    ...collectImports(entry),
  ]);
  // Check only files in `src/`, because the build and the editor share parts of `schema/`.
  const onlyInDev = [...new Set(dev)].filter((file) => !shipped.has(file) && file.startsWith('src/'));
  expect(onlyInDev).toEqual(
    expect.arrayContaining([
      'src/client/live-blocks.tsx',
      'src/client/diagnostics-bar.ts',
      'src/editor/start.ts',
    ]),
  );
  const { folder, remove } = createScratchClone();
  onTestFinished(remove);
  for (const file of onlyInDev) rmSync(join(folder, file));
  const program =
    "import { loadBundle } from './scripts/build/bundle.ts';" +
    "const { assets, loader } = await loadBundle(); console.log(JSON.stringify([assets, loader('')]));";
  const args = ['--input-type=module', '--eval', program];
  const out = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const [assetsWithoutDev, loader] = JSON.parse(out) as [string, string]; // the program above prints two strings
  const currentBundle = await loadBundle();
  const read = (assets: string) =>
    readdirSync(assets).map((name) => [name, readFileSync(join(assets, name), 'utf8')]);
  expect(loader).toBe(currentBundle.loader(''));
  expect(read(assetsWithoutDev)).toEqual(read(currentBundle.assets));
  expect(read(currentBundle.assets).join('')).not.toMatch(
    /pagewright-(?:fault|editor)|pagewright:page|__api/,
  );
});

test('start scripts do not wait for block styles', async () => {
  const { assets } = await loadBundle();
  const chunks = readdirSync(assets);
  const app = readFileSync('src/client/app.tsx', 'utf8');
  const names = [...app.matchAll(/import\('\.\/([\w-]+)\.tsx?'\)/g)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['navigation', 'reveal', 'current-heading', 'countdown']));
  const imported = ['boot', ...names].map((name) => {
    const file = chunks.find((chunk) => chunk.replace(/-[\w-]{8}\.js$/, '') === name) ?? '';
    const code = readFileSync(join(assets, file), 'utf8');
    const chunkImports = [...code.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w-]+)-[\w-]{8}\.js["'`]/g)];
    return [name, chunkImports.map(([, chunk = '']) => chunk).filter((chunk) => chunk !== 'boot')];
  });
  expect(imported).toEqual(['boot', ...names].map((name) => [name, []]));
});

test('the renderer contains the production build of React, regardless of NODE_ENV', async () => {
  const server = join((await loadBundle()).assets, '../../server');
  const files = globSync('**/*.js', { cwd: server });
  const code = files.map((file) => readFileSync(join(server, file), 'utf8')).join('\n');
  expect(code).toContain('renderToPipeableStream');
  expect(code.match(/process\.env\.NODE_ENV|jsxDEV/g)).toBeNull();
});

test('the five newest bundles are kept, regardless of their names', () => {
  const folder = createTestFolder();
  // The last folder is left over from an interrupted build.
  for (const [day, name] of ['d', 'b', 'g', 'a', 'f', 'c', 'e', 'h.4711'].entries()) {
    mkdirSync(join(folder, name, 'browser'), { recursive: true });
    writeFileSync(join(folder, name, 'loader.js'), '');
    utimesSync(join(folder, name), 1e9 - day * 86_400, 1e9 - day * 86_400);
  }
  removeOldBundles(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['a', 'b', 'd', 'f', 'g']);
});

test('two processes that create the same cached folder get the same complete folder', async () => {
  const cache = createTestFolder();
  const createFolder = (text: string) =>
    getCachedFolder(join(cache, 'made'), async (temporary) => {
      writeFileSync(join(temporary, 'first'), text);
      await new Promise(setImmediate);
      expect(readdirSync(temporary)).toEqual(['first']);
      writeFileSync(join(temporary, 'second'), text);
    });
  const [folder = ''] = await Promise.all([createFolder('a'), createFolder('b')]);
  expect(readdirSync(cache)).toEqual(['made']);
  expect(readFileSync(join(folder, 'first'), 'utf8')).toBe(readFileSync(join(folder, 'second'), 'utf8'));
  expect(await createFolder('c')).toBe(folder);
  expect(readFileSync(join(folder, 'first'), 'utf8')).not.toBe('c');
});

test('a cached folder that cannot be created leaves nothing behind', async () => {
  const cache = createTestFolder();
  const createFolder = () => Promise.reject(new Error('the disk is full'));
  await expect(getCachedFolder(join(cache, 'made'), createFolder)).rejects.toThrow('the disk is full');
  expect(readdirSync(cache)).toEqual([]);
});
