import { expect, test } from 'vitest';
import { linksIn, parseInline } from '../../schema/fields/inline-markdown.ts';

test.each([
  ['plain text', ['plain text']],
  ['a **strong** word', ['a ', { strong: ['strong'] }, ' word']],
  ['an *emphasised* one', ['an ', { emphasis: ['emphasised'] }, ' one']],
  ['`code` wins: `**x**`', [{ code: 'code' }, ' wins: ', { code: '**x**' }]],
  ['[**strong** link](/contact)', [{ link: [{ strong: ['strong'] }, ' link'], to: '/contact' }]],
  ['2 * 3 * 4 and a*b', ['2 * 3 * 4 and a*b']],
  ['<b>no HTML</b>', ['<b>no HTML</b>']],
])('%s', (text, parts) => {
  expect(parseInline(text)).toEqual(parts);
});

test('links are found inside other marks', () => {
  expect(linksIn(parseInline('**see [a](/a)** and [b](/b#c)'))).toEqual(['/a', '/b#c']);
});
