// A thread that reads a built folder again and again while others build into it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

/** What a reader has found. */
export interface Watched {
  looks: number;
  /** Files that were there, but neither old nor new. */
  half: string[];
  missing: string[];
}

interface Task {
  out: string;
  /** For each path, all that may ever stand there. */
  allowed: Record<string, string[]>;
  stop: SharedArrayBuffer;
}

/** Starts a reader; the function that is returned ends it, once it has looked at least once more. */
export function watchOutput(out: string, allowed: Task['allowed']): () => Promise<Watched> {
  const stop = new SharedArrayBuffer(4);
  const task: Task = { out, allowed, stop };
  const reader = new Worker(import.meta.filename, { workerData: task });
  const found = new Promise<Watched>((done, failed) => {
    reader.on('message', done);
    reader.on('error', failed);
  });
  return () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    return found;
  };
}

function read({ out, allowed, stop }: Task): Watched {
  const watched: Watched = { looks: 0, half: [], missing: [] };
  const isStopped = () => Atomics.load(new Int32Array(stop), 0) === 1;
  for (let last = false; !last; watched.looks++) {
    last = isStopped();
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
