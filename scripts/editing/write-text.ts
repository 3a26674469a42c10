import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { mergedText } from '../../schema/edit/merge-texts.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';

/** A new text of a file, and the texts that it continues: any of them may be the one on disk. */
export interface NewText {
  path: string;
  bases: readonly string[];
  source: string;
}

/** The file as it is now, and the change of it. */
type WrittenText = { text: string; changes: readonly FileChange[] };

/** Writes a text, with what others have changed meanwhile. `theirs` is the file if both changed the same. */
export function writeText(files: EditableFiles, next: NewText): WrittenText | { theirs: string } | undefined {
  const { path, bases, source } = next;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const base = bases.includes(before) || before === source ? before : (bases[0] ?? before);
  const text = mergedText(base, source, before, settingOrder(path));
  if (text === undefined) return { theirs: before };
  if (text !== before && !files.write(path, text, before)) return writeText(files, next);
  return { text, changes: [{ path, before, after: text }] };
}
