import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ReceivedMessage,
  FileWithContent,
  StoreResult,
  StoredMessage,
} from '../../supabase/functions/send-contact-email/message.ts';
import {
  DamagedFileError,
  isCorruptionError,
  databaseFiles,
  fileIdentity,
  quarantine,
} from './sqlite-files.ts';
import { retentionCutoff } from './retention.ts';
import { type MessageFile, openMessageFile } from './sqlite-store.ts';
import type { OutboxFile } from './outbox-table.ts';
import { bringReadableRows, restMark } from '../../legacy/scripts/contact/readable-rows.ts';
import type { DueNotice, Outbox } from '../../supabase/functions/send-contact-email/outbox.ts';

/** A message and the log of the file need some room, in bytes. */
const minRoom = 1_000_000;

/** How long the first of what can be read is brought from a damaged file, in milliseconds. */
const longestBringing = 1500;

/** Messages in a folder to which anything may happen while they are kept there. */
export interface MessageFileStore {
  open(): void;
  store(arrivals: readonly ReceivedMessage[]): StoreResult[];
  list(): StoredMessage[];
  find(ids: readonly number[]): StoredMessage[];
  files(messageId: number): FileWithContent[];
  outbox<Result>(work: (outbox: OutboxFile) => Result): Result;
  /** Whether somebody is still to be told of what came before a moment; throws if messages cannot be kept. */
  isLate(before: number): boolean;
  /** Deletes some of what is older than so many months, 0 for nothing; says whether to go on with it soon. */
  removeOld(months: number): boolean;
  /** Writes the last changes into the database itself. */
  bringHome(): void;
  /** Goes on with what is brought from a file that was set aside. */
  bringMore(): void;
  close(): void;
}

const reasonOf = (problem: unknown): string =>
  (problem instanceof Error ? problem.message : String(problem)).replaceAll(/\s+/g, ' ');

