import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  type MessageDatabase,
  messageDatabase,
  type CommandContext,
  restClient,
} from '../../supabase/functions/send-contact-email/database.ts';
import type {
  StoredMessage,
  ReceivedMessage,
  FileWithContent,
  StoreResult,
} from '../../supabase/functions/send-contact-email/message.ts';
import { UsageError, CommandError } from '../system/command.ts';
import { databaseName, databaseUrlFromEnv, sqlClient } from './postgres-store.ts';
import { databaseFiles, isReadOnly, writeErrorMessage } from './sqlite-files.ts';
import { type MessageFile, openMessageFile, type ReadOnlyMessages, openReadOnly } from './sqlite-store.ts';

/** Some messages after the other: memory need not hold all of them. */
export type Pages = AsyncIterable<readonly StoredMessage[]>;

/** Which messages: those behind a number, or those from a mail address. */
export interface MessageFilter {
  after?: number;
  address?: string;
}

export interface MessagePages {
  /** Newest last. */
  pages(wanted?: MessageFilter): Pages;
  /** Those with these ids, in their order. */
  find(ids: readonly number[]): Pages;
}

/** How many are asked for by their numbers at once. */
const batchSize = 50;

/** Pages of whatever has the next ones behind a number, and those with a few numbers. */
export function paginate(after: MessageDatabase['after'], withIds: MessageDatabase['withIds']): MessagePages {
  return {
    async *pages({ after: first = 0, address } = {}) {
      for (let last: number | undefined = first; last !== undefined;) {
        const page = await after(last, address);
        if (page.length > 0) yield page;
        last = page.at(-1)?.id;
      }
    },
    async *find(ids) {
      for (let from = 0; from < ids.length; from += batchSize) {
        const some = ids.slice(from, from + batchSize);
        yield inOrder(some, await withIds(some));
      }
    },
  };
}

function inOrder(ids: readonly number[], found: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map(found.map((message) => [message.id, message]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whether a database has none of the functions of a newer migration. */
export const isFunctionMissing = (problem: unknown): boolean =>
  problem instanceof Error && /function .* does not exist|Could not find the function/.test(problem.message);

/** The same of a database, also of one whose migrations are older: that lists all at once, while it can. */
export function paginateDatabase({ after, withIds, list }: MessageDatabase): MessagePages {
  const listed = async () => {
    try {
      return await list();
    } catch (problem) {
      if (problem instanceof Error && !isFunctionMissing(problem))
        problem.message +=
          ' With supabase/migrations/20260208000000_give_messages_in_pages.sql it gives them in pages.';
      throw problem;
    }
  };
  const { pages, find } = paginate(after, withIds);
  return {
    pages: (wanted = {}) =>
      orElse(pages(wanted), async () =>
        (await listed()).filter(
          ({ id, email }) =>
            id > (wanted.after ?? 0) &&
            (wanted.address === undefined || email.toLowerCase() === wanted.address.toLowerCase()),
        ),
      ),
    find: (ids) => orElse(find(ids), async () => inOrder(ids, await listed())),
  };
}

async function* orElse(pages: Pages, otherwise: () => Promise<StoredMessage[]>): Pages {
  try {
    yield* pages;
  } catch (problem) {
    if (!isFunctionMissing(problem)) throw problem;
    yield await otherwise();
  }
}

/** The numbers of the messages that words name: by these numbers, or all that came from a mail address. */
export async function selectIds(box: MessagePages, words: readonly string[]): Promise<number[]> {
  if (words.length === 0)
    throw new UsageError(
      'Which messages? Name them by their numbers, or by the mail address they came from.',
    );
  const numbers = words.filter((word) => /^[1-9]\d{0,14}$/.test(word)).map(Number);
  const known = new Set((await idsIn(box.find(numbers))).map(String));
  const ids: number[] = [];
  for (const word of words) {
    const found = word.includes('@')
      ? await idsIn(box.pages({ address: word }))
      : [word].filter((one) => known.has(one)).map(Number);
    if (found.length === 0) throw new UsageError(`There is no message \`${word}\`.`);
    ids.push(...found);
  }
  return ids;
}

async function idsIn(pages: Pages): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of pages) for (const { id } of page) ids.push(id);
  return ids;
}

/** The messages that somebody looks after, wherever they are. */
export interface Inbox extends MessagePages {
  store(arrival: ReceivedMessage): Promise<StoreResult>;
  mark(id: number, word: string | null): Promise<void>;
  /** How many of them there were. */
  remove(ids: readonly number[]): Promise<number>;
  /** Whether nothing of what was deleted is left: it is needed as long as somebody reads who began before. */
  areGone(): Promise<boolean>;
  /** What came with a message. */
  files(id: number): Promise<readonly FileWithContent[]>;
  /** How many notices begin anew. */
  retry(): Promise<number>;
  close(): Promise<void>;
}

/** How long a database may be silent to somebody who looks after messages, in milliseconds. */
const patience = 60_000;

/** How long another program may have a file of messages for itself, in milliseconds. */
const longestUse = 5000;

/** How many messages a database deletes in one step: each may have many files. */
const concurrency = 100;

/** Where messages are, as the surroundings say: in a database, or in a file of this folder. */
export function openInbox(folder: string, env: NodeJS.ProcessEnv): Inbox {
  const { SUPABASE_URL: project, SUPABASE_SERVICE_ROLE_KEY: key } = env;
  const url = databaseUrlFromEnv(env);
  if (url) {
    const { call, close } = sqlClient(url, patience);
    return boxInDatabase(`the database ${databaseName(url)}`, call, close);
  }
  if (project && key) return boxInDatabase(project, restClient(project, key), async () => {});
  return boxInFile(folder);
}

function boxInDatabase(place: string, call: CommandContext, close: () => Promise<void>): Inbox {
  const said: CommandContext = (name, given) =>
    call(name, given).catch((problem: unknown) => {
      throw new CommandError(`The messages in ${place} cannot be reached: ${reasonOf(problem)}`);
    });
  const database = messageDatabase(said);
  return {
    ...database,
    ...paginateDatabase(database),
    async remove(ids) {
      let count = 0;
      for (let from = 0; from < ids.length; from += concurrency)
        count += await database.remove(ids.slice(from, from + concurrency));
      return count;
    },
    areGone: async () => true,
    close,
  };
}

function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const cause = problem.cause instanceof Error ? ` (${problem.cause.message})` : '';
  const advice = isFunctionMissing(problem) ? ' It needs all files of supabase/migrations.' : '';
  return `${problem.message}${cause}.${advice}`;
}

