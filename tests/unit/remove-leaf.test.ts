import { expect, test } from 'vitest';
import { findTextLeaves } from '../../schema/markdown/leaves.ts';
import { removeLeaf } from '../../schema/markdown/remove-leaf.ts';

test.each([
  ['- one\n- two\n- three\n', 'two', '- one\n- three\n'],
  ['- one\n- two\n\nAfter.\n', 'two', '- one\n\nAfter.\n'],
  ['3. one\n4. two\n', 'one', '3. two\n'],
  ['1. one\n\n2. two\n', 'two', '1. one\n'],
  ['Before.\n\n- one\n', 'one', 'Before.\n'],
  ['- one\n', 'one', ''],
  ['- one\n  - two\n- three\n', 'two', '- one\n- three\n'],
  ['- one\n\n  more\n- two\n', 'more', '- one\n- two\n'],
  ['- one\n  - two\n', 'one', '- - two\n'],
  ['One.\n\nTwo.\n\nThree.\n', 'Two.', 'One.\n\nThree.\n'],
  ['One.\n\nTwo.\n', 'One.', 'Two.\n'],
  ['One.\n\n## Two\n\nThree.\n', 'Two', 'One.\n\nThree.\n'],
  ['One\n===\n\nTwo.\n', 'One', 'Two.\n'],
  ['> One.\n>\n> Two.\n', 'One.', '> Two.\n'],
  ['> [!NOTE]\n> One.\n\nTwo.\n', 'One.', 'Two.\n'],
  ['| one | two |\n| --- | --- |\n| a | b |\n', 'a', '| one | two |\n| --- | --- |\n|  | b |\n'],
  ['One.[^1]\n\n[^1]: Two.\n', 'Two.', 'One.[^1]\n\n[^1]: \n'],
])('%j without %j', (text, part, expected) => {
  const leaf = findTextLeaves(text).find(({ from, to }) => text.slice(from, to) === part);
  expect(leaf && removeLeaf(text, leaf)).toBe(expected);
});

test('the other parts of a text stay when one of them is removed', () => {
  const text =
    '# One\n\n1. two\n2. three\n   - four\n   - five\n\n> six\n> - seven\n\n| a | b |\n|---|---|\n| c | d |\n';
  const toParts = (source: string) => findTextLeaves(source).map(({ from, to }) => source.slice(from, to));
  const leaves = findTextLeaves(text).filter(({ kind }) => kind !== 'cell');
  for (const [index, leaf] of leaves.entries())
    expect(toParts(removeLeaf(text, leaf))).toEqual(toParts(text).toSpliced(index, 1));
});
