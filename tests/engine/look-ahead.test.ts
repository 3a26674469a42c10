import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startWorker } from '../../scripts/system/worker.ts';
import { siteOf } from '../../scripts/system/project.ts';
import type { LookWork } from '../../legacy/scripts/output/look-thread.ts';
import { openOutput } from '../../scripts/build/output-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'pagewright-look-'));
const out = join(folder, 'dist');
const site = siteOf(join(folder, 'pages'));
mkdirSync(site.pages);
const program = new URL('../../legacy/scripts/output/look-thread.ts', import.meta.url);
const thread = startWorker<{ look: LookWork['look'] }>(program, {});
afterAll(async () => {
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
});

const look = () => thread.do('look', { out, cache: site.cache });

async function write(text: string, seen?: string | null): Promise<boolean> {
  const output = await openOutput(out, site, undefined, seen);
  output.put('page.html', text);
  const isCached = output.keep('other.html');
  if (!isCached) output.put('other.html', 'The other one.');
  output.finish();
  return isCached;
}

test('an output that was seen as it was left keeps its files, and one that was not is looked at again', async () => {
  expect(await look()).toBeNull();
  expect(await write('First.')).toBe(false);
  const seen = await look();
  expect(seen).toEqual(expect.any(String));
  expect(await write('Second.', seen)).toBe(true);
  writeFileSync(join(out, 'other.html'), 'Somebody was here.');
  // What was seen before another build counts for nothing.
  expect(await look()).toBeNull();
  expect(await write('Third.', seen)).toBe(false);
  expect(await look()).toEqual(expect.any(String));
  writeFileSync(join(out, 'more.html'), 'Somebody came again.');
  expect(await look()).toBeNull();
});
