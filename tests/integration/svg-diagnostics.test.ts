import { expect, test } from 'vitest';
import { check } from '../../index.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

const { pages, write } = createSiteOnDisk();
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n${content}<path d="M0 0h9"/></svg>`;

test('SVG diagnostics are the same on every check until the file changes', async () => {
  const findDiagnostics = async () =>
    (await check({ pages })).diagnostics
      .filter(({ file }) => file.endsWith('.svg'))
      .map(({ rule, range }) => `${rule} ${range.start.line}`);
  write('../public/mark.svg', svg('<script>alert(1)</script>'));
  const first = await findDiagnostics();
  expect(first).toHaveLength(1);
  expect(await findDiagnostics()).toEqual(first);
  write('../public/mark.svg', svg('\n\n<script>alert(1)</script>'));
  expect(await findDiagnostics()).toEqual([first[0]?.replace('2', '4')]);
  write('../public/mark.svg', svg(''));
  expect(await findDiagnostics()).toEqual([]);
});
