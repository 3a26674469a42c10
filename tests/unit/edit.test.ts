import { expect, test } from 'vitest';
import { edit } from '../../schema/edit/edit.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { fileOfEntry } from '../../schema/edit/shared-block.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';

const set = (text: string, old: string, now: string) =>
  edit(text, { do: 'set', path: ['a'], old, new: now }).text;

test.each([
  ['plain stays plain', 'a: Old # why\n', 'Old', 'New, with a comma [1]', 'a: New, with a comma [1] # why\n'],
  ['a colon needs marks', 'a: Old # why\n', 'Old', 'New: old', 'a: "New: old" # why\n'],
  ['double marks inside need single ones', 'a: Old\n', 'Old', '"New": old', `a: '"New": old'\n`],
  ['lines go below a bar', 'a: Old\nb: c\n', 'Old', 'One\nTwo', 'a: |-\n  One\n  Two\nb: c\n'],
  ['double stays double', 'a: "Old"\n', 'Old', 'a "b"\n', 'a: "a \\"b\\"\\n"\n'],
  ['single stays single', "a: 'Old'\n", 'Old', "it's", "a: 'it''s'\n"],
  ['a tab needs double marks', "a: 'Old'\n", 'Old', 'a\tb', 'a: "a\\tb"\n'],
  ['invisible characters are escaped', 'a: Old\n', 'Old', 'a\u2028b\0', 'a: "a\\u2028b\\0"\n'],
  ['nothing gets a value', 'a: # why\nb: c\n', '', 'New', 'a: New # why\nb: c\n'],
  ['nothing is written as such', 'a: Old\n', 'Old', '', 'a: ""\n'],
  [
    'lines keep their bar and its comment',
    'a: | # why\n    One\n    Two\n\n# next\nb: c\n',
    'One\nTwo\n',
    'One\n\n  2: "#"\n',
    'a: | # why\n    One\n\n      2: "#"\n\n# next\nb: c\n',
  ],
  ['the last line end decides the bar', 'a: |\n  One\nb: c\n', 'One\n', 'Two', 'a: |-\n  Two\nb: c\n'],
  ['a first line with blanks', 'a: |\n  One\n', 'One\n', '  One\nTwo\n', 'a: |2\n    One\n  Two\n'],
  [
    'only the words that change in folded lines',
    'a: >\n  One two three\n  four five\n  six\n',
    'One two three four five six\n',
    'One two 3 four five six\n',
    'a: >\n  One two 3\n  four five\n  six\n',
  ],
  ['folded lines end twice', 'a: >\n  One\n', 'One\n', 'One\nTwo\n', 'a: >\n  One\n\n  Two\n'],
  ['Windows', 'a: |\r\n  One\r\nb: c\r\n', 'One\n', 'One\nTwo\n', 'a: |\r\n  One\r\n  Two\r\nb: c\r\n'],
  ['a byte order mark', '\uFEFFa: Old', 'Old', 'One\nTwo\n', '\uFEFFa: |\n  One\n  Two'],
])('a text in its own style: %s', (_, text, old, now, after) => {
  expect(set(text, old, now)).toBe(after);
});

const page = `# yaml-language-server: $schema=x.json
title: A page
blocks:
  # The first
  - type: hero
    heading: One # h

  # A section

  # The second
  - type: text
    body: |
      Words
  - { type: cta, actions: [{ label: Go, to: /go }] }
`;

const change = (operation: Operation, text = page) => edit(text, operation, settingOrder('a.yaml')).text;

test('an entry moves with its comments, and what stands between entries stays', () => {
  const old = { type: 'hero', heading: 'One' };
  expect(change({ do: 'move', path: ['blocks', 0], to: 1, old })).toBe(`# yaml-language-server: $schema=x.json
title: A page
blocks:
  # The second
  - type: text
    body: |
      Words

  # A section

  # The first
  - type: hero
    heading: One # h
  - { type: cta, actions: [{ label: Go, to: /go }] }
`);
});

test('an entry goes with its comments and no others', () => {
  expect(change({ do: 'remove', path: ['blocks', 0], old: { type: 'hero', heading: 'One' } })).toBe(
    page.replace('  # The first\n  - type: hero\n    heading: One # h\n\n', ''),
  );
  expect(change({ do: 'remove', path: ['blocks', 1], old: { type: 'text', body: 'Words\n' } })).toBe(
    page.replace('  # The second\n  - type: text\n    body: |\n      Words\n', ''),
  );
});

