import { bundledLanguages } from 'shiki';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blockText, inlineText } from '../../schema/content/fields.ts';
import { internalLink, pageLink } from '../../schema/content/link-fields.ts';
import { codeLanguages } from '../../schema/markdown/parse-blocks.ts';
import {
  isPlain,
  isPlainLong,
  longMarkdown,
  shortMarkdown,
  parseLongText,
  parseShortText,
} from '../../schema/markdown/parse.ts';
import { fieldsIn } from '../../schema/checker/collect-fields.ts';
import { fillVariables, spanBeforeVariables } from '../../schema/checker/variables.ts';
import { addressOf } from '../../src/components/link.tsx';
import { dice } from '../support/mutants.ts';

test.each([
  ['plain text', ['plain text']],
  ['a **strong** word', ['a ', { strong: ['strong'] }, ' word']],
  ['an *emphasised* one', ['an ', { emphasis: ['emphasised'] }, ' one']],
  ['`code` wins: `**x**`', [{ code: 'code' }, ' wins: ', { code: '**x**' }]],
  ['[**strong** link](/contact)', [{ link: [{ strong: ['strong'] }, ' link'], to: '/contact' }]],
  ['[call us](<tel:+44 20 7946 0000>)', [{ link: ['call us'], to: 'tel:+442079460000' }]],
  ['2 * 3 * 4 and snake_case_name', ['2 * 3 * 4 and snake_case_name']],
  ['A&amp;B, \\*not\\* strong', ['A&B, *not* strong']],
  ['one\\\ntwo', ['one', { lineBreak: true }, 'two']],
  ['3. October', ['3. October']],
  ['+ 5 % each year', ['+ 5 % each year']],
  ['1\\. *May*', ['1. ', { emphasis: ['May'] }]],
])('%s', (text, parts) => {
  expect(parseShortText(text)).toMatchObject({ inline: parts, faults: [] });
  expect(inlineText.parse(text)).toEqual(parts);
});

const noPartner = 'visitors will see this `**`, as it has no partner';
const asWritten = 'visitors will see these stars as they are written';

test.each([
  ['***** Great service', 0, asWritten],
  ['Ann: *****', 5, asWritten],
  ['Rated (****) by *all*.', 7, asWritten],
  ['A **bold** word *** here', 16, asWritten],
  ['Two **open', 4, noPartner],
  ['***** and **open', 0, asWritten],
  ['***words', 0, noPartner],
  ['Name: _____', undefined, undefined],
  ['Two __open', 4, noPartner.replace('**', '__')],
])('the message about marks of %j says what they are', (text, start, message) => {
  const [first] = parseShortText(text).faults;
  expect([first?.start, first?.message]).toEqual([start, message]);
  expect(first?.advice ?? '').toMatch(
    message === asWritten ? /^write `★{3,5}` for a rating/ : /^(?:put two|$)/,
  );
});

