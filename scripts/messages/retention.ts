import { setTimeout as pause } from 'node:timers/promises';
import type { MessageDatabase } from '../../supabase/functions/send-contact-email/message-database.ts';
import { UsageError } from '../system/command.ts';

/** Returns the number of months after which messages are deleted (`MESSAGES_KEPT_MONTHS`). 0 means never. */
export function readRetentionMonths(env: NodeJS.ProcessEnv): number {
  const value = env['MESSAGES_KEPT_MONTHS'] ?? '12';
  if (!/^\d{1,4}$/.test(value))
    throw new UsageError(`MESSAGES_KEPT_MONTHS must be a number of months, not \`${value}\`.`);
  return Number(value);
}

/** Returns the time before which received messages are deleted, in milliseconds since 1970. */
export function computeCutoff(months: number, now: Date): number {
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  return cutoff.getTime();
}

/** How often old messages are deleted, in milliseconds. */
const runIntervalMs = 6 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** The pause between two batches of deletions, in milliseconds. New messages are stored in these pauses. */
const batchDelayMs = 500;

/**
 * Starts deleting old messages every six hours. `removeBefore` deletes a batch and returns whether there are more old
 * messages.
 */
export function startRetention(
  env: NodeJS.ProcessEnv,
  { checkClock, removeBefore }: Pick<MessageDatabase, 'checkClock' | 'removeBefore'>,
  log: (text: string) => void = (text) => console.error(text),
): { run(): void; stop(): void } {
  const months = readRetentionMonths(env);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const isRunning = () => !isStopped;

  async function readTrustedTime(): Promise<Date> {
    const { trusted, now } = await checkClock();
    const [day, today] = [trusted, now].map((time) => new Date(time).toISOString().slice(0, 10));
    if (now - trusted > dayMs)
      log(
        `The clock has jumped to ${today}, or the server was off. Old messages are deleted as if today were ${day}. This date advances ` +
          'by a day every six hours. If the clock is wrong, correct it soon.',
      );
    return new Date(trusted);
  }

  async function removeAll(): Promise<void> {
    clearTimeout(timer);
    try {
      const cutoff = computeCutoff(months, await readTrustedTime());
      while (isRunning() && (await removeBefore(cutoff)))
        await pause(batchDelayMs, undefined, { ref: false });
    } catch (error) {
      console.error(error);
    }
    if (!isStopped) timer = setTimeout(runRemoval, runIntervalMs).unref();
  }
  const runRemoval = () => void removeAll();

  return {
    run: () => void (months > 0 && runRemoval()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
