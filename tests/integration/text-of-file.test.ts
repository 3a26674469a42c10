import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { textOfFile } from '../../scripts/server/static-server.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

test('the text of a file is always current, however often it changes', async () => {
  const folder = temporaryFolder();
  const [file, other] = [join(folder, 'a.json'), join(folder, 'b.json')];
  expect(textOfFile(file)).toBeUndefined();
  for (let count = 100; count < 400; count++) {
    writeFileSync(file, String(count));
    expect(textOfFile(file)).toBe(String(count));
  }
  // An old file is cached. These changes differ only in the change time.
  await vi.waitUntil(() => Date.now() - statSync(file).ctimeMs > 200);
  expect([textOfFile(file), textOfFile(file)]).toEqual(['399', '399']);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, '400');
  utimesSync(file, atime, mtime);
  expect(textOfFile(file)).toBe('400');
  writeFileSync(other, '401');
  renameSync(other, file);
  expect(textOfFile(file)).toBe('401');
  rmSync(file);
  expect(textOfFile(file)).toBeUndefined();
  expect(textOfFile(join(folder, 'x'.repeat(1000)))).toBeUndefined();
});
