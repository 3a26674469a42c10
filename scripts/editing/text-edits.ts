import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';

/**
 * New text for a file, and the texts that it may be based on. If the file on disk has one of these texts, no other
 * changes need to be merged.
 */
export interface NewText {
  path: string;
  bases: readonly string[];
  source: string;
}

/** The text of a file after it was written, and the changes that were written. */
type WrittenText = { text: string; changes: readonly FileChange[] };

/**
 * Writes a file, and keeps changes that others have made. In case of a conflict, writes nothing and returns the text on
 * disk as `theirs`. Returns `undefined` if the file does not exist.
 */
export function writeText(
  files: EditableFiles,
  newText: NewText,
): WrittenText | { theirs: string } | undefined {
  const { path, bases, source } = newText;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const base = bases.includes(before) || before === source ? before : (bases[0] ?? before);
  const text = mergeTexts(base, source, before, createSettingOrder(path));
  if (text === undefined) return { theirs: before };
  if (text !== before && !files.write(path, text, before)) return writeText(files, newText);
  return { text, changes: [{ path, before, after: text }] };
}
