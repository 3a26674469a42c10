import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldBundles } from '../../scripts/build/bundle.ts';

test('of the bundles of earlier builds the newest five are kept, whatever they are called', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-bundles-'));
  try {
    // The last one is what a build left that was interrupted.
    const names = ['d', 'b', 'g', 'a', 'f', 'c', 'e', 'h.4711'];
    for (const [day, name] of names.entries()) {
      mkdirSync(join(folder, name, 'browser'), { recursive: true });
      writeFileSync(join(folder, name, 'loader.js'), '');
      utimesSync(join(folder, name), 1e9 - day * 86_400, 1e9 - day * 86_400);
    }
    removeOldBundles(folder);
    expect(readdirSync(folder).toSorted()).toEqual(['a', 'b', 'd', 'f', 'g']);
    removeOldBundles(folder);
    expect(readdirSync(folder)).toHaveLength(5);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
