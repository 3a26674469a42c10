import { messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import { tellDue } from '../../supabase/functions/send-contact-email/tell.ts';
import type { ContactStore } from './contact-store.ts';
import { deliveryChannel } from './delivery-channel.ts';
import { keptMonths } from './kept-months.ts';
import { callsBySql } from './sql-call.ts';

/** How often what could not be told, and what has become too old, is looked for, in milliseconds. */
const betweenLooks = 5000;
const sixHours = 6 * 3_600_000;

/** The messages kept in a PostgreSQL database that has the migrations in `supabase/`. */
export function openDatabaseStore(url: string, env: NodeJS.ProcessEnv = process.env): ContactStore {
  const { call, close } = callsBySql(url);
  const database = messageDatabase(call);
  const delivery = deliveryChannel(env);
  const months = keptMonths(env);
  let isClosed = false;
  let delivering: Promise<void> | undefined;

  function deliver(): void {
    if (!delivery || isClosed) return;
    delivering ??= tellDue(database, delivery.channel, () => !isClosed)
      .then(() => {}, report)
      .finally(() => (delivering = undefined));
  }
  function removeOld(): void {
    if (months > 0) call('delete_old_contact_messages', { months }).catch(report);
  }
  const report = (problem: unknown) => console.error(problem);
  const timers = [setInterval(deliver, betweenLooks), setInterval(removeOld, sixHours)];
  for (const timer of timers) timer.unref();

  return {
    async open() {
      await database.isLate();
      removeOld();
      deliver();
    },
    async store(arrival) {
      const receipt = await database.store(arrival);
      deliver();
      return receipt;
    },
    isLate: () => database.isLate(),
    list: () => database.list(),
    async close() {
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      // What is being told now is noted, so that it is not told twice.
      await delivering;
      await close();
    },
  };
}
