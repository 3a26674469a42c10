import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { safeParse } from '../../../schema/checker/validate.ts';
import { changedCases, writtenCases } from './data-cases.ts';

test('a schema that has been compiled says what it says uncompiled, in the same order', () => {
  for (const schema of new Set(writtenCases.map((one) => one.schema)))
    for (let count = 0; count < 100; count++) safeParse(schema, {});
  const answer = ({ data, error }: z.ZodSafeParseResult<unknown>) => ({ data, issues: error?.issues });
  const wrong = [...writtenCases, ...changedCases].filter(({ data, schema }) => {
    const [fast, plain] = [safeParse(schema, data), schema.safeParse(data)].map(answer);
    return !isDeepStrictEqual(fast, plain) || JSON.stringify(fast) !== JSON.stringify(plain);
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('a schema is compiled when it has been asked a hundred times', () => {
  let asked = 0;
  const schema = z.strictObject({ one: z.string() }).refine(() => ++asked < 0);
  const askedBy = () => {
    const before = asked;
    safeParse(schema, { one: '' });
    return asked - before;
  };
  // Compiled code only knows that something is wrong; then the schema itself is asked for the words.
  expect(Array.from({ length: 200 }, askedBy)).toEqual([...Array(99).fill(1), ...Array(101).fill(2)]);
});
