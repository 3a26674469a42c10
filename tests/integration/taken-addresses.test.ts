import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assertNoClashes } from '../../scripts/build/write-site.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { siteOnDisk, writerIn } from '../support/site-on-disk.ts';

const { folder, pages } = siteOnDisk();
const put = (path: string) => writerIn(join(folder, 'site/public'))(path, 'Not a page');
const messages = () => readSite(pages).diagnostics.map(({ message }) => message);

test('two files with one name in two Unicode forms are reported', () => {
  put('gr\u00FC\u00DFe.txt');
  expect(messages()).toEqual([]);
  put('gru\u0308\u00DFe.txt');
  expect(messages()).toEqual([expect.stringContaining('another file has the same name')]);
});

test('a conflict that no check anticipates ends the build with a message', () => {
  expect(() => assertNoClashes(new Set(['a.page.json']), ['/b.page.json'])).not.toThrow();
  expect(() => assertNoClashes(new Set(['a.page.json']), ['/a.page.json'])).toThrow(
    /same path as a file that the build creates/,
  );
});
