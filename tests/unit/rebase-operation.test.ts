import { expect, test } from 'vitest';
import { edit } from '../../schema/edit/edit.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation } from '../../schema/edit/rebase-operation.ts';
import { fixturePages, otherPages } from '../support/fixture-site.ts';
import { unsampled } from '../support/sampled.ts';
import { twoPeople } from '../support/two-people.ts';

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

const set = (path: (string | number)[], old: string, now: string): Operation => ({
  do: 'set',
  path,
  old,
  new: now,
});

const merged = (operation: Operation, now: string) => {
  const placed = rebaseOperation(operation, base, now);
  return 'theirs' in placed ? placed : edit(now, placed.operation);
};

test('a text is found where its block has moved', () => {
  const now = edit(base, { do: 'move', path: ['blocks', 1], to: 0, old: cta });
  expect(merged(set(['blocks', 1, 'heading'], 'Two', '2'), now)).toBe(now.replace('Two', '2'));
  // Among several equal texts, the item that contains the text identifies it.
  expect(merged(set(['blocks', 1, 'actions', 0, 'label'], 'Go', 'Went'), now)).toBe(
    now.replace('Go', 'Went'),
  );
});

const cta = {
  type: 'cta',
  heading: 'Two',
  actions: [
    { label: 'Go', to: '/go' },
    { label: 'More', to: '/more' },
  ],
};

test('a block moves to its new position even if others have added a block before it', () => {
  const move: Operation = { do: 'move', path: ['blocks', 0], to: 1, old: { type: 'hero', heading: 'One' } };
  const now = base.replace('blocks:\n', 'blocks:\n  - use: x\n');
  expect(merged(move, now)).toBe(edit(now, { ...move, path: ['blocks', 1], to: 2 }));
});

test('in a long text, lines can be changed while others change different lines', () => {
  const text = (first: string, second: string) => `${first}\n\nAnd more.\n\n${second}\n`;
  const file = (body: string) =>
    `blocks:\n  - type: text\n    body: |\n${body.replaceAll(/^(?=.)/gm, '      ')}`;
  const from = file(text('One', 'Two'));
  const change = set(['blocks', 0, 'body'], text('One', 'Two'), text('1', 'Two'));
  const rebaseOnto = (theirs: string) => {
    const placed = rebaseOperation(change, from, file(theirs));
    return 'theirs' in placed ? placed : edit(file(theirs), placed.operation);
  };
  expect(rebaseOnto(text('One', '2'))).toBe(file(text('1', '2')));
  expect(rebaseOnto(`New\n\n${text('One', 'Two')}`)).toBe(file(`New\n\n${text('1', 'Two')}`));
  // The change is already written, by a server that stopped before it answered.
  expect(rebaseOnto(text('1', '2'))).toBe(file(text('1', '2')));
  // Changes of the same lines, or of lines that exist twice, are a conflict.
  expect(rebaseOnto(text('Uno', 'Two'))).toMatchObject({ theirs: text('Uno', 'Two') });
  expect(rebaseOnto(text('One', 'One'))).toMatchObject({ theirs: text('One', 'One') });
});

test('adjacent changes are both kept', () => {
  const now = base.replace('heading: Two', 'heading: 2\n    lead: New');
  expect(merged(set(['blocks', 1, 'actions', 1, 'label'], 'More', 'All'), now)).toBe(
    now.replace('More', 'All'),
  );
  expect(merged({ do: 'insert', path: ['blocks', 2], new: { use: 'x' } }, now)).toBe(
    now.replace('  - type: cta\n    heading: Three', '  - use: x\n  - type: cta\n    heading: Three'),
  );
});

test('equal neighbouring items are distinguished by the changes around them', () => {
  const operation = set(['blocks', 2, 'actions', 1, 'label'], 'Go', 'Went');
  const before = base.replace('heading: One', 'heading: 1');
  expect(merged(operation, before)).toBe(before.replace(/Go(?=[^G]*$)/, 'Went'));
  // It is unknown which of the two equal items was deleted.
  const one = base.replace('      - { label: Go, to: /other }\n', '');
  expect(merged(operation, one)).toMatchObject({ theirs: undefined });
});

test('a conflict contains both versions of the text', () => {
  const now = base.replace('Two', 'Second');
  expect(merged(set(['blocks', 1, 'heading'], 'Two', '2'), now)).toMatchObject({ theirs: 'Second' });
  expect(merged(set(['title'], 'A', 'B'), base.replace('title: A', 'title: C'))).toMatchObject({
    theirs: 'C',
  });
  // If the item was deleted, the text of the next item is not offered as theirs.
  const without = base.replace(/ {2}- type: \w+\n {4}heading: Two\n(?: {4}.*\n)*/, '');
  expect(without).not.toBe(base);
  expect(merged(set(['blocks', 1, 'heading'], 'Two', '2'), without)).toEqual({ theirs: undefined });
  const added = base.replace('title: A', 'title: A\nstatus: draft');
  expect(merged({ do: 'add', path: ['status'], new: 'public' }, added)).toMatchObject({ theirs: 'draft' });
});

test("two people changing a page at random never change each other's positions", () => {
  const { placed, asked } = twoPeople([fixturePages, otherPages], unsampled ? 5000 : 40, 41);
  expect(placed).toBeGreaterThan(4 * asked);
});
