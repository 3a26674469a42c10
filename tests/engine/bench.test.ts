import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measure } from '../../scripts/bench/measure-process.ts';
import { writeManyPages } from '../../scripts/bench/many-pages.ts';
import { readSite } from '../../scripts/pages/read-site.ts';

test('the pages that are measured are whole, each with seven blocks, and without any fault', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-many-'));
  try {
    writeManyPages(folder, 12);
    const { website, diagnostics } = readSite(folder);
    expect(diagnostics).toEqual([]);
    expect([...(website?.pages.values() ?? [])].map(({ blocks }) => blocks.length)).toEqual(
      Array.from({ length: 12 }, () => 7),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a measurement counts the processes that a command starts, and a failure is no result', async () => {
  const busy =
    'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; )' +
    ' for (let round = 0; round < 1e6; round++);';
  const alone = await measure(['-e', busy], '.');
  expect(alone.cpu).toBeGreaterThan(0.3);
  const both = await measure(
    ['-e', `${busy} require('node:child_process').execFileSync(process.execPath, ['-e', '${busy}'])`],
    '.',
  );
  expect(both.cpu).toBeGreaterThan(0.6);
  await expect(measure(['-e', 'console.error("broken"); process.exit(1)'], '.')).rejects.toThrow(
    /ended with 1:\nbroken/,
  );
});
