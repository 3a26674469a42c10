import { PlacedText } from '../../src/editor/placed-text.ts';
import type { TextPlace } from '../../src/editor/marked-texts.ts';
import type { Saver } from '../../src/editor/save.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('a block moves into its own file and back, with its comments', () => {
  const file = fileOfEntry(text, ['blocks', 0]);
  expect(file).toBe('type: hero\n# of the heading\nheading: One # h\n');
  const old = { type: 'hero', heading: 'One' };
  const replaced = edit(text, { do: 'replace', path: ['blocks', 0], old, new: { use: 'one' } });
  const used = text.replace('  - type: hero\n    # of the heading\n    heading: One # h\n', '  - use: one\n');
  expect(replaced).toBe(used);
  const back = {
    do: 'replace',
    path: ['blocks', 0],
    old: { use: 'one' },
    new: old,
    source: `# schema\n${file}`,
  } as const;
  expect(edit(used, back)).toBe(text);
  expect(fileOfEntry(text, ['blocks', 1])).toBeUndefined();
});

test('a late checker response does not write an older text', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [written, answers]: [unknown[], (() => void)[]] = [[], []];
  const saver = {
    check: () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined))),
    keep: () => () => {},
    save: async ({ operations: [operation] }: { operations: { new?: unknown }[] }) => {
      written.push(operation?.new);
      return { base: '' };
    },
  } as unknown as Saver; // only these members are used
  const place = { file: 'index.yaml', path: ['title'], source: 'A' } as unknown as TextPlace; // only these members are used
  const listener = { checked: () => {}, refused: () => {}, conflict: () => {} };
  const text = new PlacedText(place, 'title: A', 'Title', saver, listener);
  for (const typed of ['Old', 'New']) {
    text.writeLater(() => typed);
    await vi.runAllTimersAsync();
  }
  answers.forEach((answer) => answer());
  await vi.runAllTimersAsync();
  expect(written).toEqual(['New']);
});
