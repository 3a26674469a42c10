import { expect, test } from 'vitest';
import { blockText } from '../../schema/fields/block-text.ts';
import { inlineOf, inlineText, linksIn, parseInline } from '../../schema/fields/inline-text.ts';
import { linksOf } from '../../schema/validate/collect-fields.ts';

test.each([
  ['plain text', ['plain text']],
  ['a **strong** word', ['a ', { strong: ['strong'] }, ' word']],
  ['an *emphasised* one', ['an ', { emphasis: ['emphasised'] }, ' one']],
  ['`code` wins: `**x**`', [{ code: 'code' }, ' wins: ', { code: '**x**' }]],
  ['[**strong** link](/contact)', [{ link: [{ strong: ['strong'] }, ' link'], to: '/contact' }]],
  ['2 * 3 * 4 and a*b', ['2 * 3 * 4 and a*b']],
  ['<b>no HTML</b>', ['<b>no HTML</b>']],
])('%s', (text, parts) => {
  expect(inlineOf(parseInline(text))).toEqual(parts);
});

test('links are found inside other marks', () => {
  expect(linksIn(parseInline('**see [a](/a)** and [b](/b#c)')).map(({ to }) => to)).toEqual(['/a', '/b#c']);
});

test.each([
  'Read [`our work](javascript:alert) and` more',
  '[`see](/nowhere) more`',
  '`[not a link](/nowhere)` but [one](/here)',
  '*a [b](/b)* and **[c](/c) `[d](/d)`**',
  '**strong over\ntwo lines with [a link](/a)**',
])('the checker finds the links of "%s" that are rendered, each at its place', (text) => {
  const meta = { refersTo: 'inline-text' } as const;
  const found = linksOf({ meta, text });
  expect(found.map(({ to }) => to)).toEqual(
    [...JSON.stringify(inlineText.parse(text)).matchAll(/"to":"([^"]+)"/g)].map(([, to]) => to),
  );
  for (const { words, wordsStart, to, toStart } of found)
    expect([text.startsWith(words, wordsStart), text.startsWith(to, toStart)]).toEqual([true, true]);
});

test('block text is read in parts, and its links have their place in the whole', () => {
  const text = '\n## [Not](/a) a link\n\nOne\n  [two](/b)\n\n- three\n- **[four](/c)**\n  and more\n';
  expect(blockText.parse(text)).toEqual([
    { subheading: '[Not](/a) a link' },
    { paragraph: ['One ', { link: ['two'], to: '/b' }] },
    { list: [['three'], [{ strong: [{ link: ['four'], to: '/c' }] }, ' and more']] },
  ]);
  const links = linksOf({ meta: { refersTo: 'block-text' }, text });
  expect(links.map(({ to, toStart }) => [to, text.indexOf(to) === toStart])).toEqual([
    ['/b', true],
    ['/c', true],
  ]);
});
