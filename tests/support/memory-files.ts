import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { assertUnchanged } from '../../scripts/editing/journal.ts';

/** Creates editable files in memory. `texts` contains their content by path. */
export function createMemoryFiles(texts: Map<string, string>): EditableFiles {
  return {
    all: () => [...texts].map(([path, text]) => ({ path, text })),
    read: (path) => texts.get(path),
    write(path, text, before) {
      if (texts.get(path) !== before) return false;
      texts.set(path, text);
      return true;
    },
    changeAll(changes) {
      assertUnchanged(this, changes);
      for (const { path, after } of changes)
        if (after === undefined) texts.delete(path);
        else texts.set(path, after);
    },
  };
}
