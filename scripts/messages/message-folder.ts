import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import type { Outbox } from '../../supabase/functions/send-contact-email/outbox.ts';
import {
  DamagedFileError,
  databaseFiles,
  fileIdentity,
  isBusy,
  isCorruptionError,
  quarantine,
} from './sqlite-files.ts';
import { type MessageFile, openMessageFile } from './sqlite-store.ts';

/** A message and the log of the file need some room, in bytes. */
const minFreeSpace = 1_000_000;

/**
 * Messages in a folder whose files may be moved, deleted or damaged at any time. `timeout` is how long another
 * process may lock the file, in milliseconds.
 */
export function openMessageFolder(folder: string, log: (text: string) => void, timeout = 250) {
  const { withFile, isInPlace, close } = openReplaceableFile(folder, log, timeout);
  const outbox: Outbox = {
    claim: () => withFile((opened) => opened.claim()),
    settle: (id, error) => withFile((opened) => opened.settle(id, error)),
    files: (messageId) => withFile((opened) => opened.files(messageId)),
    take: (budgets) => withFile((opened) => opened.take(budgets)),
  };
  return {
    ...outbox,
    open: () => withFile(async () => {}),
    async storeAll(arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]> {
      for (let attempts = 0; attempts < 3; attempts++) {
        const results = await withFile((opened) => opened.storeAll(arrivals));
        // A file that was moved meanwhile has the messages, but the next process would not find them.
        if (isInPlace()) return results;
      }
      throw new Error(`The files in ${folder} are moved again and again.`);
    },
    /** Whether a notification is due for more than an hour. Rejects if nothing can be stored. */
    async isLate() {
      const isLate = await withFile((opened) => opened.isLate());
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < minFreeSpace) throw new Error(`The disk of ${folder} is full.`);
      return isLate;
    },
    checkClock: () => withFile((opened) => opened.checkClock()),
    /** Deletes some of the messages that came before a moment. Returns whether there are more. */
    removeBefore: (moment: number) => withFile((opened) => opened.removeBefore(moment)),
    concernsAll: isBusy,
    close,
  };
}

/** The file with the messages, which is opened again if it was moved, and replaced if it is damaged. */
function openReplaceableFile(folder: string, log: (text: string) => void, timeout: number) {
  const database = join(folder, databaseFiles[0]);
  let file: MessageFile | undefined;
  let identity: string | undefined;

  function close(): void {
    const closing = file;
    file = undefined;
    closing?.close();
  }

  function currentFile(): MessageFile {
    if (file && !file.isInPlace()) {
      log(`The messages in ${folder} were moved or deleted while in use. A new file was started.`);
      close();
    }
    if (file) return file;
    identity = fileIdentity(database);
    // SQLite would delete a log without its database.
    if (identity === undefined && databaseFiles.some((name) => existsSync(join(folder, name))))
      throw new DamagedFileError(`${databaseFiles[0]} is missing`);
    return (file = openMessageFile(folder, timeout));
  }

  /** Moves a damaged file away, unless another process did so. */
  function replaceFile(problem: unknown): void {
    const target = quarantine(folder, identity);
    const reason = (problem instanceof Error ? problem.message : String(problem)).replaceAll(/\s+/g, ' ');
    if (target !== undefined)
      log(
        `The messages in ${folder} are damaged (${reason}). They were moved to ${target} in the same folder ` +
          'and are no longer listed. A new file was started.',
      );
  }

  async function tryWithFile<Result>(work: (file: MessageFile) => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; failures++)
      try {
        return await work(currentFile());
      } catch (problem) {
        close();
        if (!isCorruptionError(problem) || failures === 2) throw problem;
        // The first failure may come from what this connection had read before the file was replaced.
        if (failures === 1) replaceFile(problem);
      }
  }

  let last: Promise<unknown> = Promise.resolve();

  /** Works with the file, one after the other, as the file may be replaced meanwhile. */
  function withFile<Result>(work: (file: MessageFile) => Promise<Result>): Promise<Result> {
    const done = last.then(() => tryWithFile(work));
    last = done.catch(() => {});
    return done;
  }

  return { withFile, isInPlace: () => file?.isInPlace() === true, close };
}
