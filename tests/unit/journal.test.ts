import { expect, test } from 'vitest';
import { Journal } from '../../scripts/editing/journal.ts';
import { writeEdits } from '../../scripts/editing/file-edits.ts';
import { shareBlock } from '../../scripts/editing/shared-block-edits.ts';
import { CommandError } from '../../scripts/system/errors.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

const page = 'title: A\ndescription: B\nblocks:\n  - type: text\n    body: C\n';

function openJournal() {
  const texts = new Map([['index.yaml', page]]);
  const files = createMemoryFiles(texts);
  const journal = new Journal(files, () => new Date());
  const recordStep = (
    writeResult: ReturnType<typeof shareBlock>,
    label: string,
    session = label,
    window = 'one',
  ) => {
    if (writeResult && 'changes' in writeResult)
      journal.record(writeResult.changes, { window, session, label });
  };
  const setValue = (name: string, value: string, session?: string, window?: string) => {
    const text = texts.get('index.yaml') ?? '';
    const [, oldValue = ''] = new RegExp(`^${name}: (.*)$`, 'm').exec(text) ?? [];
    const operation = { do: 'set', path: [name], old: oldValue, new: value } as const;
    const writeResult = writeEdits(files, { path: 'index.yaml', base: text, operations: [operation] });
    recordStep(writeResult, name, session, window);
  };
  const shareFirstBlock = () =>
    recordStep(shareBlock(files, { path: 'index.yaml', base: page, block: ['blocks', 0] }, 'c'), 'Share');
  const readHead = () => texts.get('index.yaml')?.split('\n').slice(0, 2).join(', ');
  return { texts, journal, setValue, shareFirstBlock, readHead };
}

test('undo and redo affect the steps of one window and keep later changes by others', () => {
  const { journal, setValue, readHead } = openJournal();
  for (const value of ['A1', 'A2']) setValue('title', value, 'typing');
  setValue('description', 'B1');
  setValue('title', 'Theirs', 'theirs', 'two');
  expect(journal.undoOrRedo('one', 'undo')).toBe('Undone: description');
  expect(readHead()).toBe('title: Theirs, description: B');
  expect(journal.steps('one')).toEqual({ undo: 'title', redo: 'description' });
  expect(journal.undoOrRedo('one', 'undo')).toBe(
    '“title” was not undone, because the text has changed in the meantime.',
  );
  expect(readHead()).toBe('title: Theirs, description: B');
  expect(journal.undoOrRedo('two', 'undo')).toBe('Undone: title');
  expect(journal.undoOrRedo('one', 'redo')).toBe('Redone: description');
  expect(readHead()).toBe('title: A2, description: B1');
  expect(journal.steps('one')).toEqual({ undo: 'description' });
  expect(journal.steps('two')).toEqual({ redo: 'title' });
});

test('all edits of one session form a single step, or none if the text is unchanged', () => {
  const { journal, setValue, readHead } = openJournal();
  for (const value of ['A1', 'A2']) setValue('title', value, 'typing');
  journal.undoOrRedo('one', 'undo');
  expect(readHead()).toBe('title: A, description: B');
  for (const value of ['A1', 'A']) setValue('title', value, 'typing');
  expect(journal.steps('one')).toEqual({});
});

test('undoing a new shared block deletes its file, but is refused if another page uses it', () => {
  const { texts, journal, shareFirstBlock } = openJournal();
  shareFirstBlock();
  expect(texts.get('_shared/c.yaml')).toBe('type: text\nbody: C\n');
  journal.undoOrRedo('one', 'undo');
  expect([...texts]).toEqual([['index.yaml', page]]);
  journal.undoOrRedo('one', 'redo');
  texts.set('about.yaml', 'blocks: [{ use: c }]\n');
  expect(journal.undoOrRedo('one', 'undo')).toContain('has changed in the meantime');
  expect(texts.has('_shared/c.yaml')).toBe(true);
});

test('an undo step is kept if its files are locked', () => {
  const texts = new Map([['index.yaml', 'title: B\n']]);
  const throwLocked = () => {
    throw new CommandError('Another command is changing files.');
  };
  const journal = new Journal({ ...createMemoryFiles(texts), changeAll: throwLocked }, () => new Date());
  const change = { path: 'index.yaml', before: page, after: 'title: B\n' };
  journal.record([change], { window: 'one', session: 'a', label: 'Title' });
  expect(() => journal.undoOrRedo('one', 'undo')).toThrow('Another command');
  expect(journal.steps('one')).toEqual({ undo: 'Title' });
});

test('a text that another program restores was not written by the editor', () => {
  const { texts, journal, setValue } = openJournal();
  setValue('title', 'A1');
  const written = texts.get('index.yaml') ?? '';
  setValue('title', 'A2');
  expect(journal.hasWritten('index.yaml', texts.get('index.yaml') ?? '')).toBe(true);
  expect(journal.hasWritten('index.yaml', written)).toBe(false);
});
