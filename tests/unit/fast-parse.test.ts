import { expect, test } from 'vitest';
import { tryFastParseLong, tryFastParseShort } from '../../schema/markdown/fast-parse.ts';
import { parseLong, parseShort } from '../../schema/markdown/parse.ts';
import { isFullRun } from '../support/sample.ts';
import { createDice } from '../support/mutants.ts';

const emptyDetails = { problems: [], pictures: [], headings: [] };
// `commonPieces` contains Markdown that the fast parser accepts.
// `specialPieces` contains text that can change its meaning.
const commonPieces = [
  'word¦The¦5 %¦2026¦ä¦😀¦–¦ ¦ ¦.¦,¦!¦?¦:¦(¦)¦“¦”¦#¦*some words*¦**strong**¦`code x`¦[words here](/x#y)',
  '](https://a.b/c.d)¦\n¦\n\n¦\n\n## ¦\n\n- ¦\n- ',
].flatMap((pieces) => pieces.split('¦'));
const specialPieces = [
  '*¦**¦`¦[¦]¦](/a/b)¦- ¦1. ¦#¦_¦&¦\\¦~¦<¦|¦+¦=¦>¦\u00A0¦\u2003¦\u200B¦\u0301¦"¦\'¦/¦^¦$¦\t¦\r\n',
  'https://a.b/c¦![a](/b)',
].flatMap((pieces) => pieces.split('¦'));

test('the fast parser returns the same result as the CommonMark parser, or no result', () => {
  const roll = createDice(3);
  let acceptedCount = 0;
  for (let round = 0; round < (isFullRun ? 100_000 : 200); round++) {
    const pool = roll(3) === 0 ? [...commonPieces, ...specialPieces] : commonPieces;
    const text = Array.from({ length: 1 + roll(9) }, () => pool[roll(pool.length)]).join('');
    const [fastShort, fastLong] = [tryFastParseShort(text), tryFastParseLong(text)];
    const [fullShort, fullLong] = [parseShort(text), parseLong(text)];
    const results = [
      fastShort ? { ...emptyDetails, ...fastShort } : fullShort,
      fastLong ? { ...emptyDetails, ...fastLong } : fullLong,
    ];
    expect(results, JSON.stringify(text)).toEqual([fullShort, fullLong]);
    if (fastLong) acceptedCount++;
  }
  expect(acceptedCount).toBeGreaterThan(isFullRun ? 20_000 : 40);
});

test.each([
  'The **quay** is *new*, see [the pilots](/about/us) and `make all`.',
  'Ask (*before* you go)!\nThe [harbour office](https://www.example.org/a-b/#c) knows.\n\nNobody else does.\n',
  'Before.\n\n## What is new\n\n- The **quay**\n- Pier # 3\n\nBehind the list.',
])('the fast parser accepts “%s”', (text) => {
  expect(tryFastParseLong(text)).toBeDefined();
});
