import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  type MessageDatabase,
  createDatabaseQueries,
} from '../../supabase/functions/send-contact-email/message-database.ts';
import type { FileWithContent, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { openPostgres } from '../../supabase/functions/send-contact-email/postgres.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { formatDatabaseName, readDatabaseUrl } from './postgres-store.ts';
import { databaseFiles, isReadOnly, writeErrorMessage } from './sqlite-files.ts';
import { openEmptyStore, openMessageFile, openReadOnly } from './sqlite-store.ts';

/** Messages, read page by page, because all messages together may not fit into memory. */
export type MessagePages = AsyncIterable<readonly StoredMessage[]>;

/** Access to stored messages for the operator. */
export interface Inbox {
  /** Returns all messages, or those from an email address. The newest message is last. */
  pages(email?: string): MessagePages;
  /** Returns the messages with these ids, in the order of the ids. */
  find(ids: readonly number[]): MessagePages;
  /** Sets the mark of a message, or removes it if `mark` is null. */
  mark(id: number, mark: string | null): Promise<void>;
  /** Deletes messages and returns how many were deleted. */
  remove(ids: readonly number[]): Promise<number>;
  /** Returns the files that were sent with a message. */
  files(id: number): Promise<readonly FileWithContent[]>;
  /** Makes failed notifications due again and returns how many there were. */
  retry(): Promise<number>;
  close(): Promise<void>;
}

/** How long the operator waits for a response from the database, in milliseconds. */
const databaseTimeoutMs = 60_000;
/** How long to wait for a message file that another program has locked, in milliseconds. */
const lockTimeoutMs = 5000;
/** The number of messages that one query reads by id. */
const chunkSize = 50;

/**
 * Opens the messages in the PostgreSQL database that the environment names. Without one, opens the messages in a
 * folder.
 */
export function openInbox(folder: string, env: NodeJS.ProcessEnv): Inbox {
  const url = readDatabaseUrl(env);
  const { read, write, close } = url ? openDatabaseAccess(url) : openFileInbox(folder);
  return {
    async *pages(email) {
      for (let lastId: number | undefined = 0; lastId !== undefined;) {
        const page: readonly StoredMessage[] = await read(({ after }) => after(lastId ?? 0, email));
        if (page.length > 0) yield page;
        lastId = page.at(-1)?.id;
      }
    },
    async *find(ids) {
      for (let start = 0; start < ids.length; start += chunkSize)
        yield await read(({ withIds }) => withIds(ids.slice(start, start + chunkSize)));
    },
    mark: (id, mark) => write((database) => database.mark(id, mark)),
    remove: (ids) => write((database) => database.remove(ids)),
    files: (id) => read((database) => database.files(id)),
    retry: () => write((database) => database.retry()),
    close,
  };
}

/** Returns the ids of the messages that the command arguments select, by id or by the sender's email address. */
export async function selectIds(
  { find, pages }: Pick<Inbox, 'find' | 'pages'>,
  args: readonly string[],
): Promise<number[]> {
  if (args.length === 0)
    throw new UsageError(
      'No messages are selected. Enter their numbers, or the email address of the sender.',
    );
  const numbers = args.filter((arg) => /^[1-9]\d{0,14}$/.test(arg)).map(Number);
  const existingIds = new Set((await collectIds(find(numbers))).map(String));
  const ids: number[] = [];
  for (const arg of args) {
    const matchingIds = arg.includes('@')
      ? await collectIds(pages(arg))
      : existingIds.has(arg)
        ? [Number(arg)]
        : [];
    if (matchingIds.length === 0) throw new UsageError(`There is no message \`${arg}\`.`);
    ids.push(...matchingIds);
  }
  return ids;
}

async function collectIds(pages: MessagePages): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of pages) for (const { id } of page) ids.push(id);
  return ids;
}

type DatabaseTask<Result> = (database: MessageDatabase) => Promise<Result>;

/** Read and write access to stored messages. Error messages are written for the operator. */
interface Access {
  read<Result>(work: DatabaseTask<Result>): Promise<Result>;
  write<Result>(work: DatabaseTask<Result>): Promise<Result>;
  close(): Promise<void>;
}

function openDatabaseAccess(url: string): Access {
  const connection = openPostgres(url, databaseTimeoutMs);
  const database = createDatabaseQueries(connection);
  const runTask = <Result>(task: DatabaseTask<Result>) =>
    task(database).catch((error: unknown) => {
      throw new CommandError(
        `The messages in the database ${formatDatabaseName(url)} cannot be reached: ${formatDatabaseError(error)}`,
      );
    });
  return { read: runTask, write: runTask, close: connection.close };
}

function formatDatabaseError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const advice = /relation .* does not exist/.test(error.message)
    ? ' Apply all files of supabase/migrations.'
    : '';
  return `${error.message}${cause}.${advice}`;
}

function openFileInbox(folder: string): Access {
  let openedMessages: (MessageDatabase & { close(): void }) | undefined;
  /** The reason why the messages are read-only, or `undefined` if they can be changed. */
  let readOnlyReason: unknown;

  function openMessages() {
    // Open an empty store, because listing messages must not create a file.
    if (!lstatSync(join(folder, databaseFiles[0]), { throwIfNoEntry: false })) return openEmptyStore();
    try {
      return openMessageFile(folder, lockTimeoutMs);
    } catch (error) {
      if (!isReadOnly(error)) throw error;
      // Open the messages read-only, because messages on a full disk can still be read.
      readOnlyReason = error;
      try {
        return openReadOnly(folder);
      } catch {
        throw error;
      }
    }
  }

  async function readMessages<Result>(task: DatabaseTask<Result>): Promise<Result> {
    try {
      return await task((openedMessages ??= openMessages()));
    } catch (error) {
      const reason = writeErrorMessage(error);
      throw new CommandError(
        reason
          ? `The messages in ${folder} cannot be changed: ${reason}.`
          : `The messages in ${folder} cannot be read: ${String(error)}`,
      );
    }
  }

  return {
    read: readMessages,
    write: (task) =>
      readMessages((database) => {
        if (readOnlyReason) throw readOnlyReason;
        return task(database);
      }),
    close: async () => openedMessages?.close(),
  };
}
