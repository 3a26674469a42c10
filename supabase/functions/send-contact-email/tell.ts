import type { NoticeWords, StoredMessage } from './message.ts';
import { type Channel, noticeOf } from './notice.ts';

/** A message that somebody is still to be told of. */
export interface DueNotice {
  key: string;
  words: NoticeWords;
  message: StoredMessage;
}

/** Where it is kept what is still to be told. */
export interface Outbox {
  /** Takes out what is due now; nobody else gets it for two minutes. */
  claim(): Promise<readonly DueNotice[]>;
  /** Notes what came of it: nothing, or what went wrong. */
  settle(id: number, error?: string): Promise<void>;
}

/** Tells of all messages that are due, one after the other; returns how many could not be told. */
export async function tellDue(outbox: Outbox, channel: Channel, goesOn = () => true): Promise<number> {
  let failures = 0;
  while (goesOn()) {
    const due = await outbox.claim();
    if (due.length === 0) break;
    for (const { key, words, message } of due) {
      if (!goesOn()) break;
      const error = await channel(noticeOf(key, message, words)).then(
        () => undefined,
        (problem: unknown) => (problem instanceof Error ? problem.message : String(problem)),
      );
      await outbox.settle(message.id, error);
      if (error !== undefined) failures++;
    }
    // What goes wrong with one goes wrong with the next: it is tried again later.
    if (failures > 0) break;
  }
  return failures;
}
