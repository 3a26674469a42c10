import type { FileWithContent, NoticeWords, StoredMessage } from './message.ts';
import { type Channel, type LimitWords, limitNotice, noticeOf } from './notice.ts';

/** What somebody is still to be told of: a message, or that no more are taken today. */
export type DueNotice = { id: number; key: string } & (
  | { words: NoticeWords; message: StoredMessage }
  | { words: LimitWords; message: null }
);

/** Where it is kept what is still to be told. */
export interface Outbox {
  /** Takes out what is due now; nobody else gets it for two minutes. */
  claim(): Promise<readonly DueNotice[]>;
  /** Notes what came of it: nothing, or what went wrong. */
  settle(id: number, error?: string): Promise<void>;
  /** What came with a message. */
  files(messageId: number): Promise<readonly FileWithContent[]>;
}

/** What goes wrong so often, one time after the other, goes wrong with the next: it is tried again later. */
const maxFailures = 10;

/** Tells of all that is due, one after the other; returns how many could not be told. */
export async function sendDueNotices(
  outbox: Outbox,
  channel: Channel,
  shouldContinue = () => true,
): Promise<number> {
  let [failures, inTurn] = [0, 0];
  while (shouldContinue() && inTurn < maxFailures) {
    const due = await outbox.claim();
    if (due.length === 0) break;
    for (const { id, key, words, message } of due) {
      if (!shouldContinue()) break;
      const error = await tell(outbox, channel, { id, key, words, message } as DueNotice).then(
        () => undefined,
        reasonOf,
      );
      await settle(outbox, id, error);
      inTurn = error === undefined ? 0 : inTurn + 1;
      if (error !== undefined) failures++;
    }
  }
  return failures;
}

/** `fetch failed` says nothing: why stands in its cause, and of several attempts in their code. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const { cause } = problem;
  if (!(cause instanceof Error)) return problem.message;
  const why = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return `${problem.message} (${why})`;
}

async function tell(outbox: Outbox, channel: Channel, { key, words, message }: DueNotice): Promise<void> {
  if (!message) return channel(limitNotice(key, words));
  const files = message.files ? await outbox.files(message.id) : [];
  await channel({ ...noticeOf(key, message, words), files });
}

/** Between attempts, in milliseconds. */
const pauses = [100, 400, 1500, 4000];

/** What is told and not noted is told again: a database that is just starting again is worth waiting for. */
async function settle(outbox: Outbox, id: number, error: string | undefined): Promise<void> {
  for (const pause of pauses) {
    try {
      return await outbox.settle(id, error);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await outbox.settle(id, error);
}
