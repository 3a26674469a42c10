import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Whether the system watches folders recursively. */
const watchesBelow = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Reports each changed file in these folders or below. Fast but may miss changes, for example in a folder that
 * was just created.
 */
export function watchFolders(
  folders: readonly string[],
  report: (file: string) => void,
  signal: AbortSignal,
): void {
  const watchers = new Map<string, FSWatcher>();
  const open = (folder: string) => {
    if (watchers.has(folder) || signal.aborted) return;
    try {
      const watcher = watch(folder, { recursive: watchesBelow }, (event, name) => {
        if (name === null) return;
        const file = join(folder, name);
        if (event === 'rename' && !watchesBelow) follow(file);
        report(file);
      });
      watcher.on('error', () => close(folder));
      watchers.set(folder, watcher);
    } catch {
      // There is no such folder, or the system has no more watchers.
    }
  };
  const close = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** A file may have replaced a folder, or a folder a file. */
  const follow = (file: string) => {
    for (const folder of watchers.keys())
      if (folder === file || folder.startsWith(join(file, '/'))) close(folder);
    openAll(file);
  };
  const openAll = (folder: string) => {
    try {
      if (!lstatSync(folder).isDirectory()) return;
      open(folder);
      if (watchesBelow) return;
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) openAll(join(folder, entry.name));
    } catch {
      // It has vanished just now.
      close(folder);
    }
  };
  folders.forEach(openAll);
  signal.addEventListener('abort', () => [...watchers.keys()].forEach(close));
}
