import { expect, test } from 'vitest';
import { edit } from '../../schema/edit/edit.ts';
import { fileOfEntry } from '../../schema/edit/shared-block.ts';

const text = `title: A page
blocks:
  # The first
  - type: hero
    # of the heading
    heading: One # h

  - { type: cta, actions: [{ label: Go, to: /go }] }
`;

test('a block moves into a file of its own and back, with its comments', () => {
  const file = fileOfEntry(text, ['blocks', 0]);
  expect(file).toBe('type: hero\n# of the heading\nheading: One # h\n');
  const old = { type: 'hero', heading: 'One' };
  const replaced = edit(text, { do: 'replace', path: ['blocks', 0], old, new: { use: 'one' } });
  const used = text.replace('  - type: hero\n    # of the heading\n    heading: One # h\n', '  - use: one\n');
  expect(replaced.text).toBe(used);
  expect(edit(replaced.text, replaced.undo).text).toBe(text);
  const back = {
    do: 'replace',
    path: ['blocks', 0],
    old: { use: 'one' },
    new: old,
    source: `# schema\n${file}`,
  } as const;
  expect(edit(used, back).text).toBe(text);
  expect(fileOfEntry(text, ['blocks', 1])).toBeUndefined();
});
