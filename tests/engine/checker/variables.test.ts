import { expect, test } from 'vitest';
import { fillVariables } from '../../../schema/checker/variables.ts';
import { changedCases, writtenCases } from './data-cases.ts';

const variables = new Map([['company', 'Harbour Office']]);

test('data without a variable are left as they are, and are not copied', () => {
  const all = [...writtenCases, ...changedCases];
  const isWritten = (data: unknown) => JSON.stringify([data]).includes('{{');
  expect(all.filter(({ data }) => isWritten(data)).length).toBeGreaterThan(20);
  const wrong = all.filter(({ data }) => (fillVariables(data, variables).data === data) === isWritten(data));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('variables are filled in wherever they stand, and nothing else is changed', () => {
  const data = { a: ['{{company}}', { b: 'at {{ company }}', c: null }], d: '{company}' };
  expect(fillVariables(data, variables)).toEqual({
    data: { a: ['Harbour Office', { b: 'at Harbour Office', c: null }], d: '{company}' },
    diagnostics: [],
  });
});
