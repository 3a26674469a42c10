import { onTestFinished } from 'vitest';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { testMessageStore, type TestStore } from '../support/message-store.ts';
import { folderInMemory, inDatabase } from '../support/stored-messages.ts';

// The same tests run with PostgreSQL in tests/system/message-postgres.test.ts.

function openSqlite(): TestStore {
  const folder = folderInMemory();
  const { store, outbox, isLate, ...file } = openMessageFile(folder);
  onTestFinished(() => file.close());
  return {
    ...file,
    store: (...arrivals) => store(arrivals),
    claim: () => outbox.claim(Date.now()),
    settle: (id, error) => outbox.settle(id, Date.now(), error),
    isLate: () => isLate(Date.now() - 3_600_000),
    retry: () => outbox.retry(),
    pass: (minutes) =>
      inDatabase(folder, (database) =>
        database.exec(`
          update contact_arrivals set at = at - ${minutes * 60_000};
          update contact_outbox set next_at = next_at - ${minutes * 60_000};
          update contact_messages
          set received_at = strftime('%Y-%m-%dT%H:%M:%fZ', received_at, '${-minutes} minutes')`),
      ),
  };
}

testMessageStore(openSqlite);
