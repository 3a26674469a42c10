import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CallFunction,
  messageDatabase,
  restClient,
} from '../../supabase/functions/send-contact-email/database.ts';
import type { FileWithContent, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { databaseName, databaseUrlFromEnv, sqlClient } from './postgres-store.ts';
import { databaseFiles, isReadOnly, writeErrorMessage } from './sqlite-files.ts';
import { type MessageFile, type MessageReader, openMessageFile, openReadOnly } from './sqlite-store.ts';

/** Messages, page by page: all of them may be larger than memory. */
export type Pages = AsyncIterable<readonly StoredMessage[]>;

/** The messages of a store, for the operator. */
export interface Inbox {
  /** All messages, or those from an email address. Newest last. */
  pages(address?: string): Pages;
  /** The messages with these ids, in this order. */
  find(ids: readonly number[]): Pages;
  /** Sets or removes the mark of a message. */
  mark(id: number, mark: string | null): Promise<void>;
  /** Deletes messages and counts them. */
  remove(ids: readonly number[]): Promise<number>;
  /** The files of a message. */
  files(id: number): Promise<readonly FileWithContent[]>;
  /** Sends failed notifications again, and counts them. */
  retry(): Promise<number>;
  close(): Promise<void>;
}

/** How long a database may take to respond to the operator, in milliseconds. */
const databaseTimeout = 60_000;
/** How long another program may lock a message file, in milliseconds. */
const lockTimeout = 5000;
/** Messages that a database finds or deletes in one call: each may have many files. */
const chunkSize = 50;

/** Opens the messages in a database if the environment names one, or else in a folder. */
export function openInbox(folder: string, env: NodeJS.ProcessEnv): Inbox {
  const { SUPABASE_URL: project, SUPABASE_SERVICE_ROLE_KEY: key } = env;
  const url = databaseUrlFromEnv(env);
  if (url) {
    const { call, close } = sqlClient(url, databaseTimeout);
    return databaseInbox(`the database ${databaseName(url)}`, call, close);
  }
  if (project && key)
    return databaseInbox(project, restClient(project, key, databaseTimeout), async () => {});
  return fileInbox(folder);
}

/** The ids of messages that arguments name: by id, or by the email address they came from. */
export async function selectIds(
  { find, pages }: Pick<Inbox, 'find' | 'pages'>,
  args: readonly string[],
): Promise<number[]> {
  if (args.length === 0)
    throw new UsageError(
      'Which messages? Name them by their numbers, or by the email address they came from.',
    );
  const numbers = args.filter((arg) => /^[1-9]\d{0,14}$/.test(arg)).map(Number);
  const known = new Set((await idsIn(find(numbers))).map(String));
  const ids: number[] = [];
  for (const arg of args) {
    const found = arg.includes('@') ? await idsIn(pages(arg)) : known.has(arg) ? [Number(arg)] : [];
    if (found.length === 0) throw new UsageError(`There is no message \`${arg}\`.`);
    ids.push(...found);
  }
  return ids;
}

async function idsIn(pages: Pages): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of pages) for (const { id } of page) ids.push(id);
  return ids;
}

/** What a store offers to read messages. */
interface PageReader {
  after(id: number, address?: string): Promise<readonly StoredMessage[]>;
  withIds(ids: readonly number[]): Promise<readonly StoredMessage[]>;
}

const paginate = ({ after, withIds }: PageReader): Pick<Inbox, 'pages' | 'find'> => ({
  async *pages(address) {
    for (let last: number | undefined = 0; last !== undefined;) {
      const page = await after(last, address);
      if (page.length > 0) yield page;
      last = page.at(-1)?.id;
    }
  },
  async *find(ids) {
    for (const chunk of chunksOf(ids)) {
      const byId = new Map((await withIds(chunk)).map((message) => [message.id, message]));
      yield chunk.flatMap((id) => byId.get(id) ?? []);
    }
  },
});

function* chunksOf(ids: readonly number[]): Iterable<readonly number[]> {
  for (let from = 0; from < ids.length; from += chunkSize) yield ids.slice(from, from + chunkSize);
}

function databaseInbox(place: string, call: CallFunction, close: () => Promise<void>): Inbox {
  const database = messageDatabase((name, args) =>
    call(name, args).catch((problem: unknown) => {
      throw new CommandError(`The messages in ${place} cannot be reached: ${reasonOf(problem)}`);
    }),
  );
  return {
    ...database,
    ...paginate(database),
    async remove(ids) {
      let count = 0;
      for (const chunk of chunksOf(ids)) count += await database.remove(chunk);
      return count;
    },
    close,
  };
}

function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const cause = problem.cause instanceof Error ? ` (${problem.cause.message})` : '';
  const isFunctionMissing = /function .* does not exist|Could not find the function/.test(problem.message);
  const advice = isFunctionMissing ? ' Apply all files of supabase/migrations.' : '';
  return `${problem.message}${cause}.${advice}`;
}

function fileInbox(folder: string): Inbox {
  let file: MessageFile | undefined;
  let readOnlyFile: MessageReader | undefined;

  /** Listing messages creates no file. */
  function exists(): boolean {
    if (file || readOnlyFile) return true;
    try {
      return lstatSync(join(folder, databaseFiles[0]), { throwIfNoEntry: false }) !== undefined;
    } catch (problem) {
      throw commandError(problem);
    }
  }

  function commandError(problem: unknown): CommandError {
    const reason = writeErrorMessage(problem);
    return new CommandError(
      reason
        ? `The messages in ${folder} cannot be changed: ${reason}.`
        : `The messages in ${folder} cannot be read: ${String(problem)}`,
    );
  }

  function write<Result>(work: (file: MessageFile) => Result): Result {
    try {
      return work((file ??= openMessageFile(folder, lockTimeout)));
    } catch (problem) {
      throw commandError(problem);
    }
  }

  function read<Result>(work: (file: MessageReader) => Result): Result {
    try {
      return work(file ?? readOnlyFile ?? (file = openMessageFile(folder, lockTimeout)));
    } catch (problem) {
      if (file || readOnlyFile || !isReadOnly(problem)) throw commandError(problem);
      // Messages on a full disk can at least be read.
      try {
        return work((readOnlyFile = openReadOnly(folder)));
      } catch {
        throw commandError(problem);
      }
    }
  }

  return {
    ...paginate({
      after: async (id, address) => (exists() ? read((opened) => opened.after(id, address)) : []),
      withIds: async (ids) => (exists() ? read((opened) => opened.find(ids)) : []),
    }),
    mark: async (id, mark) => write((opened) => opened.mark(id, mark)),
    remove: async (ids) => write((opened) => opened.remove(ids)),
    files: async (id) => read((opened) => opened.files(id)),
    retry: async () => (exists() ? write(({ outbox }) => outbox.retry()) : 0),
    async close() {
      file?.close();
      readOnlyFile?.close();
    },
  };
}
