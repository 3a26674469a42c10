import { hourSeconds } from './limits.ts';
import type { Budget, FileWithContent, NotificationWords, StoredMessage } from './message.ts';
import { hashParts } from './suspicion.ts';
import {
  type Channel,
  confirmationOf,
  type LimitWords,
  limitNotification,
  notificationOf,
} from './notification.ts';
import { isEmailAddress } from '../../../schema/fields/form-rules.ts';

/** A notification that is due: of a message, or that the daily limit is reached. */
export type DueNotification = { id: number; key: string } & (
  | { words: NotificationWords; message: StoredMessage }
  | { words: LimitWords; message: null }
);

/** Notifications that are due. */
export interface Outbox {
  /** Claims some of them. No other process gets them for two minutes. */
  claim(): Promise<readonly DueNotification[]>;
  /** Records that a notification was sent, or why it failed. */
  settle(id: number, error?: string): Promise<void>;
  /** The files of a message. */
  files(messageId: number): Promise<readonly FileWithContent[]>;
  /** Takes some of each of these budgets, if all have room. */
  take(budgets: readonly Budget[]): Promise<boolean>;
}

/** After so many failures in a row, the next notification would fail, too. */
const maxFailures = 10;

/** Pauses between attempts grow from ten seconds to six hours, for about four days. In milliseconds. */
const firstPause = 10_000;
const maxPause = 6 * 3_600_000;
const maxAttempts = 24;
const never = Date.UTC(9999, 0);

/** When a notification that failed so many times is sent again. */
export const nextAttempt = (attempts: number, now: number): number =>
  attempts < maxAttempts ? now + Math.min(maxPause, firstPause * 3 ** (attempts - 1)) : never;

/** Sends all notifications that are due, one after the other, and counts failures. */
export async function sendDueNotifications(
  outbox: Outbox,
  channel: Channel,
  shouldContinue = () => true,
): Promise<number> {
  let [failures, failuresInRow] = [0, 0];
  while (shouldContinue() && failuresInRow < maxFailures) {
    const due = await outbox.claim();
    if (due.length === 0) break;
    for (const notification of due) {
      if (!shouldContinue()) break;
      const error = await sendNotification(outbox, channel, notification).then(() => undefined, reasonOf);
      await settle(outbox, notification.id, error);
      failuresInRow = error === undefined ? 0 : failuresInRow + 1;
      if (error !== undefined) failures++;
    }
  }
  return failures;
}

async function sendNotification(
  outbox: Outbox,
  channel: Channel,
  { key, words, message }: DueNotification,
): Promise<void> {
  if (!message) return channel(limitNotification(key, words));
  const files = message.files ? await outbox.files(message.id) : [];
  await channel({ ...notificationOf(key, message, words), files });
  if (!words.confirmation) return;
  try {
    // A mistyped address must not delay what the operator reads, so this is tried once.
    if (isEmailAddress(message.email) && (await outbox.take([confirmationsTo(message.email)])))
      await channel(confirmationOf(key, message, words.confirmation));
  } catch (problem) {
    console.error(`A confirmation could not be sent: ${reasonOf(problem)}`);
  }
}

/** An address gets at most one confirmation in an hour, whoever types it in. */
const confirmationsTo = (email: string): Budget => ({
  name: `confirmation ${hashParts([email.toLowerCase()])}`,
  most: 1,
  seconds: hourSeconds,
  otherwise: 'too-many',
});

/** The reason of `fetch failed` is in its cause, or in the code of its cause. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const { cause } = problem;
  if (!(cause instanceof Error)) return problem.message;
  const reason = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return `${problem.message} (${reason})`;
}

/** Pauses between attempts, in milliseconds. */
const pauses = [100, 400, 1500, 4000];

/** Waits for a database that restarts: a sent notification that is not recorded is sent again. */
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
