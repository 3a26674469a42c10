import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';

/** A new text of a file, and its possible bases. Any of them may be the text on disk. */
export interface NewText {
  path: string;
  bases: readonly string[];
  source: string;
}

/** The current text of the file, and its change. */
type WrittenText = { text: string; changes: readonly FileChange[] };

/** Writes a text and keeps what others have changed since. Returns the text on disk as `theirs` if both conflict. */
export function writeText(
  files: EditableFiles,
  newText: NewText,
): WrittenText | { theirs: string } | undefined {
  const { path, bases, source } = newText;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const base = bases.includes(before) || before === source ? before : (bases[0] ?? before);
  const text = mergeTexts(base, source, before, settingOrder(path));
  if (text === undefined) return { theirs: before };
  if (text !== before && !files.write(path, text, before)) return writeText(files, newText);
  return { text, changes: [{ path, before, after: text }] };
}
