import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildSite } from '../../scripts/site/build-site.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pagewright-unread-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const pages = join(scratch, 'pages');
const out = join(scratch, 'dist');
const longAgo = new Date('2026-01-01');

/** Writes a file that the file system says the same of as before. */
function writeUnseen(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, longAgo, longAgo);
}

test('a build reads no page again that has not changed', async () => {
  cpSync(fixtureFolder, scratch, { recursive: true });
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .map((name) => join(pages, name))
    .filter((path) => path.endsWith('.yaml') && !path.endsWith('_site.yaml'));
  for (const path of files) utimesSync(path, longAgo, longAgo);
  await buildSite(pages, out);
  const before = readTree(out);
  const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
  // What cannot be seen would be an error for who reads it.
  for (const path of files) writeUnseen(path, '\0'.repeat(statSync(path).size));
  expect(await buildSite(pages, out)).toMatchObject({ diagnostics: [] });
  expect(readTree(out)).toEqual(before);

  const edited = join(pages, 'visit/pilot.yaml');
  writeFileSync(edited, (texts.get(edited) ?? '').replace(/^description: /m, 'description: Now '));
  expect(await buildSite(pages, out)).toMatchObject({ diagnostics: [] });
  const after = readTree(out);
  const changed = [...after.keys()].filter((path) => before.get(path) !== after.get(path));
  expect(changed).toContain('visit/pilot/index.html');
  expect(changed.filter((path) => /(?:index\.html|page\.json)$/.test(path) && !/pilot/.test(path))).toEqual(
    [],
  );
});
