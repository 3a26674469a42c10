import { expect, test } from 'vitest';
import { checkExample } from '../../support/example-checks.ts';

// Tags and authors that a slip would make of others, and lists that ask for them.

const article = (at: number, { author = 'Mara Fairlead', tag = 'Wind', more = '' }) =>
  `title: What the masts saw in winter ${at}\n` +
  `description: What those who read the masts at the end of our pier have seen in winter ${at}, and what not.\n` +
  `kind: article\npublished: 2026-03-0${at}\nauthor: ${author}\ntags: [${tag}]\n${more}` +
  `blocks:\n  - { type: hero, heading: Winter ${at} }\n`;

function examine(articles: readonly Parameters<typeof article>[1][], list = '') {
  const example = {
    ...Object.fromEntries(articles.map((one, at) => [`log/winter-${at + 1}.yaml`, article(at + 1, one)])),
    'index.yaml': `- { type: hero, heading: Hello }\n- { type: posts, heading: From the log, from: /log${list} }\n`,
  };
  return checkExample(example);
}

const similar = (articles: readonly Parameters<typeof article>[1][]) =>
  examine(articles).diagnostics.flatMap(({ rule, received, label, fix }) =>
    rule === 'similar-name' ? [[received, label, fix]] : [],
  );

test.each([
  ['Mara Fairlead', 'Mara Fairleed'],
  ['Mara Fairlead', 'Mara Farlaed'],
  ['Mara Fairlead', 'mara fairlead'],
  ['Jan Berg', 'Jan Bergg'],
])('beside the author %s the author %s is reported, and nothing is offered', (author, slip) => {
  expect(similar([{ author }, { author }, { author: slip }])).toEqual([
    [slip, `did you mean \`${author}\`?`, undefined],
  ]);
});

test.each([
  ['Wind', 'Wnd'],
  ['Wind', 'Wnid'],
  ['Boats', 'Boat'],
  ['Weather', 'Weater'],
  ['Weather', 'Weathet'],
])('beside the tag %s the tag %s is reported', (tag, slip) => {
  expect(similar([{ tag }, { tag }, { tag: slip }])).toEqual([[slip, `did you mean \`${tag}\`?`, undefined]]);
});

test.each([
  [{ author: 'Mara Fairlead' }, { author: 'Tom Fairlead' }],
  [{ tag: 'Wind' }, { tag: 'Wine' }],
  [{ tag: 'AI' }, { tag: 'AR' }],
  [{ tag: 'Winter 2025' }, { tag: 'Winter 2026' }],
])('%o and %o are two', (one, other) => {
  expect(similar([one, one, other])).toEqual([]);
});

test('what many pages have is meant', () => {
  const one = { author: 'Anna Holm' };
  const other = { author: 'Anne Holm' };
  expect(similar([one, one, one, other, other])).toHaveLength(2);
  expect(similar([one, one, one, other, other, other])).toEqual([]);
});

const withFault = { more: 'status: somewhere\n' };

test.each([
  ['author: Mara Fairleed', 'unknown-author'],
  ['tag: Wnd', 'unknown-tag'],
])('a list with %s is reported, or said not to be checked', (list, rule) => {
  const rules = ({ diagnostics }: ReturnType<typeof examine>) => diagnostics.map((one) => one.rule);
  const sentence = 'the tags and authors that lists of `/log` ask for, because of the errors of its pages';
  const good = examine([{}, {}], `, ${list}`);
  expect(rules(good)).toContain(rule);
  expect(good.notChecked).not.toContain(sentence);
  const broken = examine([{}, withFault], `, ${list}`);
  expect(rules(broken)).not.toContain(rule);
  expect(broken.notChecked).toContain(sentence);
  expect(examine([{}, withFault], ', tag: Wind').notChecked).not.toContain(sentence);
});

test('a fault of a block does not hide what lists ask for', () => {
  const blocks = { more: 'blocks:\n  - { type: hero, heading: Winter, layout: none }\n' };
  const text = (one: string) => one.replace(/blocks:\n {2}- \{ type: hero, heading: Winter \d \}\n$/, '');
  const example = {
    'log/winter.yaml': text(article(1, blocks)),
    'index.yaml':
      '- { type: hero, heading: Hello }\n- { type: posts, heading: Log, from: /log, author: Mara Fairleed }\n',
  };
  const { diagnostics } = checkExample(example);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['unknown-author', 'wrong-value']);
});
