import { UsageError } from '../system/command.ts';

/** For how many months messages are kept, as the surroundings say; 0 for ever. */
export function retentionMonths(env: NodeJS.ProcessEnv): number {
  const written = env['MESSAGES_KEPT_MONTHS'] ?? '12';
  if (!/^\d{1,4}$/.test(written))
    throw new UsageError(`MESSAGES_KEPT_MONTHS must be a number of months, not \`${written}\`.`);
  return Number(written);
}

/** The moment before which messages are deleted; nothing if they are kept for ever. */
export function retentionCutoff(months: number, now: Date): number | undefined {
  if (months === 0) return undefined;
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - months);
  return oldest.getTime();
}
