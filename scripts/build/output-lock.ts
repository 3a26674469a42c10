import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRunning, startOf } from '../../legacy/scripts/base/running-process.ts';
import { removeIfEmpty } from '../../legacy/scripts/output/remove-if-empty.ts';

/** Held by the one build that may write to an output. */
export interface BuildLock {
  /** Removes what a build has left in the work folder; what others who wait have there stays. */
  clear(): void;
  release(): void;
}

/** Takes the lock in a work folder, or says which process has it. */
export function tryLock(folder: string): BuildLock | number {
  const lock = join(folder, 'lock');
  // The name says all, so that nothing is ever half written.
  const mine = `${process.pid}-${startOf(process.pid)}-${randomUUID()}`;
  const candidate = join(folder, mine);
  try {
    mkdirSync(candidate, { recursive: true });
    writeFileSync(join(candidate, mine), '');
    // A folder takes the place of no other that holds something: of two builds, one comes first.
    while (!isMoved(candidate, lock)) {
      const [owner] = namesIn(lock);
      if (owner === undefined) removeIfEmpty(lock);
      else if (isAtWork(owner)) return Number(owner.split('-')[0]);
      // By the very name of the dead, which only one of two finds.
      else if (isMoved(join(lock, owner), join(lock, mine))) break;
    }
  } finally {
    rmSync(candidate, { recursive: true, force: true });
    // Without a lock, as on a full disk, nothing may be left.
    removeIfEmpty(folder);
  }
  return {
    clear: () => {
      for (const name of namesIn(folder))
        if (name !== 'lock' && !isAtWork(name)) rmSync(join(folder, name), { recursive: true, force: true });
    },
    release: () => {
      // Removing is what a full disk allows. An empty lock is nobody's.
      rmSync(join(lock, mine), { force: true });
      removeIfEmpty(lock);
      removeIfEmpty(folder);
    },
  };
}

/** Waits until the lock is free; `say` is told once which process has it. */
export async function waitForLock(folder: string, say: (pid: number) => void): Promise<BuildLock> {
  for (let told = false; ; told = true) {
    const lock = tryLock(folder);
    if (typeof lock !== 'number') return lock;
    if (!told) say(lock);
    await setTimeout(100);
  }
}

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Whether a name says of a process that it is at work. */
function isAtWork(name: string): boolean {
  const [, pid, start = ''] = /^(\d+)-(\w*)-/.exec(name) ?? [];
  return pid !== undefined && isRunning(Number(pid), start);
}

/** Renames; false if another was sooner. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (problem) {
    if (existsSync(from) && !existsSync(to)) throw problem;
    return false;
  }
}
