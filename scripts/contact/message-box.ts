import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { NotDone } from '../base/command.ts';
import { messageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import type {
  Arrival,
  FileWithContent,
  Receipt,
} from '../../supabase/functions/send-contact-email/message.ts';
import { type Call, callByRest } from '../../supabase/functions/send-contact-email/rest.ts';
import { databaseName, databaseUrl } from './database-url.ts';
import { databaseFiles, type MessageFile, openMessageFile } from './message-file.ts';
import { isMissing, type MessagePages, pagesInDatabase, pagesOf } from './messages-in-pages.ts';
import { type MessagesToRead, openToRead } from './messages-to-read.ts';
import { isUnwritable, whyNotWritten } from './sqlite-problem.ts';
import { callsBySql } from './sql-call.ts';

/** The messages that somebody looks after, wherever they are. */
export interface MessageBox extends MessagePages {
  store(arrival: Arrival): Promise<Receipt>;
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
const mostAtOnce = 100;

/** Where messages are, as the surroundings say: in a database, or in a file of this folder. */
export function messageBoxIn(folder: string, env: NodeJS.ProcessEnv): MessageBox {
  const { SUPABASE_URL: project, SUPABASE_SERVICE_ROLE_KEY: key } = env;
  const url = databaseUrl(env);
  if (url) {
    const { call, close } = callsBySql(url, patience);
    return boxInDatabase(`the database ${databaseName(url)}`, call, close);
  }
  if (project && key) return boxInDatabase(project, callByRest(project, key), async () => {});
  return boxInFile(folder);
}

function boxInDatabase(place: string, call: Call, close: () => Promise<void>): MessageBox {
  const said: Call = (name, given) =>
    call(name, given).catch((problem: unknown) => {
      throw new NotDone(`The messages in ${place} cannot be reached: ${reasonOf(problem)}`);
    });
  const database = messageDatabase(said);
  return {
    ...database,
    ...pagesInDatabase(database),
    async remove(ids) {
      let count = 0;
      for (let from = 0; from < ids.length; from += mostAtOnce)
        count += await database.remove(ids.slice(from, from + mostAtOnce));
      return count;
    },
    areGone: async () => true,
    close,
  };
}

function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  const cause = problem.cause instanceof Error ? ` (${problem.cause.message})` : '';
  const advice = isMissing(problem) ? ' It needs all files of supabase/migrations.' : '';
  return `${problem.message}${cause}.${advice}`;
}

function boxInFile(folder: string): MessageBox {
  // Nothing is made where nothing is; a folder that may not be looked into is another matter.
  const isThere = () => {
    try {
      return lstatSync(join(folder, databaseFiles[0]), { throwIfNoEntry: false }) !== undefined;
    } catch (problem) {
      throw new NotDone(`The messages in ${folder} cannot be read: ${String(problem)}`);
    }
  };
  let opened: MessageFile | undefined;
  let toRead: MessagesToRead | undefined;
  const inWords = (problem: unknown): never => {
    const reason = whyNotWritten(problem);
    throw new NotDone(
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
  function read<Result>(work: (file: MessagesToRead) => Result): Result {
    try {
      return work(opened ?? toRead ?? (opened = openMessageFile(folder, longestUse)));
    } catch (problem) {
      if (opened || toRead || !isUnwritable(problem)) return inWords(problem);
      return readOnly(work, problem);
    }
  }
  /** Where nothing can be written, as on a full disk, at least what is there is given. */
  function readOnly<Result>(work: (file: MessagesToRead) => Result, reason: unknown): Result {
    try {
      return work((toRead = openToRead(folder)));
    } catch {
      return inWords(reason);
    }
  }
  return {
    ...pagesOf(
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
