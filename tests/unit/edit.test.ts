import { TextDraft } from '../../src/editor/text-draft.ts';
import type { TextPlace } from '../../src/editor/marked-texts.ts';
import type { EditQueue } from '../../src/editor/edit-queue.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyOperation } from '../../schema/edit/edit.ts';
import { extractItem } from '../../schema/edit/shared-block.ts';

const text = `title: A page
blocks:
  # The first
  - type: hero
    # of the heading
    heading: One # h

  - { type: cta, actions: [{ label: Go, to: /go }] }
`;

test('a block is moved into its own file and back, with its comments', () => {
  const file = extractItem(text, ['blocks', 0]);
  expect(file).toBe('type: hero\n# of the heading\nheading: One # h\n');
  const oldBlock = { type: 'hero', heading: 'One' };
  const replacedPage = applyOperation(text, {
    do: 'replace',
    path: ['blocks', 0],
    old: oldBlock,
    new: { use: 'one' },
  });
  const pageWithReference = text.replace(
    '  - type: hero\n    # of the heading\n    heading: One # h\n',
    '  - use: one\n',
  );
  expect(replacedPage).toBe(pageWithReference);
  const reverseOperation = {
    do: 'replace',
    path: ['blocks', 0],
    old: { use: 'one' },
    new: oldBlock,
    source: `# schema\n${file}`,
  } as const;
  expect(applyOperation(pageWithReference, reverseOperation)).toBe(text);
  expect(extractItem(text, ['blocks', 1])).toBeUndefined();
});

test('a late response from the checker does not replace newer text', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [savedTexts, answers]: [unknown[], (() => void)[]] = [[], []];
  const editQueue = {
    check: () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined))),
    storeUntilSaved: () => () => {},
    save: async ({ operations: [operation] }: { operations: { new?: unknown }[] }) => {
      savedTexts.push(operation?.new);
      return { base: '' };
    },
  } as unknown as EditQueue; // only these members are used
  const textPlace = { file: 'index.yaml', path: ['title'], source: 'A' } as unknown as TextPlace; // only these members are used
  const listener = { onChecked: () => {}, refused: () => {}, conflict: () => {} };
  const text = new TextDraft(textPlace, 'title: A', 'Title', editQueue, listener);
  for (const typedText of ['Old', 'New']) {
    text.scheduleWrite(() => typedText);
    await vi.advanceTimersByTimeAsync(500);
  }
  answers.forEach((answer) => answer());
  await vi.runAllTimersAsync();
  expect(savedTexts).toEqual(['New']);
});
