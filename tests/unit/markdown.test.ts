import { bundledLanguages } from 'shiki';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blockText } from '../../schema/fields/fields.ts';
import { codeLanguages } from '../../schema/markdown/parse-blocks.ts';
import { parseLongText, parseShortText } from '../../schema/markdown/parse.ts';
import { typesetBlocks, typesetInline } from '../../schema/markdown/typography.ts';
import { fieldsIn } from '../../schema/check/collect-fields.ts';
import { fillVariables, spanBeforeVariables } from '../../schema/check/variables.ts';

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

test.each(['`{{ name }}`', '```\n{{ name }}\n```', 'See `{{a}}` and {{company}}'])(
  'braces in code are no variables: %j',
  (text) => {
    const variables = new Map([['company', 'Harbour']]);
    const { data, diagnostics } = fillVariables(text, variables);
    expect([data, diagnostics]).toEqual([text.replace('{{company}}', 'Harbour'), []]);
    expect(fillVariables(`${text}\n\n{{ name }}`, variables).diagnostics).toHaveLength(1);
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

test('quotation marks span strong text, and code is unchanged', () => {
  expect(typesetInline(parseShortText('"**Now**", he said, is `"5" - 3`"').inline, 'en')).toEqual([
    '“',
    { strong: ['Now'] },
    '”, he said, is ',
    { code: '"5" - 3' },
    '"',
  ]);
});

test('a quotation gets the marks of the language, and inner ones inside', () => {
  expect(typesetInline(parseShortText('The "wind" turned.').inline, 'de', true)).toEqual([
    '„The ‚wind‘ turned.“',
  ]);
});

test('all blocks of a long text are typeset, except code', () => {
  const text =
    '## "A"\n\n- "B"\n\n> "C"\n\n| "D" |\n| --- |\n| "E" |\n\n```\n"F"\n```\n\n![G](/g.jpg \'"H"\')\n\nI[^1]\n\n[^1]: "J"\n';
  expect(typesetBlocks(parseLongText(text).parts, 'fr')).toMatchObject([
    { subheading: ['«\u00A0A\u00A0»'] },
    { list: [[{ paragraph: ['«\u00A0B\u00A0»'] }]] },
    { quote: [{ paragraph: ['«\u00A0C\u00A0»'] }] },
    { table: [[['«\u00A0D\u00A0»']], [['«\u00A0E\u00A0»']]] },
    { codeBlock: '"F"' },
    { caption: '«\u00A0H\u00A0»' },
    { paragraph: ['I', { footnote: 1 }] },
    { footnotes: [[{ paragraph: ['«\u00A0J\u00A0»'] }]] },
  ]);
});

test('a text of many apostrophes that end no quotation is set before the deadline', () => {
  const count = 30_000;
  expect(typesetInline([" 'a".repeat(count)], 'en')).toEqual([' ’a'.repeat(count)]);
});
