import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { blocks, blockTypes } from '../../../schema/content/blocks/index.ts';
import { fieldsIn as allFieldsIn } from '../../../schema/checker/collect-fields.ts';
import { plainFieldsIn } from '../../support/plain-fields.ts';
import { changedCases, writtenCases } from './data-cases.ts';

/** Without what is found in a text, which is no business of the plan. */
const fieldsIn = (...asked: Parameters<typeof allFieldsIn>) =>
  allFieldsIn(...asked).map(({ ...field }) => {
    delete field.markdown;
    return field;
  });

const all = [...writtenCases, ...changedCases];

test('there are data of every block, and most that are changed are not valid any more', () => {
  expect(blockTypes.filter((type) => !writtenCases.some(({ schema }) => schema === blocks[type]))).toEqual(
    [],
  );
  const valid = changedCases.filter(({ data, schema }) => schema.safeParse(data).success).length;
  expect(valid / changedCases.length).toBeGreaterThan(0.05);
  expect(valid / changedCases.length).toBeLessThan(0.5);
});

test('the plan of a schema finds the fields that asking the schema anew at every value finds', () => {
  const wrong = all.filter(
    ({ data, schema }) => !isDeepStrictEqual(fieldsIn(data, schema), plainFieldsIn(data, schema)),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('so does the plan of all blocks together', () => {
  const every = Object.values(blocks);
  const wrong = all
    .filter((_, at) => at % 10 === 0)
    .filter(({ data }) => !isDeepStrictEqual(fieldsIn(data, ...every), plainFieldsIn(data, ...every)));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
