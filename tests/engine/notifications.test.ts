import { expect, test } from 'vitest';
import { notificationOf } from '../../supabase/functions/send-contact-email/notification.ts';

test('a field may have a name that every object knows', () => {
  const message = {
    id: 1,
    name: 'Ada',
    email: 'ada@example.org',
    company: null,
    message: 'Hello',
    other: { toString: 'with letters' },
    receivedAt: '2026-01-05T09:00:00.000Z',
    form: '/ask/us',
    language: 'en',
    mark: null,
    notification: null,
  };
  const labels = [
    ['constructor', 'Builder'],
    ['toString', 'Written'],
    ['message', 'Question'],
  ] as const;
  const { text } = notificationOf('key', message, { site: 'Harbour', labels });
  expect(text).toContain('Written: with letters\nQuestion: Hello\n');
  expect(text).not.toContain('Builder');
});
