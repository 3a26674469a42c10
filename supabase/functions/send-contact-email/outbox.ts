import { hourSeconds } from './limits.ts';
import type { Budget, FileWithContent, NotificationWords, StoredMessage } from './message.ts';
import { hashParts } from './suspicion.ts';
import {
  type Channel,
  createConfirmation,
  type LimitWords,
  createLimitNotification,
  createNotification,
} from './notification.ts';
import { isEmailAddress } from '../../../schema/fields/form-rules.ts';

/** A due notification: about a message, or about the daily limit. */
export type DueNotification = { id: number; key: string } & (
  | { words: NotificationWords; message: StoredMessage }
  | { words: LimitWords; message: null }
);

/** The queue of due notifications. */
export interface Outbox {
  /** Claims due notifications. Other processes cannot claim these notifications for two minutes. */
  claim(): Promise<readonly DueNotification[]>;
  /** Records that a notification was sent, or why it could not be sent. */
  settle(id: number, error?: string): Promise<void>;
  /** Returns the files of a message. */
  files(messageId: number): Promise<readonly FileWithContent[]>;
  /** Takes one unit from each budget if none is exhausted. Returns whether it took them. */
  take(budgets: readonly Budget[]): Promise<boolean>;
}

/** The number of consecutive failures after which sending stops, because the next notification would also fail. */
const maxFailures = 10;

/**
 * The first pause between attempts, in milliseconds. Pauses grow from 10 seconds to 6 hours. Attempts end after about
 * four days.
 */
const firstPauseMs = 10_000;
const maxPauseMs = 6 * 3_600_000;
const maxAttempts = 24;
const never = Date.UTC(9999, 0);

/** Returns the time of the next attempt after a number of failed attempts. */
export const computeNextAttempt = (attempts: number, now: number): number =>
  attempts < maxAttempts ? now + Math.min(maxPauseMs, firstPauseMs * 3 ** (attempts - 1)) : never;

/** Sends all due notifications one after another, and returns the number of failures. */
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
      const error = await sendNotification(outbox, channel, notification).then(() => undefined, toErrorText);
      await recordResult(outbox, notification.id, error);
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
  if (!message) return channel(createLimitNotification(key, words));
  const files = message.files ? await outbox.files(message.id) : [];
  await channel({ ...createNotification(key, message, words), files });
  if (!words.confirmation) return;
  try {
    // The confirmation is tried only once, so that a mistyped address does not delay other notifications.
    if (isEmailAddress(message.email) && (await outbox.take([createConfirmationBudget(message.email)])))
      await channel(createConfirmation(key, message, words.confirmation));
  } catch (error) {
    console.error(`A confirmation could not be sent: ${toErrorText(error)}`);
  }
}

/** Limits confirmations to one per hour and email address, regardless of the sender. */
const createConfirmationBudget = (email: string): Budget => ({
  name: `confirmation ${hashParts([email.toLowerCase()])}`,
  most: 1,
  seconds: hourSeconds,
  otherwise: 'too-many',
});

/**
 * Returns the messages of an error and its cause, because the reason for the error `fetch failed` is only in its cause.
 */
function toErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const reason = cause.message || ('code' in cause ? String(cause.code) : cause.name);
  return `${error.message} (${reason})`;
}

/** The pauses between attempts to record a result, in milliseconds. */
const retryPausesMs = [100, 400, 1500, 4000];

/**
 * Records whether a notification was sent. Retries while the database restarts, because an unrecorded notification
 * would be sent again.
 */
async function recordResult(outbox: Outbox, id: number, error: string | undefined): Promise<void> {
  for (const pause of retryPausesMs) {
    try {
      return await outbox.settle(id, error);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await outbox.settle(id, error);
}
