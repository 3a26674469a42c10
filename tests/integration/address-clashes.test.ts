import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertNoClashes } from '../../scripts/build/write-site.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { createSiteOnDisk, createWriter } from '../support/site-on-disk.ts';

const { folder, pages } = createSiteOnDisk();
const writePublicFile = (path: string) => createWriter(join(folder, 'site/public'))(path, 'Not a page');
const readMessages = () => readSite(pages).diagnostics.map(({ message }) => message);

test('two files whose names differ only in Unicode form are reported', () => {
  writePublicFile('gr\u00FC\u00DFe.txt');
  expect(readMessages()).toEqual([]);
  writePublicFile('gru\u0308\u00DFe.txt');
  expect(readMessages()).toEqual([expect.stringContaining('another file has the same name')]);
});

test('an address conflict that no earlier check finds stops the build with an error', () => {
  expect(() => assertNoClashes(new Set(['a.page.json']), ['/b.page.json'])).not.toThrow();
  expect(() => assertNoClashes(new Set(['a.page.json']), ['/a.page.json'])).toThrow(
    /same path as an output of the build/,
  );
});
