import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';

/** What is told of a page with a column whose text is followed by these lines. */
const toldOf = (...lines: string[]) => {
  const first = ['- type: columns', '  items:', '    - body: |', '        Both ways end at the pier.'];
  const second = ['    - body: |', '        The train stops there too.'];
  const text = [...first, ...lines, ...second, ''].join('\n');
  const { diagnostics } = check(exampleFiles({ 'index.yaml': text }), exampleAssets({}));
  return diagnostics.map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`);
};

test('a group that was indented too far is told at its first line, though all of it is text then', () => {
  const table = ['columns: [{ heading: By day }]', 'items:', '  - { heading: Depth, cells: [2.4 m] }'];
  expect(toldOf('      table:', ...table.map((line) => `        ${line}`))).toEqual([]);
  const swallowed = toldOf('         table:', ...table.map((line) => `        ${line}`));
  expect(swallowed).toEqual(['8:12 wrong-indentation']);
});

test('code that shows such a group, and words with a colon, stay text', () => {
  const code = ['```yaml', 'table:', '  items: []', '```', ''];
  expect(toldOf(...code.map((line) => `        ${line}`.trimEnd()))).toEqual([]);
  expect(toldOf('        Two things help:', '        Table: none, pier: one.')).toEqual([]);
});
