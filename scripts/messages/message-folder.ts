import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedMessage, StoreResult } from '../../supabase/functions/send-contact-email/message.ts';
import type { Outbox } from '../../supabase/functions/send-contact-email/outbox.ts';
import {
  DamagedFileError,
  databaseFiles,
  readFileIdentity,
  isBusy,
  isCorruptionError,
  quarantineDatabase,
} from './sqlite-files.ts';
import { type MessageFile, openMessageFile } from './sqlite-store.ts';

/** The minimum free disk space for storing a message, including the database log, in bytes. */
const minFreeBytes = 1_000_000;

/**
 * Opens the messages in a folder. The files in this folder may be moved, deleted or damaged at any time. `timeout` is
 * the longest wait for another process that has locked the file, in milliseconds.
 */
export function openMessageFolder(folder: string, log: (text: string) => void, timeout = 250) {
  const { withFile: runWithFile, isInPlace, close } = openReplaceableFile(folder, log, timeout);
  const outbox: Outbox = {
    claim: () => runWithFile((opened) => opened.claim()),
    settle: (id, error) => runWithFile((opened) => opened.settle(id, error)),
    files: (messageId) => runWithFile((opened) => opened.files(messageId)),
    take: (budgets) => runWithFile((opened) => opened.take(budgets)),
  };
  return {
    ...outbox,
    open: () => runWithFile(async () => {}),
    async storeAll(arrivals: readonly ReceivedMessage[]): Promise<StoreResult[]> {
      for (let attempts = 0; attempts < 3; attempts++) {
        const results = await runWithFile((opened) => opened.storeAll(arrivals));
        // Store the messages again if the file was moved in the meantime. The moved file contains them, but the next
        // process would not find it.
        if (isInPlace()) return results;
      }
      throw new Error(`The files in ${folder} keep being moved.`);
    },
    /** Returns whether a notification is overdue by more than an hour. Rejects if messages cannot be stored. */
    async isLate() {
      const isLate = await runWithFile((opened) => opened.isLate());
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize < minFreeBytes) throw new Error(`The disk that contains ${folder} is full.`);
      return isLate;
    },
    checkClock: () => runWithFile((opened) => opened.checkClock()),
    /** Deletes a batch of messages that were received before `time`. Returns whether there are more of them. */
    removeBefore: (time: number) => runWithFile((opened) => opened.removeBefore(time)),
    concernsAll: isBusy,
    close,
  };
}

/** Opens the message file. Reopens it if it was moved, and replaces it if it is damaged. */
function openReplaceableFile(folder: string, log: (text: string) => void, timeout: number) {
  const database = join(folder, databaseFiles[0]);
  let file: MessageFile | undefined;
  let identity: string | undefined;

  function closeFile(): void {
    const closing = file;
    file = undefined;
    closing?.close();
  }

  function getCurrentFile(): MessageFile {
    if (file && !file.isInPlace()) {
      log(`The messages in ${folder} were moved or deleted while in use. A new file was created.`);
      closeFile();
    }
    if (file) return file;
    identity = readFileIdentity(database);
    // Treat a missing database as damaged. Its log may still contain messages, and SQLite would delete a log without a
    // database.
    if (identity === undefined && databaseFiles.some((name) => existsSync(join(folder, name))))
      throw new DamagedFileError(`${databaseFiles[0]} is missing`);
    return (file = openMessageFile(folder, timeout));
  }

  /** Renames a damaged file, so that a new file replaces it, unless another process has already done so. */
  function replaceFile(error: unknown): void {
    const target = quarantineDatabase(folder, identity);
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');
    if (target !== undefined)
      log(
        `The messages in ${folder} are damaged (${reason}). They were moved to ${target} in the same folder ` +
          'and are no longer listed. A new file was created.',
      );
  }

  async function tryRunWithFile<Result>(task: (file: MessageFile) => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; failures++)
      try {
        return await task(getCurrentFile());
      } catch (error) {
        closeFile();
        if (!isCorruptionError(error) || failures === 2) throw error;
        // Replace the file only after the second failure. The first may come from data that this connection cached
        // before another process replaced the file.
        if (failures === 1) replaceFile(error);
      }
  }

  let lastTask: Promise<unknown> = Promise.resolve();

  /** Runs a function on the file. Calls run one after another, because the file may be replaced between two calls. */
  function runWithFile<Result>(task: (file: MessageFile) => Promise<Result>): Promise<Result> {
    const taskResult = lastTask.then(() => tryRunWithFile(task));
    lastTask = taskResult.catch(() => {});
    return taskResult;
  }

  return { withFile: runWithFile, isInPlace: () => file?.isInPlace() === true, close: closeFile };
}
