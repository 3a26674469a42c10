import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { valueAt } from '../../../schema/util.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';

// What YAML takes as a private comment: it stays one, and a text that was meant is not lost in silence.

function examine(blocks: string, at: (string | number)[]) {
  const files = exampleFiles(blocks);
  const { diagnostics } = check(files, exampleAssets(blocks));
  const mended = (safety: 'safe' | 'suggested') =>
    fixPages(files, exampleAssets(blocks), safety, () => true).files.find(({ path }) => path === 'index.yaml')
      ?.text ?? '';
  const text = mended('suggested');
  return {
    rules: diagnostics.map(({ rule }) => rule),
    messages: diagnostics.map(({ message }) => message).join('\n'),
    isSafe: mended('safe') !== files.find(({ path }) => path === 'index.yaml')?.text,
    comments: [...text.matchAll(/^ *(#.*)$/gm)].map(([, comment]) => comment),
    value: String(valueAt(readYaml('index.yaml', text).document.data, ['blocks', ...at])).trimEnd(),
  };
}

const text = '- type: hero\n  heading: Hello\n- type: text\n  heading: More\n';
const people =
  '- type: hero\n  heading: Hello\n- type: people\n  heading: Crew\n  items:\n    - name: Ann Bo\n';

test.each([
  [
    '- type: hero\n  heading: Hello\n  lead: We sell berths\n    # internal: raise to 90\n    for 80 pounds.\n',
    [0, 'lead'],
    'We sell berths for 80 pounds.',
    ['# internal: raise to 90'],
  ],
  [
    '- type: hero\n  heading: Hello\n  lead: We sell berths # raise it\n    for 80 pounds.\n',
    [0, 'lead'],
    'We sell berths for 80 pounds.',
    ['# raise it'],
  ],
  [
    '- type: hero\n  heading: Hello\n  lead: We sell\n    # internal\n    from: 80 pounds.\n',
    [0, 'lead'],
    'We sell from: 80 pounds.',
    ['# internal'],
  ],
  [
    '- type: hero\n  heading: Hello\n  lead: We sell\n    # one\n    # two\n    berths.\n',
    [0, 'lead'],
    'We sell berths.',
    ['# one', '# two'],
  ],
  [
    `${people}      bio: She runs\n        #TODO ask her\n        the harbour.\n`,
    [1, 'items', 0, 'bio'],
    'She runs the harbour.',
    ['#TODO ask her'],
  ],
  [
    `${text}  body:\n    We sell berths\n    # raise it\n    for 80 pounds.\n`,
    [1, 'body'],
    'We sell berths for 80 pounds.',
    ['# raise it'],
  ],
  [
    `${text}  body:\n    *Take* the bus\n    # number 7?\n    to the pier.\n`,
    [1, 'body'],
    '*Take* the bus\nto the pier.',
    ['# number 7?'],
  ],
  [
    `${text}  body: |\n    We are open.\n\n  # A note for me\n    Not on Sunday.\n    Come by bus.\n`,
    [1, 'body'],
    'We are open.\n\nNot on Sunday.\nCome by bus.',
    ['# A note for me'],
  ],
  [
    `${people}      bio: |\n        She runs\n  # ask her\n        the harbour.\n`,
    [1, 'items', 0, 'bio'],
    'She runs\nthe harbour.',
    ['# ask her'],
  ],
] as const)(
  'a comment in the middle of a text is moved above it, and never published: %j',
  (blocks, at, value, comments) => {
    const found = examine(blocks, [...at]);
    expect(found.rules).toEqual(['yaml-syntax']);
    expect(found.messages).toContain('a private comment stands in the middle of a text');
    expect(found.isSafe).toBe(false);
    expect([found.value, found.comments]).toEqual([value, comments]);
  },
);

test.each([
  ['  body:\n    *Take* the bus.\n', 'starts with `*`'],
  ['  body:\n    [Our form](/enquiries) is short.\n', 'starts with `[`'],
  ['  body:\n    > Note\n    > Take the bus.\n', 'starts with `>`'],
  ['  body:\n    Note: take\n    the bus.\n', 'a colon followed by a space'],
  ['  body: # for Ann\n    *Take* the bus\n    to the pier.\n', 'starts with `*`'],
])('the message names the sign that is in the text: %j', (body, reason) => {
  const { rules, messages, value } = examine(text + body, [1, 'body']);
  expect(rules).toEqual(['needs-quotes']);
  expect(messages).toContain(reason);
  expect(value).toMatch(/^(?:\*Take|\[Our|Note:|> Note\n> Take)/);
});

test.each([
  [
    '    We are open.\n  ## Then walk\n    Not on Sunday.\n\n    Come by bus.\n',
    'We are open.\n## Then walk\nNot on Sunday.\n\nCome by bus.',
  ],
  [
    '      We are open.\n\n    ## Then walk\n\n      Not on Sunday.\n',
    'We are open.\n\n## Then walk\n\nNot on Sunday.',
  ],
  ['    We are open.\n   Not on Sunday.\n    Come by bus.\n', 'We are open.\nNot on Sunday.\nCome by bus.'],
])('a line of a text below `|` too far to the left is moved alone: %j', (lines, value) => {
  const found = examine(`${text}  body: |\n${lines}`, [1, 'body']);
  expect(found.rules).toEqual(['wrong-indentation']);
  expect([found.value, found.isSafe]).toEqual([value, false]);
});

const hero = '- type: hero\n  heading: Hello\n';
const stats = (value: string) =>
  `${hero}- type: stats\n  items:\n    - value: ${value}\n      label: Berths\n`;

test.each([
  ['- type: hero\n  heading: Sale ### now\n', '### now'],
  ['- type: hero\n  heading: Room # 4\n', '# 4'],
  [`${hero}  lead: Only today  ##two for one\n`, '##two for one'],
  [`${hero}  lead: Dock Road # 12\n`, '# 12'],
  [`${hero}  lead: Dock Road # 12, second floor\n`, '# 12, second floor'],
  [`${hero}  lead: Open all the year # and at night\n`, '# and at night'],
  [stats('5 # per cent'), '# per cent'],
  [`${text}  body:\n    Take the bus.\n    #1 is the best line.\n`, '#1 is the best line.'],
  [`${hero}  lead: Take the bus.\n    #1 is the best line.\n`, '#1 is the best line.'],
])('a comment that may be a part of the text is reported, and not written into it: %j', (blocks, comment) => {
  const { rules, messages, comments } = examine(blocks, [0, 'heading']);
  expect(rules).toEqual(['comment-after-text']);
  expect(messages).toBe(`visitors will not see \`${comment}\``);
  expect(comments.length).toBeLessThanOrEqual(1);
});

// Each has one of these comments behind or below a text that needs another fix.
const places: readonly ((comment: string) => string)[] = [
  (comment) => `${hero}  lead: Words ${comment}\n`,
  (comment) => `${hero}  lead: Words and more words ${comment}\n`,
  (comment) => `${hero}  lead: ${comment}\n`,
  (comment) => `${hero}  lead: Note: read this ${comment}\n`,
  (comment) => `${hero}  lead: "Read this ${comment}\n`,
  (comment) => `${hero}  lead: "Read" this ${comment}\n`,
  (comment) => `${hero}  lead: 'Tis read ${comment}\n`,
  (comment) => `${hero}  lead: @all, read this ${comment}\n`,
  (comment) => `${hero}  lead: *Read* this ${comment}\n`,
  (comment) => `${hero}  lead: > Read this ${comment}\n`,
  (comment) => `${hero}  lead: [Beta] Read this ${comment}\n`,
  (comment) => `${hero}  lead: Read ${comment}\n    this: now.\n`,
  (comment) => `${hero}  lead: “Read” ${comment}\n`,
  (comment) => `${hero}  lead:\n    Read: this ${comment}\n    and more\n`,
  (comment) => `${text}  body:\n    *Read* this\n    and more ${comment}\n`,
  (comment) => `${text}  body: Read\n    - this ${comment}\n    - and more\n`,
  (comment) => `${text}  body: Read\n    - this\n    - and more ${comment}\n`,
  (comment) => `${text}  body: |\n  Read\n  ${comment}\n  this\n`,
  (comment) => `${text}  body:\n  Read\n\n  this ${comment}\n`,
  (comment) => `${hero}  actions:\n    - { label: Read ${comment}, to: / }\n`,
  (comment) => `${hero}  actions:\n    - { label: ${comment}, to: / }\n`,
  (comment) => `${text}  body: Words.\n\n    ## Then walk\n\n    ${comment}\n`,
  (comment) => `${text}  body: Words.\n\n    ## Then walk\n    ${comment}\n    Not far.\n`,
  (comment) => `${text}  body:\n    ${comment}\n\n    ## Then walk\n    Not far.\n`,
];

test.each(
  places.flatMap((place) =>
    ['# ask Ann', '#ask', '#ask Ann', '#add Ann', '#TODO ask Ann', '# TODO: ask Ann'].map(place),
  ),
)('no fix publishes the comment of %j', (blocks) => {
  const files = exampleFiles(blocks);
  for (const safety of ['safe', 'suggested'] as const) {
    const mended = fixPages(files, exampleAssets(blocks), safety, () => true).files;
    const page = mended.find(({ path }) => path === 'index.yaml')?.text ?? '';
    const { contents } = parseDocument(page, { logLevel: 'silent' });
    const isMended = page !== files.find(({ path }) => path === 'index.yaml')?.text;
    expect(isMended ? JSON.stringify(contents) : '').not.toMatch(/\b(?:ask|add|TODO)\b/);
  }
});

test.each([
  ['- type: hero\n  heading: Ann #2\n', 'Ann'],
  ['- type: hero\n  heading: Ann #2 of the crew\n', 'Ann #2 of the crew'],
])('a number alone may count the items, and is no text: %j', (blocks, value) => {
  const found = examine(blocks, [0, 'heading']);
  expect([found.rules, found.value, found.isSafe]).toEqual([['text-lost'], value, false]);
});

test('a comment behind a text is moved above it', () => {
  const found = examine('- type: hero\n  heading: Tools for your team # and for you\n', [0, 'heading']);
  expect([found.value, found.comments, found.isSafe]).toEqual([
    'Tools for your team',
    ['# and for you'],
    false,
  ]);
});

test.each([
  '- type: hero # the first one\n  heading: Winter # from May\n  layout: wide # 2 columns\n',
  '- type: hero\n  heading: Hello # ask Ann\n',
  '- type: hero # 1\n  heading: Hello\n  layout: wide ## at the top\n',
  `${hero}  #lead: Words\n`,
  `${hero}  lead: Words\n  #TODO ask Ann\n`,
  `${hero}  lead: Words\n    #TODO ask Ann\n`,
  `${hero}  lead: Words\n    #eyebrow: More\n`,
  `${hero}  lead: Words\n    # a note for Ann\n`,
  `${hero}  lead: "Dock Road" # 12\n`,
  `${hero}  lead: Words ########\n`,
  `${stats('5 # from the price list')}`,
  `${text}  body: |\n    Take bus # 12.\n    #1 is the best line.\n`,
])('nothing is reported for %j', (blocks) => {
  expect(examine(blocks, [0, 'heading']).rules).toEqual([]);
});

test('a text of several paragraphs with a colon gets a `|`', () => {
  const body =
    '  body: Words and\n      more.\n\n      Our hours: nine to five\n\n      The end.\n  tone: tinted\n';
  const { rules, messages, value } = examine(text + body, [1, 'body']);
  expect(rules).toEqual(['needs-quotes']);
  expect(messages).toContain('a colon followed by a space, so it needs a `|`');
  expect(value).toBe('Words and\nmore.\n\nOur hours: nine to five\n\nThe end.');
});

test('in curly quotation marks a `#` is a part of the text', () => {
  const blocks =
    '- type: hero\n  heading: Hello\n- type: text\n  heading: More\n  body: “Curly: quoted # text”\n';
  const found = examine(blocks, [1, 'body']);
  expect(found.rules).toEqual(['needs-quotes']);
  expect(found.value).toBe('Curly: quoted # text');
});
