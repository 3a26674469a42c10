import { edit } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation, type Theirs } from '../../schema/edit/rebase-operation.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';

/** Operations on a base text of a file, in order. */
export interface EditsOfFile {
  /** The path in the pages folder. */
  path: string;
  /** The base text of the first operation. */
  base: string;
  operations: readonly Operation[];
}

export interface WrittenEdits {
  /** The current text of the file. */
  text: string;
  /** The base text with the operations but without the changes of others. It is the base of later operations. */
  base: string;
  /** The changed files with their previous and current texts. */
  changes: readonly FileChange[];
}

/** An operation that conflicts with a newer version of the file. Nothing was written. */
export interface EditConflict extends Theirs {
  text: string;
  operation: Operation;
}

/**
 * Applies all or none of the operations to a file, and creates other files. Keeps changes that others have made since.
 * Throws `EditRefused` if an operation does not fit its base text.
 */
export function writeEdits(
  files: EditableFiles,
  edits: EditsOfFile,
  created: readonly FileChange[] = [],
): WrittenEdits | EditConflict | undefined {
  const { path, base, operations } = edits;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const order = settingOrder(path);
  let [edited, text] = [base, before];
  for (const operation of operations) {
    const placed = rebaseOperation(operation, edited, text);
    const onBase = edit(edited, operation, order);
    if ('theirs' in placed) return { text: before, operation, ...placed };
    // Usually the file has no other changes, so both texts are equal.
    const done = edited === text ? onBase : edit(text, placed.operation, order);
    [edited, text] = [onBase, done];
  }
  const changes = [{ path, before, after: text }, ...created];
  if (created.length > 0) files.changeAll(changes);
  else if (text !== before && !files.write(path, text, before)) return writeEdits(files, edits);
  return { text, base: edited, changes };
}
