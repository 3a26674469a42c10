// This module starts a worker thread that reads a built folder continuously while builds write to it.

import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

/** What the reader found in the built folder. */
export interface WatchResult {
  /** How often the reader has read all files. */
  looks: number;
  /** Paths of files whose content was neither the old nor the new content. */
  half: string[];
  missing: string[];
}

interface Task {
  out: string;
  /** The contents that each file may have, by path. */
  allowed: Record<string, string[]>;
  stop: SharedArrayBuffer;
}

/**
 * Starts a reader and waits until it has read all files once.
 * Returns a function that lets it read once more and then stops it.
 */
export async function watchOutput(
  out: string,
  allowed: Task['allowed'],
): Promise<() => Promise<WatchResult>> {
  const stop = new SharedArrayBuffer(4);
  const task: Task = { out, allowed, stop };
  const reader = new Worker(import.meta.filename, { workerData: task });
  await once(reader, 'message');
  const finalMessage = once(reader, 'message') as Promise<[WatchResult]>; // the second and last message
  return async () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    return (await finalMessage)[0];
  };
}

function read({ out, allowed, stop }: Task): WatchResult {
  const result: WatchResult = { looks: 0, half: [], missing: [] };
  // Pause for 2 ms, which leaves processor time for the build.
  const waitForStop = () => Atomics.wait(new Int32Array(stop), 0, 0, 2) !== 'timed-out';
  for (let isLastPass = false; !isLastPass; result.looks++) {
    if (result.looks === 1) parentPort?.postMessage('looking');
    isLastPass = result.looks > 0 && waitForStop();
    for (const [path, texts] of Object.entries(allowed)) {
      try {
        if (!texts.includes(readFileSync(join(out, path), 'utf8'))) result.half.push(path);
      } catch {
        result.missing.push(existsSync(out) ? path : '.');
      }
    }
  }
  return result;
}

if (!isMainThread && parentPort) parentPort.postMessage(read(workerData as Task)); // set by watchOutput