test.each([
  ['Read [`our work](javascript:alert) and` more'],
  ['[`see](/nowhere) more`'],
  ['`[not a link](/nowhere)` but [one](/here)'],
  ['*a [b](/b)* and **[c](/c) `[d](/d)`**'],
  ['**strong over\ntwo lines with [a link](/a)**'],
  ['[an *address*](</between/these> "and a title")'],
  ['Write to <post@example.org> or <https://example.org/a>'],
  ['[one][far] and [two](/a)\n\n[far]: /away "there"'],
])('the checker finds the links of "%s" that are rendered, each at its place', (text) => {
  const [field] = fieldsIn({ text }, z.object({ text: blockText }));
  const links = field?.markdown?.links ?? [];
  expect(links.map(({ to }) => to)).toEqual(
    [...JSON.stringify(blockText.parse(text)).matchAll(/"to":"([^"]+)"/g)].map(([, to]) => to),
  );
  for (const { words, wordsStart, wordsLength, to, toStart, toLength } of links) {
    const inSource = text.slice(wordsStart, wordsStart + wordsLength).replaceAll(/[*`]/g, '');
    expect([inSource, to]).toEqual([words, expect.stringContaining(text.slice(toStart, toStart + toLength))]);
  }
});

test.each([
  ['[a](/a)', '/a'],
  ['[/a](/a)', '/a'],
  ['[/a] [/a](/a "/a")', '/a'],
  ['[a]( </a b> )', '/a b'],
  ['[a](</a(b> (of c))', '/a(b'],
  ['[a](/a(b)c)', '/a(b)c'],
  ['[a](/a\\_b)', '/a\\_b'],
  ['[a](/a&amp;b)', '/a&amp;b'],
  ['[a](/a%20b?c#d)', '/a%20b?c#d'],
  ['[**/a** `](/b)`](/a)', '/a'],
  ['[](/a)', '/a'],
  ['> [a](\n> /a)', '/a'],
  ['- one\n- [a](/a\n  "there")', '/a'],
  ['[/a]\n\n[/a]: /a', '/a'],
  ['[a][b]\n\n[b]: </a b> "/a"', '/a b'],
  ['[a\\]: b]\n\n[a\\]: b]:\n  /a', '/a'],
  ['| a |\n| - |\n| [/a](/a) |', '/a'],
  ['![/a.png [b]](/a.png)', '/a.png'],
  ['![a](/a.png#small "](/a.png)")', '/a.png'],
  ['![a](</a b.png#small>)', '/a b.png'],
  ['![a][/a.png]\n\n[/a.png]: /a.png#small', '/a.png'],
  ['![a [b](/a.png)](/a.png)', '/a.png'],
])('in %j the address is found where it is written', (text, written) => {
  const { links, pictures } = parseLongText(text);
  const spans = [
    ...links.map(({ toStart, toLength }) => [toStart, toLength] as const),
    ...pictures.map(({ srcStart, srcLength }) => [srcStart, srcLength] as const),
  ];
  expect(spans.map(([start, length]) => text.slice(start, start + length))).toEqual([written]);
  // Of several, the last is no word and no title.
  const [[start] = [0]] = spans;
  expect(text.slice(0, start)).toMatch(/(?:\]\(|\]:)[\s<>]*$/);
});

test('a long text is parsed into blocks', () => {
  const text = `
Intro:
- One
- Two *more*
  1. deep

## Prices & [places](/a)

> Quoted

| Plan | Price |
| ---- | ----: |
| One  | 5 |

![Six people](/pictures/team.jpg#small "Our crew")

Said.[^1] Again.[^1]

---

[^1]: By **us**.
`;
  const { parts, headings, faults, pictures } = parseLongText(text);
  expect(faults).toEqual([]);
  expect(headings).toEqual(['Prices & places']);
  expect(pictures).toMatchObject([{ src: '/pictures/team.jpg', alt: 'Six people' }]);
  expect(parts).toEqual([
    { paragraph: ['Intro:'] },
    {
      list: [
        [{ paragraph: ['One'] }],
        [{ paragraph: ['Two ', { emphasis: ['more'] }] }, { list: [[{ paragraph: ['deep'] }]], start: 1 }],
      ],
    },
    { subheading: ['Prices & ', { link: ['places'], to: '/a' }], depth: 2 },
    { quote: [{ paragraph: ['Quoted'] }] },
    {
      table: [
        [['Plan'], ['Price']],
        [['One'], ['5']],
      ],
      align: [null, 'right'],
      label: 'Plan, Price',
    },
    { picture: { src: '/pictures/team.jpg', alt: 'Six people' }, caption: 'Our crew', width: 'small' },
    { paragraph: ['Said.', { footnote: 1 }, ' Again.', { footnote: 1, again: true }] },
    { divider: true },
    { footnotes: [[{ paragraph: ['By ', { strong: ['us'] }, '.'] }]], from: 1 },
  ]);
});

test.each([
  ['A <b>word</b>', '<b>word</b>', 'raw-html'],
  ['Words\n\n<!-- later -->', '<!-- later -->', 'raw-html'],
  ['# Title', '#', 'text-heading'],
  ['# ask Ann', '# ask Ann', 'text-heading'],
  ['## One\n\n#### Three', '####', 'text-heading'],
  ['A line.\nAnother one.\n---\n\nWords', 'A line.', 'text-heading'],
  ['##Title', '##', 'text-marks'],
  ['A ** b** c', '**', 'text-marks'],
  ['It is ~~old~~ new', '~~old~~', 'text-marks'],
  ['See [us] (/a) or [a b](/a b)', ']', 'text-marks'],
  ['Said.[^2]', '[^2]', 'text-marks'],
  ['- [ ] to do', '[ ]', 'text-marks'],
  ['| a | b |\n| --- | --- | --- |\n| 1 | 2 |', '| --- | --- | --- |', 'text-marks'],
  ['| a |\n| --- |\n| 1 | 2 |', '| 2 |', 'text-marks'],
  ['Steps:\n2. one\n3. two', '2.', 'text-marks'],
  ['We have:\n• berths\n• water', '•', 'text-marks'],
  ['[](/a)', '[](/a)', 'text-marks'],
  ['Words ![Pier](/pictures/pier.jpg) words', '![Pier](/pictures/pier.jpg)', 'text-picture'],
  ['![](/pictures/pier.jpg)', '![](/pictures/pier.jpg)', 'text-picture'],
  ['![Pier](/pictures/pier.jpg#huge)', '#huge', 'text-picture'],
  ['```yamll\na: b\n```', 'yamll', 'code-language'],
])('of "%s" the checker marks "%s"', (text, marked, rule) => {
  const { faults } = parseLongText(text);
  expect(faults.map((one) => [one.rule, text.slice(one.start, one.start + one.length)])).toEqual([
    [rule, marked],
  ]);
});

test.each([
  ['One\n\nTwo', 'Two'],
  ['We have:\n- one\n- two', '- one'],
  ['> Said', '> Said'],
  ['# Title', '# Title'],
  ['---', '---'],
  ['| a |\n| - |', '| a |'],
])('a short text cannot hold "%s"', (text, marked) => {
  const { faults } = parseShortText(text);
  expect(faults.map((one) => [one.rule, text.slice(one.start, one.start + one.length)])).toEqual([
    ['short-text', marked],
  ]);
});

test('a text that skips the parser is plain', () => {
  const roll = dice(7);
  const pieces = ' | a|B.|1|2|\n|\n\n|-|*|_|`|#|>|+|=|~|!|[|]|(|)|<|:|é|"|\'|&|;|  |1.|- |\\|\t'.split('|');
  const texts = Array.from({ length: 8_000 }, () =>
    Array.from({ length: 1 + roll(9) }, () => pieces[roll(pieces.length)])
      .join('')
      .trim(),
  ).filter(Boolean);
  const short = texts.filter(isPlain);
  const asWords = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', value: text }] });
  for (const text of short) expect(shortMarkdown(text).children, text).toMatchObject([asWords(text)]);
  const long = texts.filter(isPlainLong);
  for (const text of long) {
    const paragraphs = longMarkdown(text).children.map((one) =>
      one.type === 'paragraph' && one.children[0]?.type === 'text'
        ? { paragraph: [one.children[0].value.replaceAll('\n', ' ')] }
        : one,
    );
    expect(parseLongText(text).parts, text).toEqual(paragraphs);
  }
  expect(Math.min(short.length, long.length)).toBeGreaterThan(250);
});

test.each(['`{{ name }}`', '```\n{{ name }}\n```', 'See `{{a}}` and {{company}}'])(
  'braces in code are no variables: %j',
  (text) => {
    const variables = new Map([['company', 'Harbour']]);
    const { data, diagnostics } = fillVariables(text, variables);
    expect([data, diagnostics]).toEqual([text.replace('{{company}}', 'Harbour'), []]);
    expect(fillVariables(`${text} {{ name }}`, variables).diagnostics).toHaveLength(1);
  },
);

test('the languages of code equal those of the highlighter', () => {
  expect([...codeLanguages].toSorted()).toEqual(Object.keys(bundledLanguages).toSorted());
});

test('a part of a text with variables has its position in the source', () => {
  const variables = new Map([
    ['email', 'post@example.org'],
    ['n', '5'],
  ]);
  const written = 'Write to {{email}} at {{ n }} **or';
  const text = String(fillVariables(written, variables).data);
  const start = text.indexOf('**');
  expect(spanBeforeVariables(written, variables, { start, length: 2 })).toEqual({
    start: written.indexOf('**'),
    length: 2,
  });
  expect(spanBeforeVariables(written, variables, { start: 10, length: 3 })).toBeUndefined();
});

test.each(['/a#b', '/#2026-über-alles-neu', '/a/b#č-ł', '/a#日本'])('a button can lead to %s', (address) => {
  expect(pageLink.safeParse(address).success).toBe(true);
});

test.each(['/a#"><b>', '/a#b;c', "/a#b'c", '/a#b{c', '/a#b\\c', '/a#b\u2028c', '/a#b%22'])(
  'nothing can lead to %j',
  (address) => {
    expect(pageLink.safeParse(address).success).toBe(false);
    // Another program may have such anchors.
    const link = internalLink.safeParse(address).data ?? '/a#';
    expect(addressOf(link).href).not.toMatch(/["<>\s\\{]/);
  },
);

test.each([
  ['/about#people', '/about#people'],
  ['/#2026-über-alles-neu', '/#2026-über-alles-neu'],
  ['/files/a b.pdf', '/files/a%20b.pdf'],
  ['https://example.org/a b#c', 'https://example.org/a%20b#c'],
])('a link to %s is written as %s', (to, href) => {
  expect(addressOf(to)).toMatchObject({ href });
});
