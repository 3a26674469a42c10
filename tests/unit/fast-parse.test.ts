import { expect, test } from 'vitest';
import { fastParseLong, fastParseShort } from '../../schema/markdown/fast-parse.ts';
import { parseLong, parseShort } from '../../schema/markdown/parse.ts';
import { unsampled } from '../support/sampled.ts';
import { dice } from '../support/mutants.ts';

const nothing = { faults: [], pictures: [], headings: [] };
// `commonPieces` are Markdown that the fast parser accepts. `specialPieces` can change its meaning.
const common = [
  'word¦The¦5 %¦2026¦ä¦😀¦–¦ ¦ ¦.¦,¦!¦?¦:¦(¦)¦“¦”¦#¦*some words*¦**strong**¦`code x`¦[words here](/x#y)',
  '](https://a.b/c.d)¦\n¦\n\n¦\n\n## ¦\n\n- ¦\n- ',
].flatMap((pieces) => pieces.split('¦'));
const others = [
  '*¦**¦`¦[¦]¦](/a/b)¦- ¦1. ¦#¦_¦&¦\\¦~¦<¦|¦+¦=¦>¦\u00A0¦\u2003¦\u200B¦\u0301¦"¦\'¦/¦^¦$¦\t¦\r\n',
  'https://a.b/c¦![a](/b)',
].flatMap((pieces) => pieces.split('¦'));

test('the fast parser gives the same result as CommonMark, or none', () => {
  const roll = dice(3);
  let accepted = 0;
  for (let round = 0; round < (unsampled ? 100_000 : 200); round++) {
    const from = roll(3) === 0 ? [...common, ...others] : common;
    const text = Array.from({ length: 1 + roll(9) }, () => from[roll(from.length)]).join('');
    const [short, long] = [fastParseShort(text), fastParseLong(text)];
    const [fullShort, fullLong] = [parseShort(text), parseLong(text)];
    const results = [short ? { ...nothing, ...short } : fullShort, long ? { ...nothing, ...long } : fullLong];
    expect(results, JSON.stringify(text)).toEqual([fullShort, fullLong]);
    if (long) accepted++;
  }
  expect(accepted).toBeGreaterThan(unsampled ? 20_000 : 40);
});

test.each([
  'The **quay** is *new*, see [the pilots](/about/us) and `make all`.',
  'Ask (*before* you go)!\nThe [harbour office](https://www.example.org/a-b/#c) knows.\n\nNobody else does.\n',
  'Before.\n\n## What is new\n\n- The **quay**\n- Pier # 3\n\nBehind the list.',
])('accepts “%s”', (text) => {
  expect(fastParseLong(text)).toBeDefined();
});
