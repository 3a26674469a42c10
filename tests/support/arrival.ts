import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';

/** A message for a store, without limits. Its key is its name. */
export function arrival(name: string, more: Partial<ReceivedMessage> = {}): ReceivedMessage {
  return {
    keys: [name],
    form: '/contact/message',
    language: 'en',
    source: null,
    limits: { perAddress: 0, perHour: 0, perDay: 0 },
    message: {
      name,
      email: 'ada@example.org',
      company: null,
      message: `Hello from ${name}`,
      other: {},
    },
    words: null,
    ...more,
  };
}
