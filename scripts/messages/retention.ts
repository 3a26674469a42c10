import { UsageError } from '../system/command.ts';

/** After how many months messages are deleted (`MESSAGES_KEPT_MONTHS`). 0 means never. */
export function retentionMonths(env: NodeJS.ProcessEnv): number {
  const value = env['MESSAGES_KEPT_MONTHS'] ?? '12';
  if (!/^\d{1,4}$/.test(value))
    throw new UsageError(`MESSAGES_KEPT_MONTHS must be a number of months, not \`${value}\`.`);
  return Number(value);
}

/** The moment before which messages are deleted. */
export function retentionCutoff(months: number, now: Date): number {
  const cutoff = new Date(now);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  return cutoff.getTime();
}

/** How often messages are deleted, in milliseconds. */
const interval = 6 * 3_600_000;
/** Pause between two steps: messages are stored meanwhile, in milliseconds. */
const batchDelay = 500;

/** Deletes old messages now and every six hours. `removeBefore` returns whether there are more. */
export function startRetention(
  env: NodeJS.ProcessEnv,
  removeBefore: (moment: number) => Promise<boolean>,
): { run(): void; stop(): void } {
  const months = retentionMonths(env);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function removeAll(): Promise<void> {
    clearTimeout(timer);
    let hasMore = false;
    try {
      hasMore = await removeBefore(retentionCutoff(months, new Date()));
    } catch (problem) {
      console.error(problem);
    }
    if (!isStopped) timer = setTimeout(run, hasMore ? batchDelay : interval).unref();
  }
  const run = () => void removeAll();

  return {
    run: () => void (months > 0 && run()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
