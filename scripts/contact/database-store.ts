import { setTimeout as pause } from 'node:timers/promises';
import { messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import type { Arrival } from '../../supabase/functions/send-contact-email/message.ts';
import type { ContactStore } from './contact-store.ts';
import { deliveryChannel } from './delivery-channel.ts';
import { keptMonths } from './kept-months.ts';
import { inGroups } from './in-groups.ts';
import { callsBySql, isRefusal } from './sql-call.ts';
import { storeTogether } from './store-together.ts';
import { openTeller } from './teller.ts';

/** How often what has become too old is looked for, in milliseconds. */
const sixHours = 6 * 3_600_000;

/** How long storing may take, in milliseconds. */
const patience = 5000;

/** How long ending may take, in milliseconds. */
const longestEnd = 2000;

/** The messages kept in a PostgreSQL database that has the migrations in `supabase/`. */
export function openDatabaseStore(url: string, env: NodeJS.ProcessEnv = process.env): ContactStore {
  const { call, close } = callsBySql(url);
  const database = messageDatabase(call);
  const teller = openTeller(database, deliveryChannel(env)?.channel);
  const months = keptMonths(env);

  /** A database without the newest migration takes them one by one. */
  const storeAll = (arrivals: readonly Arrival[]) =>
    arrivals.length > 1 ? database.storeAll(arrivals) : Promise.all(arrivals.map(database.store));
  const storeInGroup = inGroups(
    (arrivals: readonly Arrival[]) => storeTogether(arrivals, storeAll, (problem) => !isRefusal(problem)),
    patience,
  );

  function removeOld(): void {
    if (months > 0) call('delete_old_contact_messages', { months }).catch(report);
  }
  const report = (problem: unknown) => console.error(problem);
  const timer = setInterval(removeOld, sixHours).unref();

  return {
    async open() {
      await database.isLate();
      removeOld();
      teller.look();
    },
    async store(arrival) {
      const receipt = await storeInGroup(arrival);
      teller.look();
      return receipt;
    },
    isLate: () => database.isLate(),
    list: () => database.list(),
    async close() {
      clearInterval(timer);
      // A mail server may think for longer than anybody waits.
      await Promise.race([teller.close(), pause(longestEnd, undefined, { ref: false })]);
      await close();
    },
  };
}
