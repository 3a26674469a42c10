import { expect, test } from 'vitest';
import { applyOperation } from '../../schema/edit/edit.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation } from '../../schema/edit/rebase-operation.ts';
import { fixturePages, otherPages } from '../support/fixture-site.ts';
import { isFullRun } from '../support/sample.ts';
import { rebaseRandomEdits } from '../support/two-people.ts';

const base = `title: A
blocks:
  - type: hero
    heading: One
  - type: cta
    heading: Two
    actions:
      - { label: Go, to: /go }
      - { label: More, to: /more }
  - type: cta
    heading: Three
    actions:
      - { label: Go, to: /other }
      - { label: Go, to: /other }
`;

const createSetOperation = (path: (string | number)[], oldValue: string, newValue: string): Operation => ({
  do: 'set',
  path,
  old: oldValue,
  new: newValue,
});

const rebaseAndApply = (operation: Operation, currentText: string) => {
  const rebased = rebaseOperation(operation, base, currentText);
  return 'theirs' in rebased ? rebased : applyOperation(currentText, rebased.operation);
};

test('a change is applied to its text even if the block has moved', () => {
  const currentText = applyOperation(base, { do: 'move', path: ['blocks', 1], to: 0, old: ctaBlock });
  expect(rebaseAndApply(createSetOperation(['blocks', 1, 'heading'], 'Two', '2'), currentText)).toBe(
    currentText.replace('Two', '2'),
  );
  // If several texts are equal, the item around the text identifies which of them is meant.
  expect(
    rebaseAndApply(createSetOperation(['blocks', 1, 'actions', 0, 'label'], 'Go', 'Went'), currentText),
  ).toBe(currentText.replace('Go', 'Went'));
});

const ctaBlock = {
  type: 'cta',
  heading: 'Two',
  actions: [
    { label: 'Go', to: '/go' },
    { label: 'More', to: '/more' },
  ],
};

test('a block moves to its new position even if others have added a block before it', () => {
  const moveOperation: Operation = {
    do: 'move',
    path: ['blocks', 0],
    to: 1,
    old: { type: 'hero', heading: 'One' },
  };
  const currentText = base.replace('blocks:\n', 'blocks:\n  - use: x\n');
  expect(rebaseAndApply(moveOperation, currentText)).toBe(
    applyOperation(currentText, { ...moveOperation, path: ['blocks', 1], to: 2 }),
  );
});

test('in a long text, lines can be changed while others change different lines', () => {
  const createText = (first: string, second: string) => `${first}\n\nAnd more.\n\n${second}\n`;
  const createFile = (body: string) =>
    `blocks:\n  - type: text\n    body: |\n${body.replaceAll(/^(?=.)/gm, '      ')}`;
  const baseFile = createFile(createText('One', 'Two'));
  const change = createSetOperation(['blocks', 0, 'body'], createText('One', 'Two'), createText('1', 'Two'));
  const rebaseOnto = (theirs: string) => {
    const rebased = rebaseOperation(change, baseFile, createFile(theirs));
    return 'theirs' in rebased ? rebased : applyOperation(createFile(theirs), rebased.operation);
  };
  expect(rebaseOnto(createText('One', '2'))).toBe(createFile(createText('1', '2')));
  expect(rebaseOnto(`New\n\n${createText('One', 'Two')}`)).toBe(
    createFile(`New\n\n${createText('1', 'Two')}`),
  );
  // A server wrote the change and stopped before it could respond, so the file already contains the change.
  expect(rebaseOnto(createText('1', '2'))).toBe(createFile(createText('1', '2')));
  // Changes to the same lines are a conflict. So are changes to lines that occur twice.
  expect(rebaseOnto(createText('Uno', 'Two'))).toMatchObject({ theirs: createText('Uno', 'Two') });
  expect(rebaseOnto(createText('One', 'One'))).toMatchObject({ theirs: createText('One', 'One') });
});

test('adjacent changes are both kept', () => {
  const currentText = base.replace('heading: Two', 'heading: 2\n    lead: New');
  expect(
    rebaseAndApply(createSetOperation(['blocks', 1, 'actions', 1, 'label'], 'More', 'All'), currentText),
  ).toBe(currentText.replace('More', 'All'));
  expect(rebaseAndApply({ do: 'insert', path: ['blocks', 2], new: { use: 'x' } }, currentText)).toBe(
    currentText.replace('  - type: cta\n    heading: Three', '  - use: x\n  - type: cta\n    heading: Three'),
  );
});

test('a change to one of two equal items is applied to that item, or conflicts if one of them was deleted', () => {
  const operation = createSetOperation(['blocks', 2, 'actions', 1, 'label'], 'Go', 'Went');
  const changedBase = base.replace('heading: One', 'heading: 1');
  expect(rebaseAndApply(operation, changedBase)).toBe(changedBase.replace(/Go(?=[^G]*$)/, 'Went'));
  // The two items are equal, so it is unknown which of them was deleted.
  const baseWithOneLink = base.replace('      - { label: Go, to: /other }\n', '');
  expect(rebaseAndApply(operation, baseWithOneLink)).toMatchObject({ theirs: undefined });
});

test('a conflict contains both versions of the text', () => {
  const currentText = base.replace('Two', 'Second');
  expect(rebaseAndApply(createSetOperation(['blocks', 1, 'heading'], 'Two', '2'), currentText)).toMatchObject(
    { theirs: 'Second' },
  );
  expect(
    rebaseAndApply(createSetOperation(['title'], 'A', 'B'), base.replace('title: A', 'title: C')),
  ).toMatchObject({
    theirs: 'C',
  });
  // If the item was deleted, the text of the next item is not offered as the other person's version.
  const baseWithoutItem = base.replace(/ {2}- type: \w+\n {4}heading: Two\n(?: {4}.*\n)*/, '');
  expect(baseWithoutItem).not.toBe(base);
  expect(rebaseAndApply(createSetOperation(['blocks', 1, 'heading'], 'Two', '2'), baseWithoutItem)).toEqual({
    theirs: undefined,
  });
  const baseWithStatus = base.replace('title: A', 'title: A\nstatus: draft');
  expect(rebaseAndApply({ do: 'add', path: ['status'], new: 'public' }, baseWithStatus)).toMatchObject({
    theirs: 'draft',
  });
});

test('random edits by two people are applied to the right values, mostly without conflicts', () => {
  const { placed, asked } = rebaseRandomEdits([fixturePages, otherPages], isFullRun ? 5000 : 40, 41);
  expect(placed).toBeGreaterThan(4 * asked);
});
