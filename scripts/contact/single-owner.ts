import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { askOwner, longestSilence, openLine, type OpenLine } from './owner-channel.ts';

/** Something only one process may have open. It starts with its first task; tasks and results travel as JSON. */
export interface Owned {
  run(task: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const closed = 'The contact store is closed.';

// A lock ends when it is garbage collected, so the locks of this process are kept here.
const heldLocks = new Set<DatabaseSync>();

/**
 * Shares what `open` opens between all processes that name the same folder: the first to have a task owns it and
 * works for the others too; when it ends, however it ends, another follows. Nothing happens before the first task.
 */
export function shareBetweenProcesses(folder: string, open: () => Owned): Owned {
  let owning: Promise<Owned | undefined> | undefined;
  let closing: Promise<void> | undefined;

  const own = () =>
    (owning ??= takeOwnership(folder, open).then(
      (owned) => {
        if (!owned) owning = undefined;
        return owned;
      },
      (problem: unknown) => {
        owning = undefined;
        throw problem;
      },
    ));

  async function run(task: unknown): Promise<unknown> {
    const giveUp = Date.now() + longestSilence;
    // Goes round only in the moments between two owners, unless something else is wrong.
    do {
      if (closing) throw new Error(closed);
      // Ownership is tried first: while the lock is taken, the published address is that of a living owner.
      const owned = await own();
      if (owned) return owned.run(task);
      const answer = await askOwner(addressFile(folder), task);
      if (answer && 'problem' in answer) throw new Error(answer.problem);
      if (answer) return answer.result;
      await pause(50);
    } while (Date.now() < giveUp);
    throw new Error(`Another process holds ${folder} but does not answer.`);
  }

  async function close(): Promise<void> {
    const owned = await owning?.catch(() => undefined);
    await owned?.close();
  }

  return { run, close: () => (closing ??= close()) };
}

/** Becomes the owner, or returns nothing if there is one. */
async function takeOwnership(folder: string, open: () => Owned): Promise<Owned | undefined> {
  // What visitors wrote is private, and the database makes its files readable for everybody.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(folder, 'owner.lock'));
  if (!lock) return undefined;
  const running = new Set<Promise<unknown>>();
  let line: OpenLine | undefined;
  let leaving = false;

  const owned = open();

  const accept = (task: unknown): Promise<unknown> | undefined => {
    if (leaving) return undefined;
    const work = owned.run(task);
    const done = () => running.delete(work);
    running.add(work);
    work.then(done, done);
    return work;
  };

  const close = async () => {
    leaving = true;
    try {
      await Promise.allSettled(running);
      await owned.close();
    } finally {
      line?.close();
      release(lock);
    }
  };

  try {
    line = await openLine(addressFile(folder), accept);
  } catch (problem) {
    await close();
    throw problem;
  }
  return {
    run: async (task) => {
      const work = accept(task);
      if (!work) throw new Error(closed);
      return work;
    },
    close,
  };
}

function addressFile(folder: string): string {
  return join(folder, 'owner.json');
}

/**
 * Locks a file until the process ends, however it ends. Node offers the system's file locks only through SQLite.
 * A file that merely names its maker cannot do this: after a crash its process number may belong to someone else,
 * and two that find it stale at the same moment both take over.
 */
function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    heldLocks.add(lock);
    return lock;
  } catch (problem) {
    lock.close();
    const busy = 5;
    if (problem instanceof Error && 'errcode' in problem && problem.errcode === busy) return undefined;
    throw problem;
  }
}

function release(lock: DatabaseSync): void {
  heldLocks.delete(lock);
  lock.close();
}
