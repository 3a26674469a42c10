import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Reads everything in a folder. Returns the content of each file by path, and placeholders for folders and links. */
export function readTree(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .map((entry): [string, string] => {
        const file = join(entry.parentPath, entry.name);
        const content = entry.isFile()
          ? readFileSync(file, 'latin1')
          : entry.isDirectory()
            ? '(folder)'
            : '(other)';
        return [relative(folder, file).split(sep).join('/'), content];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
