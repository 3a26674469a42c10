import { expect, test } from 'vitest';
import { admit, budgetKey } from '../../supabase/functions/send-contact-email/admission.ts';
import type { Budget, ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';

const perClient: Budget = { name: 'client', most: 3, seconds: 3600, otherwise: 'too-many-from-address' };
const perDay: Budget = { name: 'day', most: 5, seconds: 86_400, otherwise: 'too-many-today' };
const message = { name: 'Ada', email: 'ada@example.org', company: null, message: 'Hello', other: {} };
const received = (key: string, budgets: Budget[]): ReceivedMessage => ({
  keys: [key],
  form: null,
  language: null,
  budgets,
  message,
  words: null,
});
const results = (...args: Parameters<typeof admit>) => admit(...args).map(({ result }) => result);

test('messages that arrive together use up their budgets one by one', () => {
  const arrivals = ['a', 'b', 'c', 'd'].map((key) => received(key, [perClient, perDay]));
  expect(results(arrivals, [], new Map())).toEqual(['stored', 'stored', 'stored', 'too-many-from-address']);
  const counts = new Map([[budgetKey(perDay), 3]]);
  expect(results(arrivals, [], counts)).toEqual(['stored', 'stored', 'too-many-today', 'too-many-today']);
});

test('a repeated message uses no budget', () => {
  const arrivals = ['a', 'a', 'known', 'b', 'c'].map((key) => received(key, [perClient]));
  expect(results(arrivals, ['known'], new Map())).toEqual(['stored', 'known', 'known', 'stored', 'stored']);
});
