import { applyOperation } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation, type ConflictingValue } from '../../schema/edit/rebase-operation.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';

/** Operations on a base text of a file, in order. */
export interface FileEdits {
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
export interface EditConflict extends ConflictingValue {
  text: string;
  operation: Operation;
}

/**
 * Applies all or none of the operations to a file, and creates other files. Keeps changes that others have made since.
 * Throws `EditRefused` if an operation does not fit its base text.
 */
export function writeEdits(
  files: EditableFiles,
  edits: FileEdits,
  createdFiles: readonly FileChange[] = [],
): WrittenEdits | EditConflict | undefined {
  const { path, base, operations } = edits;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const keyOrder = settingOrder(path);
  let [currentBase, text] = [base, before];
  for (const operation of operations) {
    const rebased = rebaseOperation(operation, currentBase, text);
    const nextBase = applyOperation(currentBase, operation, keyOrder);
    if ('theirs' in rebased) return { text: before, operation, ...rebased };
    // Usually the file has no other changes, so both texts are equal.
    const nextText = currentBase === text ? nextBase : applyOperation(text, rebased.operation, keyOrder);
    [currentBase, text] = [nextBase, nextText];
  }
  const changes = [{ path, before, after: text }, ...createdFiles];
  if (createdFiles.length > 0) files.changeAll(changes);
  else if (text !== before && !files.write(path, text, before)) return writeEdits(files, edits);
  return { text, base: currentBase, changes };
}
