import { existsSync, renameSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Arrival,
  FileWithContent,
  Receipt,
  StoredMessage,
} from '../../supabase/functions/send-contact-email/message.ts';
import { isDamage } from './damaged-file.ts';
import { databaseFiles, type MessageFile, openMessageFile } from './message-file.ts';
import type { OutboxFile } from './outbox-file.ts';
import { syncFolder } from './synced-folder.ts';

/** A message and the log of the file need some room, in bytes. */
const leastRoom = 1_000_000;

/** Messages in a folder to which anything may happen while they are kept there. */
export interface MessageKeeper {
  open(): void;
  store(arrivals: readonly Arrival[]): Receipt[];
  list(): StoredMessage[];
  find(ids: readonly number[]): StoredMessage[];
  files(messageId: number): FileWithContent[];
  outbox<Result>(work: (outbox: OutboxFile) => Result): Result;
  /** Whether somebody is still to be told of what came before a moment; throws if messages cannot be kept. */
  isLate(before: number): boolean;
  /** Deletes what came before a moment. */
  removeBefore(time: number): void;
  close(): void;
}

const told = (problem: unknown): string => String(problem).replaceAll(/\s+/g, ' ');

/** `say` is told what somebody has to look after. */
export function messageKeeper(folder: string, say: (text: string) => void): MessageKeeper {
  let file: MessageFile | undefined;

  function close(): void {
    const closing = file;
    file = undefined;
    closing?.close();
  }

  function opened(): MessageFile {
    if (file) return file;
    if (!existsSync(join(folder, databaseFiles[0]))) setAside('the file that they belong to is missing');
    try {
      return (file = openMessageFile(folder));
    } catch (problem) {
      if (!isDamage(problem)) throw problem;
      setAside(told(problem));
      return (file = openMessageFile(folder));
    }
  }

  function withFile<Result>(work: (file: MessageFile) => Result): Result {
    try {
      return work(opened());
    } catch (problem) {
      close();
      if (!isDamage(problem)) throw problem;
    }
    try {
      // Opening looks for damage too, and only this connection may have seen it.
      return work(opened());
    } catch (problem) {
      close();
      if (!isDamage(problem)) throw problem;
      setAside(told(problem));
      return work(opened());
    }
  }

  function setAside(reason: string): void {
    const left = databaseFiles.filter((name) => existsSync(join(folder, name)));
    if (left.length === 0) return;
    const ending = `damaged-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    for (const name of left) renameSync(join(folder, name), join(folder, `${name}.${ending}`));
    syncFolder(folder);
    say(
      `The messages in ${folder} cannot be read (${reason}). They lie beside as messages.db.${ending} now, ` +
        'for somebody to look at, and new ones begin a new file.',
    );
  }

  return {
    open: () => void withFile(() => {}),
    store(arrivals) {
      for (let attempt = 0; attempt < 3; attempt++) {
        const receipts = withFile((file) => file.store(arrivals));
        if (file?.isInPlace()) return receipts;
        // What is stored twice by this is in two places, and once in each.
        say(`The messages in ${folder} were moved or deleted while they were in use; a new file is begun.`);
        close();
      }
      throw new Error(`The folder ${folder} does not stay in its place.`);
    },
    list: () => withFile((file) => file.list()),
    find: (ids) => withFile((file) => file.find(ids)),
    files: (messageId) => withFile((file) => file.files(messageId)),
    outbox: (work) => withFile(({ outbox }) => work(outbox)),
    isLate(before) {
      if (file && !file.isInPlace()) close();
      const isLate = withFile((opened) => opened.isLate(before));
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < leastRoom) throw new Error(`The disk of ${folder} is full.`);
      return isLate;
    },
    removeBefore: (time) => void withFile((file) => file.removeBefore(time)),
    close,
  };
}
