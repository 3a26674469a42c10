import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '../support/fixture-site.ts';
import { hasStrace } from '../support/power-cut.ts';
import { readTree } from '../support/read-tree.ts';
import { createSuiteFolder } from '../support/site-on-disk.ts';

const scratch = createSuiteFolder();

const pages = join(scratch, 'pages');
const out = join(scratch, 'dist');

/** Builds the site. Returns the page files that any thread has opened. */
function findOpenedPages(): string[] {
  const calls = join(scratch, 'calls');
  const build = ['scripts/commands/build.ts', '--pages', pages, '--out', out];
  const { status, stderr } = spawnSync(
    'strace',
    ['-f', '--seccomp-bpf', '-s', '4096', '-e', 'trace=openat', '-o', calls, process.execPath, ...build],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  const paths = [...readFileSync(calls, 'utf8').matchAll(/openat\([^"]*"([^"]+\.yaml)"/g)];
  return [...new Set(paths.map(([, path = '']) => path))].filter((path) => path.startsWith(pages)).toSorted();
}

test.skipIf(!hasStrace)('a build does not read unchanged pages again (needs strace)', () => {
  cpSync(fixtureFolder, scratch, { recursive: true });
  expect(findOpenedPages().length).toBeGreaterThan(20);
  const before = readTree(out);
  expect(findOpenedPages()).toEqual([]);
  expect(readTree(out)).toEqual(before);

  const editedFile = join(pages, 'visit/pilot.yaml');
  writeFileSync(editedFile, readFileSync(editedFile, 'utf8').replace(/^description: /m, 'description: Now '));
  // The site settings are read in every build, because they are not in the cache of facts.
  expect(findOpenedPages().map((path) => basename(path))).toEqual(['_site.yaml', 'pilot.yaml']);
  const after = readTree(out);
  const changedPaths = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
  expect(changedPaths).toContain('visit/pilot.html');
  expect(changedPaths.filter((path) => /\.(?:html|page\.json)$/.test(path) && !/pilot/.test(path))).toEqual(
    [],
  );
});