/** `say` is told what somebody has to look after. */
export function openMessageFileStore(folder: string, say: (text: string) => void): MessageFileStore {
  const database = join(folder, databaseFiles[0]);
  let file: MessageFile | undefined;
  /** Which one was there when it was opened. */
  let found: string | undefined;
  /** Brings what is left to bring of one that was set aside. */
  let rest: ReturnType<typeof bringReadableRows> | undefined;
  let hasLooked = false;
  /** Before when messages are being deleted. */
  let tooOld: number | undefined;

  function close(): void {
    const closing = file;
    file = undefined;
    closing?.close();
  }

  /** Leaves a file that somebody else has moved, deleted or written into. */
  function isAsWritten(opened: MessageFile): boolean {
    if (!opened.isInPlace()) {
      say(`The messages in ${folder} were moved or deleted while they were in use; a new file is begun.`);
      close();
      return false;
    }
    if (opened.lastChanges.areWhole()) return true;
    file = undefined;
    opened.lastChanges.leave();
    say(
      `Something else than this server wrote into ${databaseFiles[1]} in ${folder} while it was in use: ` +
        'the last messages may be lost, those that come now are kept.',
    );
    return false;
  }

  function opened(): MessageFile {
    if (file && isAsWritten(file)) return file;
    found = fileIdentity(database);
    try {
      if (found === undefined && databaseFiles.some((name) => existsSync(join(folder, name))))
        throw new DamagedFileError('the file that they belong to is missing');
      file = openMessageFile(folder);
      goOn();
      return file;
    } catch (problem) {
      if (!isCorruptionError(problem)) throw problem;
      return restart(problem);
    }
  }

  /** A process before this one may have ended while it brought something. */
  function goOn(): void {
    const left = hasLooked ? undefined : readdirSync(folder).find((name) => name.endsWith(restMark));
    hasLooked = true;
    if (left) rest ??= bringReadableRows(join(folder, left.slice(0, -restMark.length)), database);
  }

  /** Another server of the same folder may have done so since. */
  function restart(problem: unknown): MessageFile {
    const aside = quarantine(folder, found);
    let told = 'none of them could be brought there';
    try {
      found = fileIdentity(database);
      file = openMessageFile(folder);
      if (aside !== undefined) told = bringFrom(aside);
      return file;
    } finally {
      if (aside !== undefined)
        say(
          `The messages in ${folder} cannot be read (${reasonOf(problem)}). They lie beside as ${aside} ` +
            `now, for somebody to look at, and new ones begin a new file: ${told}.`,
        );
    }
  }

  function bringFrom(aside: string): string {
    rest = bringReadableRows(join(folder, aside), database);
    const until = Date.now() + longestBringing;
    let count = 0;
    try {
      while (rest && Date.now() < until) count = bringPiece();
    } catch (problem) {
      // New messages are taken all the same.
      return `the newest ${count} of them are there, the others not (${reasonOf(problem)})`;
    }
    if (rest) return `the newest ${count} of them are there, and others follow`;
    return count > 0 ? `the ${count} of them that can be read are there` : 'none of them can be read';
  }

  /** How many are brought so far. */
  function bringPiece(): number {
    const bringing = rest;
    rest = undefined;
    const { done, value = 0 } = bringing?.next() ?? {};
    if (!done) rest = bringing;
    return value;
  }

  function withFile<Result>(work: (file: MessageFile) => Result): Result {
    try {
      return work(opened());
    } catch (problem) {
      close();
      if (!isCorruptionError(problem)) throw problem;
    }
    try {
      // Opening looks for damage too, and only this connection may have seen it.
      return work(opened());
    } catch (problem) {
      close();
      if (!isCorruptionError(problem)) throw problem;
      return work(restart(problem));
    }
  }

  return {
    open: () => void withFile(() => {}),
    store(arrivals) {
      for (let attempt = 0; attempt < 3; attempt++) {
        const receipts = withFile((file) => file.store(arrivals));
        // What is stored twice by this is in two places, and once in each.
        if (file && isAsWritten(file)) return receipts;
      }
      throw new Error(`The folder ${folder} does not stay in its place.`);
    },
    list: () => withFile((file) => file.list()),
    find: (ids) => withFile((file) => file.find(ids)),
    files: (messageId) => withFile((file) => file.files(messageId)),
    outbox: (work) => withFile(({ outbox }) => work(outbox)),
    isLate(before) {
      const isLate = withFile((opened) => opened.isLate(before));
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < minRoom) throw new Error(`The disk of ${folder} is full.`);
      return isLate;
    },
    bringHome() {
      if (file && isAsWritten(file)) file.lastChanges.bringHome();
    },
    bringMore() {
      if (!rest) return;
      bringPiece();
      if (!rest) say(`All messages set aside in ${folder} that can be read are in the new file now.`);
    },
    removeOld(months) {
      if (months === 0) return false;
      const isMore = withFile((file) => {
        tooOld ??= retentionCutoff(months, new Date(file.agreedTime(Date.now())));
        return tooOld !== undefined && file.removeBefore(tooOld);
      });
      if (!isMore) tooOld = undefined;
      return isMore;
    },
    close() {
      rest?.return(0);
      close();
    },
  };
}

/** What the messages of a keeper are still to be told of. */
export function createOutbox(keeper: MessageFileStore): Outbox {
  return {
    async claim() {
      const due = keeper.outbox((outbox) => outbox.claim(Date.now()));
      const ids = due.flatMap(({ messageId }) => messageId ?? []);
      const messages = new Map(keeper.find(ids).map((message) => [message.id, message]));
      return due.flatMap((one): DueNotice[] => {
        if (one.messageId === null) return [{ ...one, message: null }];
        const message = messages.get(one.messageId);
        return message ? [{ ...one, message }] : [];
      });
    },
    files: async (messageId) => keeper.files(messageId),
    settle: async (id, error) => keeper.outbox((outbox) => outbox.settle(id, Date.now(), error)),
  };
}
