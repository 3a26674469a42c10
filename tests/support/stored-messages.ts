import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { getContactFolder } from '../../scripts/messages/store.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import type { MessageDatabase } from '../../supabase/functions/send-contact-email/message-database.ts';
import { createBudgets, type Limits } from '../../supabase/functions/send-contact-email/limits.ts';
import type { ReceivedMessage, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';

/** Creates a folder that is removed after the test. If possible, the folder is in memory, because disks may be slow. */
export function createMemoryFolder(): string {
  const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = realpathSync(mkdtempSync(join(disk, 'pagewright-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads all batches of messages from a reader and returns the messages. */
export async function readAllMessages(reader: Pick<MessageDatabase, 'after'>): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for (let page = await reader.after(0); page.length > 0; page = await reader.after(messages.at(-1)?.id ?? 0))
    messages.push(...page);
  return messages;
}

/** Returns the messages stored in a folder. */
export async function readMessages(folder: string): Promise<StoredMessage[]> {
  const file = openMessageFile(folder, 5000);
  try {
    return await readAllMessages(file);
  } finally {
    file.close();
  }
}

export const readNames = async (folder: string): Promise<string[]> =>
  (await readMessages(folder)).map(({ name }) => name);

/** Returns the sender names of the messages in a data directory. */
export const readStoredNames = (directory: string): Promise<string[]> =>
  readNames(getContactFolder(directory));

/** Runs SQL on the message file in a folder and returns the result. */
export function runInDatabase<Result>(folder: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'messages.db'), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Returns the budgets for a message that a client sends to a form with these limits. */
export const createTestBudgets = (
  limits: Limits,
  source: string | null = null,
  form = '/contact/message',
): Pick<ReceivedMessage, 'budgets'> => ({
  budgets: createBudgets('proved', limits, { form, source, network: null, own: limits.perAddress }),
});

/** Returns a message as a store receives it, without limits. Its key is the sender's name. */
export function createArrival(name: string, overrides: Partial<ReceivedMessage> = {}): ReceivedMessage {
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
    ...overrides,
  };
}
