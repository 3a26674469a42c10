import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Whether the system watches all that lies below a folder by itself. */
const watchesBelow = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Tells of each file that something has happened to in one of these folders or below. It is quick, and not
 * certain: some things it does not see, as what happens in a folder just after that was made.
 */
export function watchFolders(
  folders: readonly string[],
  tell: (file: string) => void,
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
        tell(file);
      });
      watcher.on('error', () => close(folder));
      watchers.set(folder, watcher);
    } catch {
      // There are no more watchers to be had, or no such folder.
    }
  };
  const close = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** What was a folder may be none any more, and the other way round. */
  const follow = (file: string) => {
    for (const folder of watchers.keys())
      if (folder === file || folder.startsWith(join(file, '/'))) close(folder);
    openAll(file);
  };
  const openAll = (folder: string) => {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    open(folder);
    if (watchesBelow) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) openAll(join(folder, entry.name));
  };
  folders.forEach(openAll);
  signal.addEventListener('abort', () => [...watchers.keys()].forEach(close));
}