test('a copy of an entry stands below it, without the comments above', () => {
  expect(change({ do: 'duplicate', path: ['blocks', 1], old: { type: 'text', body: 'Words\n' } })).toBe(
    page.replace('      Words\n', '      Words\n  - type: text\n    body: |\n      Words\n'),
  );
});

test('a setting is added where the schema has it', () => {
  expect(change({ do: 'add', path: ['blocks', 0, 'eyebrow'], new: 'Above: all' })).toBe(
    page.replace('    heading: One # h', '    eyebrow: "Above: all"\n    heading: One # h'),
  );
  expect(change({ do: 'add', path: ['status'], new: 'draft' })).toBe(
    page.replace('title: A page\n', 'title: A page\nstatus: draft\n'),
  );
  expect(change({ do: 'add', path: ['blocks', 2, 'actions', 0, 'variant'], new: 'a, b' })).toContain(
    'to: /go, variant: "a, b" }',
  );
});

test('entries are written as their neighbours are', () => {
  const block = { type: 'text', body: 'One\n\nTwo\n' };
  expect(change({ do: 'insert', path: ['blocks', 3], new: block })).toBe(
    `${page}  - type: text\n    body: |\n      One\n\n      Two\n`,
  );
  const action = { label: 'Two, three', to: '/two' };
  expect(change({ do: 'insert', path: ['blocks', 2, 'actions', 0], new: action })).toContain(
    '[{ label: "Two, three", to: /two }, { label: Go',
  );
});

test('an emptied list stays a list, and can be filled again', () => {
  const text = 'list: # why\n  - one\nb: c\n';
  const empty = change({ do: 'remove', path: ['list', 0], old: 'one' }, text);
  expect(empty).toBe('list: [] # why\nb: c\n');
  expect(change({ do: 'insert', path: ['list', 0], new: 'two' }, empty)).toBe(text.replace('one', 'two'));
});

test('the next setting moves up to the dash', () => {
  const text = '- a: 1 # one\n  # two\n  b: 2\n- c\n';
  expect(change({ do: 'remove', path: [0, 'a'], old: '1' }, text)).toBe('- # two\n  b: 2\n- c\n');
  expect(change({ do: 'remove', path: [0, 'b'], old: '2' }, text)).toBe('- a: 1 # one\n- c\n');
});

test.each([
  ['another text', 'a: x\n', { do: 'set', path: ['a'], old: 'y', new: 'z' }],
  ['no setting', 'a: x\n', { do: 'set', path: ['b'], old: 'y', new: 'z' }],
  ['the setting is there', 'a: x\n', { do: 'add', path: ['a'], new: 'z' }],
  ['no list', 'a: x\n', { do: 'insert', path: ['a', 0], new: 'z' }],
  ['outside the list', 'a: [x]\n', { do: 'move', path: ['a', 0], to: 1, old: 'x' }],
  ['faults', 'a: b: c\n', { do: 'set', path: ['a'], old: 'b', new: 'z' }],
  ['a setting twice', 'a: x\na: y\n', { do: 'set', path: ['a'], old: 'y', new: 'z' }],
  ['parts that repeat', 'a: &x y\nb: *x\n', { do: 'set', path: ['a'], old: 'y', new: 'z' }],
  ['names of objects', 'a: x\n', { do: 'set', path: ['__proto__'], old: 'y', new: 'z' }],
] as [string, string, Operation][])('is refused: %s', (_, text, operation) => {
  expect(() => edit(text, operation)).toThrow(expect.objectContaining({ name: 'EditRefused' }));
});

test('a block moves into a file of its own and back, with its comments', () => {
  const text = page.replace('    heading: One # h\n', '    # of the heading\n    heading: One # h\n');
  const file = fileOfEntry(text, ['blocks', 0]);
  expect(file).toBe('type: hero\n# of the heading\nheading: One # h\n');
  const old = { type: 'hero', heading: 'One' };
  const replaced = edit(text, { do: 'replace', path: ['blocks', 0], old, new: { use: 'one' } });
  expect(replaced.text).toBe(
    text.replace('  - type: hero\n    # of the heading\n    heading: One # h\n', '  - use: one\n'),
  );
  expect(edit(replaced.text, replaced.undo).text).toBe(text);
  const used = text.replace('  - type: hero\n    # of the heading\n    heading: One # h\n', '  - use: one\n');
  const back = {
    do: 'replace',
    path: ['blocks', 0],
    old: { use: 'one' },
    new: old,
    source: `# schema\n${file}`,
  } as const;
  expect(edit(used, back).text).toBe(text);
  expect(fileOfEntry(text, ['blocks', 2])).toBeUndefined();
});
