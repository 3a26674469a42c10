import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { divideWork } from '../../scripts/base/divide-work.ts';
import { openThread } from '../../scripts/base/thread.ts';
import { writeManyPages } from '../../scripts/bench/many-pages.ts';
import { buildSite } from '../../scripts/site/build-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pagewright-threads-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function program(name: string, work: string): URL {
  const file = pathToFileURL(join(scratch, `${name}.ts`));
  const thread = new URL('../../scripts/base/thread.ts', import.meta.url).href;
  writeFileSync(file, `import { doTasks } from '${thread}';\ndoTasks(${work});\n`);
  return file;
}

test('a site is the same whether one thread makes it or several do', async () => {
  const generated = join(scratch, 'generated/pages');
  writeManyPages(generated, 120);
  for (const pages of [join(fixtureFolder, 'pages'), generated]) {
    const [alone, divided] = [join(scratch, 'alone'), join(scratch, 'divided')];
    const one = await buildSite(pages, alone, {}, { threads: 0 });
    const several = await buildSite(pages, divided, {}, { threads: 2 });
    expect(several.pages).toBe(one.pages);
    expect(one.pages).toBeGreaterThan(10);
    expect(readTree(divided)).toEqual(readTree(alone));
    for (const out of [alone, divided]) rmSync(out, { recursive: true });
  }
});

test('results are in the order of the tasks, whoever did them', async () => {
  const thread = openThread<number, string>(program('slow', 'async (task) => `thread ${task}`'), undefined);
  const tasks = Array.from({ length: 50 }, (_, number) => number);
  const done = await divideWork(tasks, async (task) => `own ${task}`, [thread]);
  await thread.close();
  expect(done.map((text) => text.replace(/^\w+ /, ''))).toEqual(tasks.map(String));
});

test('what a thread cannot do fails, and so does what it is asked afterwards', async () => {
  const fails = 'async () => { throw new Error("no more paper") }';
  const thread = openThread<number, string>(program('fails', fails), undefined);
  await expect(Promise.all([thread.do(1), thread.do(2)])).rejects.toThrow('no more paper');
  await expect(thread.do(3)).rejects.toThrow('no more paper');
  const gone = openThread<number, string>(program('gone', 'async () => process.exit(4)'), undefined);
  await expect(gone.do(1)).rejects.toThrow('ended with 4');
});
