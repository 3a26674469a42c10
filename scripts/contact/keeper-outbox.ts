import type { DueNotice, Outbox } from '../../supabase/functions/send-contact-email/tell.ts';
import type { MessageKeeper } from './message-keeper.ts';

/** What the messages of a keeper are still to be told of. */
export function outboxOf(keeper: MessageKeeper): Outbox {
  return {
    async claim() {
      const due = keeper.outbox((outbox) => outbox.claim(Date.now()));
      const messages = new Map(keeper.find(due.map(({ id }) => id)).map((message) => [message.id, message]));
      return due.flatMap(({ id, key, words }): DueNotice[] => {
        const message = messages.get(id);
        return message ? [{ key, words, message }] : [];
      });
    },
    settle: async (id, error) => keeper.outbox((outbox) => outbox.settle(id, Date.now(), error)),
  };
}
