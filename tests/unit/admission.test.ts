import { expect, test } from 'vitest';
import { decideAdmissions, toBudgetKey } from '../../supabase/functions/send-contact-email/admission.ts';
import type { Budget, ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';

const clientBudget: Budget = { name: 'client', most: 3, seconds: 3600, otherwise: 'too-many-from-address' };
const dayBudget: Budget = { name: 'day', most: 5, seconds: 86_400, otherwise: 'too-many-today' };
const message = { name: 'Ada', email: 'ada@example.org', company: null, message: 'Hello', other: {} };
const createReceivedMessage = (key: string, budgets: Budget[]): ReceivedMessage => ({
  keys: [key],
  form: null,
  language: null,
  budgets,
  message,
  words: null,
});
const listResults = (...args: Parameters<typeof decideAdmissions>) =>
  decideAdmissions(...args).map(({ result }) => result);

test('messages that arrive together are counted one by one against their budgets', () => {
  const arrivals = ['a', 'b', 'c', 'd'].map((key) => createReceivedMessage(key, [clientBudget, dayBudget]));
  expect(listResults(arrivals, [], new Map())).toEqual([
    'stored',
    'stored',
    'stored',
    'too-many-from-address',
  ]);
  const counts = new Map([[toBudgetKey(dayBudget), 3]]);
  expect(listResults(arrivals, [], counts)).toEqual(['stored', 'stored', 'too-many-today', 'too-many-today']);
});

test('a repeated message uses no budget', () => {
  const arrivals = ['a', 'a', 'known', 'b', 'c'].map((key) => createReceivedMessage(key, [clientBudget]));
  expect(listResults(arrivals, ['known'], new Map())).toEqual([
    'stored',
    'known',
    'known',
    'stored',
    'stored',
  ]);
});
