// A thread that reads a built folder continuously while others build into it.

import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

/** The results of a reader. */
export interface Watched {
  looks: number;
  /** Files that were neither old nor new. */
  half: string[];
  missing: string[];
}

interface Task {
  out: string;
  /** All allowed contents by path. */
  allowed: Record<string, string[]>;
  stop: SharedArrayBuffer;
}

/** Starts a reader, and waits for its first look. The returned function stops it after a last look. */
export async function watchOutput(out: string, allowed: Task['allowed']): Promise<() => Promise<Watched>> {
  const stop = new SharedArrayBuffer(4);
  const task: Task = { out, allowed, stop };
  const reader = new Worker(import.meta.filename, { workerData: task });
  await once(reader, 'message');
  const found = once(reader, 'message') as Promise<[Watched]>; // its second and last message
  return async () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    return (await found)[0];
  };
}

function read({ out, allowed, stop }: Task): Watched {
  const watched: Watched = { looks: 0, half: [], missing: [] };
  // A short pause leaves the core to the build.
  const isStopped = () => Atomics.wait(new Int32Array(stop), 0, 0, 2) !== 'timed-out';
  for (let last = false; !last; watched.looks++) {
    if (watched.looks === 1) parentPort?.postMessage('looking');
    last = watched.looks > 0 && isStopped();
    for (const [path, texts] of Object.entries(allowed)) {
      try {
        if (!texts.includes(readFileSync(join(out, path), 'utf8'))) watched.half.push(path);
      } catch {
        watched.missing.push(existsSync(out) ? path : '.');
      }
    }
  }
  return watched;
}

if (!isMainThread && parentPort) parentPort.postMessage(read(workerData as Task)); // given above
