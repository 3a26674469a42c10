import { type Channel, noticeOf } from '../../supabase/functions/send-contact-email/notice.ts';
import type { MessageKeeper } from './message-keeper.ts';

/** Tells of all messages that are due, one after the other; returns how many could not be told. */
export async function deliverDue(
  keeper: MessageKeeper,
  channel: Channel,
  goesOn = () => true,
): Promise<number> {
  let failures = 0;
  while (goesOn()) {
    const due = keeper.outbox((outbox) => outbox.claim(Date.now()));
    if (due.length === 0) break;
    const messages = new Map(keeper.find(due.map(({ id }) => id)).map((message) => [message.id, message]));
    for (const { id, key, words } of due) {
      const message = messages.get(id);
      if (!message || !goesOn()) continue;
      const error = await channel(noticeOf(key, message, words)).then(
        () => undefined,
        (problem: unknown) => (problem instanceof Error ? problem.message : String(problem)),
      );
      keeper.outbox((outbox) => outbox.settle(id, Date.now(), error));
      if (error !== undefined) failures++;
    }
    // What goes wrong with one goes wrong with the next: it is tried again later.
    if (failures > 0) break;
  }
  return failures;
}
