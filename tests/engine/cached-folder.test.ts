import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getCachedFolder } from '../../scripts/system/cache.ts';

function newCache(): string {
  const cache = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  return cache;
}

test('those who make the same folder at the same time do not meet, and one of them is kept whole', async () => {
  const cache = newCache();
  const make = (text: string) =>
    getCachedFolder(join(cache, 'made'), async (beside) => {
      writeFileSync(join(beside, 'first'), text);
      await new Promise(setImmediate);
      expect(readdirSync(beside)).toEqual(['first']);
      writeFileSync(join(beside, 'second'), text);
    });
  const [folder = ''] = await Promise.all([make('a'), make('b')]);
  expect(readdirSync(cache)).toEqual(['made']);
  expect(readFileSync(join(folder, 'first'), 'utf8')).toBe(readFileSync(join(folder, 'second'), 'utf8'));
  expect(await make('c')).toBe(folder);
  expect(readFileSync(join(folder, 'first'), 'utf8')).not.toBe('c');
});

test('what could not be made leaves nothing', async () => {
  const cache = newCache();
  const make = () => Promise.reject(new Error('the disk is full'));
  await expect(getCachedFolder(join(cache, 'made'), make)).rejects.toThrow('the disk is full');
  expect(readdirSync(cache)).toEqual([]);
});