function boxInFile(folder: string): Inbox {
  // Nothing is made where nothing is; a folder that may not be looked into is another matter.
  const isThere = () => {
    try {
      return lstatSync(join(folder, databaseFiles[0]), { throwIfNoEntry: false }) !== undefined;
    } catch (problem) {
      throw new CommandError(`The messages in ${folder} cannot be read: ${String(problem)}`);
    }
  };
  let opened: MessageFile | undefined;
  let toRead: ReadOnlyMessages | undefined;
  const inWords = (problem: unknown): never => {
    const reason = writeErrorMessage(problem);
    throw new CommandError(
      reason
        ? `The messages in ${folder} cannot be changed: ${reason}.`
        : `The messages in ${folder} cannot be read: ${String(problem)}`,
    );
  };
  function write<Result>(work: (file: MessageFile) => Result): Result {
    try {
      return work((opened ??= openMessageFile(folder, longestUse)));
    } catch (problem) {
      return inWords(problem);
    }
  }
  function read<Result>(work: (file: ReadOnlyMessages) => Result): Result {
    try {
      return work(opened ?? toRead ?? (opened = openMessageFile(folder, longestUse)));
    } catch (problem) {
      if (opened || toRead || !isReadOnly(problem)) return inWords(problem);
      return readOnly(work, problem);
    }
  }
  /** Where nothing can be written, as on a full disk, at least what is there is given. */
  function readOnly<Result>(work: (file: ReadOnlyMessages) => Result, reason: unknown): Result {
    try {
      return work((toRead = openReadOnly(folder)));
    } catch {
      return inWords(reason);
    }
  }
  return {
    ...paginate(
      async (last, address) => (opened || isThere() ? read((file) => file.after(last, address)) : []),
      async (ids) => (opened || isThere() ? read((file) => file.find(ids)) : []),
    ),
    store: async (arrival) => write((file) => file.store([arrival])[0] ?? 'known'),
    mark: async (id, word) => void write((file) => file.mark(id, word)),
    remove: async (ids) => write((file) => file.remove(ids)),
    areGone: async () => write((file) => file.areGone()),
    files: async (id) => read((file) => file.files(id)),
    retry: async () => (isThere() ? write(({ outbox }) => outbox.retry()) : 0),
    async close() {
      opened?.close();
      toRead?.close();
    },
  };
}
