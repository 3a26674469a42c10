import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleHash, bundleSources } from '../../scripts/build/bundle.ts';

/** The files that a file imports, and those that these import. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\(?)\s*'(\.[^'?]+)'/g))
    importedBy(join(dirname(file), name), found);
  return found;
}

test('every file that the bundle is made of or made by changes its hash', () => {
  const entries = [
    'src/client/entry-client.tsx',
    'src/render/entry-server.tsx',
    'src/client/loader.ts',
    'scripts/build/bundle.ts',
  ];
  const imported = new Set(entries.flatMap((entry) => [...importedBy(entry)]));
  expect(imported.size).toBeGreaterThan(50);
  const sources = bundleSources('.');
  expect([...imported].filter((file) => !sources.includes(file))).toEqual([]);
});

test('the hash depends on the content of every one of these files', () => {
  const engine = mkdtempSync(join(tmpdir(), 'pagewright-engine-'));
  try {
    for (const file of bundleSources('.')) cpSync(file, join(engine, file));
    const before = bundleHash(engine);
    expect(bundleHash('.')).toBe(before);
    const seen = new Set([before]);
    for (const file of bundleSources(engine)) {
      appendFileSync(join(engine, file), '\n');
      seen.add(bundleHash(engine));
    }
    expect(seen.size).toBe(bundleSources(engine).length + 1);
  } finally {
    rmSync(engine, { recursive: true, force: true });
  }
});
