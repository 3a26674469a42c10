import { onTestFinished } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { testMessageStore, type TestStore } from '../support/message-store.ts';
import { createMemoryFolder, runInDatabase } from '../support/stored-messages.ts';

// The same tests run with PostgreSQL in tests/system/message-postgres.test.ts.

function openSqlite(): TestStore {
  const folder = createMemoryFolder();
  const file = openMessageFile(folder);
  onTestFinished(() => file.close());
  return {
    ...file,
    store: (...arrivals) => file.storeAll(arrivals),
    advanceTime: (minutes) =>
      runInDatabase(folder, (database) => {
        const change = (column: string) =>
          `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '${-minutes} minutes')`;
        database.exec(`
          update contact_arrivals set ${change('at')};
          update contact_outbox set ${change('next_at')} where next_at < '9999';
          update contact_messages set ${change('received_at')}`);
      }),
  };
}

testMessageStore(openSqlite);
