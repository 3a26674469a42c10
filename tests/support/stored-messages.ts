import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { contactFolder } from '../../scripts/messages/store.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import type { MessageDatabase } from '../../supabase/functions/send-contact-email/message-database.ts';
import { budgetsOf, type Limits } from '../../supabase/functions/send-contact-email/limits.ts';
import type { ReceivedMessage, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';

/** Creates a folder that is removed after the test, in memory if possible, because disks may be slow. */
export function folderInMemory(): string {
  const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = realpathSync(mkdtempSync(join(disk, 'pagewright-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns all messages of a reader that returns them in batches. */
export async function allMessages(reader: Pick<MessageDatabase, 'after'>): Promise<StoredMessage[]> {
  const all: StoredMessage[] = [];
  for (let page = await reader.after(0); page.length > 0; page = await reader.after(all.at(-1)?.id ?? 0))
    all.push(...page);
  return all;
}

/** Reads the messages in a folder. */
export async function messagesIn(folder: string): Promise<StoredMessage[]> {
  const file = openMessageFile(folder, 5000);
  try {
    return await allMessages(file);
  } finally {
    file.close();
  }
}

export const namesIn = async (folder: string): Promise<string[]> =>
  (await messagesIn(folder)).map(({ name }) => name);

/** Returns the names of senders of the messages in a data directory. */
export const storedNames = (directory: string): Promise<string[]> => namesIn(contactFolder(directory));

/** Runs SQL on the message file of a folder. */
export function inDatabase<Result>(folder: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'messages.db'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Returns the budgets of a message from a client to a form with these limits. */
export const limited = (
  limits: Limits,
  source: string | null = null,
  form = '/contact/message',
): Pick<ReceivedMessage, 'budgets'> => ({
  budgets: budgetsOf('proved', limits, { form, source, network: null, own: limits.perAddress }),
});

/** Returns a message as a store receives it, without limits. The name of the sender is also its key. */
export function arrival(name: string, more: Partial<ReceivedMessage> = {}): ReceivedMessage {
  return {
    keys: [name],
    form: '/contact/message',
    language: 'en',
    budgets: [],
    message: {
      name,
      email: 'ada@example.org',
      company: null,
      message: `Hello from ${name}`,
      other: {},
    },
    words: null,
    ...more,
  };
}
