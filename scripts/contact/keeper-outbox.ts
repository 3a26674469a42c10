import type { DueNotice, Outbox } from '../../supabase/functions/send-contact-email/tell.ts';
import type { MessageKeeper } from './message-keeper.ts';

/** What the messages of a keeper are still to be told of. */
export function outboxOf(keeper: MessageKeeper): Outbox {
  return {
    async claim() {
      const due = keeper.outbox((outbox) => outbox.claim(Date.now()));
      const ids = due.flatMap(({ messageId }) => messageId ?? []);
      const messages = new Map(keeper.find(ids).map((message) => [message.id, message]));
      return due.flatMap((one): DueNotice[] => {
        if (one.messageId === null) return [{ ...one, message: null }];
        const message = messages.get(one.messageId);
        return message ? [{ ...one, message }] : [];
      });
    },
    files: async (messageId) => keeper.files(messageId),
    settle: async (id, error) => keeper.outbox((outbox) => outbox.settle(id, Date.now(), error)),
  };
}
