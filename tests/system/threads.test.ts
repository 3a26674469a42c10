import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTasks, startWorker } from '../../scripts/system/worker.ts';
import { SiteLoader } from '../../scripts/site/load-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const scratch = createSuiteFolder();

type TestTasks = { go(task: number): Promise<string> };

function writeProgram(name: string, work: string): URL {
  const file = pathToFileURL(join(scratch, `${name}.ts`));
  const thread = new URL('../../scripts/system/worker.ts', import.meta.url).href;
  writeFileSync(file, `import { serveTasks } from '${thread}';\nserveTasks(() => ({ go: ${work} }));\n`);
  return file;
}

// shards.test.ts tests that one thread and several threads build the same site.

test('diagnostics are the same with one thread and with several', async () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', '1790000000');
  onTestFinished(() => void vi.unstubAllEnvs());
  const pages = join(scratch, 'faulty/pages');
  cpSync(fixtureFolder, join(scratch, 'faulty'), { recursive: true });
  // Only every eighth page gets errors, because checking errors is slow.
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('yaml'))
    .filter((path, number) => path !== '_site.yaml' && number % 8 === 0);
  for (const [number, path] of files.entries()) {
    const text = readFileSync(join(pages, path), 'utf8').replaceAll(
      'to: /',
      number % 2 ? 'to: /un' : 'to: /',
    );
    const lines = text
      .split('\n')
      .map((line, index) => (index % 9 === number % 9 ? line.replace(/\w:/, 's:') : line));
    writeFileSync(join(pages, path), lines.join('\n'));
  }
  const read = async (threads: number) => {
    const loader = new SiteLoader(pages, undefined, { threads });
    return loader.readInParallel();
  };
  const [sequential, parallel] = [await read(0), await read(2)];
  expect(sequential.diagnostics.length).toBeGreaterThan(20);
  expect(parallel.diagnostics).toEqual(sequential.diagnostics);
  expect(parallel.notChecked).toEqual(sequential.notChecked);
  expect(parallel.website).toEqual(sequential.website);
});

test('results are in task order, regardless of which thread computed them', async () => {
  const thread = startWorker<TestTasks>(writeProgram('slow', 'async (task) => `thread ${task}`'), undefined);
  const tasks = Array.from({ length: 50 }, (_, number) => number);
  const results = await runTasks(tasks, { do: async (task) => `own ${task}` }, [
    { do: (task) => thread.do('go', task) },
  ]);
  await thread.close();
  expect(results.map((text) => text.replace(/^\w+ /, ''))).toEqual(tasks.map(String));
});

test('if a task fails in a worker, its promise and those of later tasks are rejected', async () => {
  const failingTask = 'async () => { throw new Error("no more paper") }';
  const thread = startWorker<TestTasks>(writeProgram('fails', failingTask), undefined);
  await expect(Promise.all([thread.do('go', 1), thread.do('go', 2)])).rejects.toThrow('no more paper');
  await expect(thread.do('go', 3)).rejects.toThrow('no more paper');
  const exited = startWorker<TestTasks>(writeProgram('gone', 'async () => process.exit(4)'), undefined);
  await expect(exited.do('go', 1)).rejects.toThrow('exited with code 4');
});
