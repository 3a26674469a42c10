import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Whether the system watches folders recursively. */
const isRecursive = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Reports each changed file in these folders and their subfolders, and all files in a new folder. Watching is fast but
 * may miss changes.
 */
export function watchFolders(
  folders: readonly string[],
  report: (file: string) => void,
  signal: AbortSignal,
): void {
  const watchers = new Map<string, FSWatcher>();
  const openWatcher = (folder: string) => {
    if (watchers.has(folder) || signal.aborted) return;
    try {
      const watcher = watch(folder, { recursive: isRecursive }, (event, name) => {
        if (name === null) return;
        const file = join(folder, name);
        report(file);
        if (event === 'rename') updateWatchers(file);
      });
      watcher.on('error', () => closeWatcher(folder));
      watchers.set(folder, watcher);
    } catch {
      // Ignore the error: the folder does not exist, or the maximum number of watchers is reached.
    }
  };
  const closeWatcher = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  /** Updates the watchers at a path and below, because a file may have replaced a folder, or the reverse. */
  const updateWatchers = (file: string) => {
    for (const folder of watchers.keys())
      if (folder === file || folder.startsWith(join(file, '/'))) closeWatcher(folder);
    openWatchers(file, report);
  };
  const openWatchers = (folder: string, onFile: (file: string) => void = () => {}) => {
    try {
      if (!lstatSync(folder).isDirectory()) return;
      if (!isRecursive || folders.includes(folder)) openWatcher(folder);
      for (const dirent of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, dirent.name);
        if (dirent.isDirectory()) openWatchers(path, onFile);
        else onFile(path);
      }
    } catch {
      // The folder was just deleted.
      closeWatcher(folder);
    }
  };
  for (const folder of folders) openWatchers(folder);
  signal.addEventListener('abort', () => [...watchers.keys()].forEach(closeWatcher));
}
