import { applyOperation } from '../../schema/edit/edit.ts';
import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation, type ConflictingValue } from '../../schema/edit/rebase-operation.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';

/** Operations on a file, in order. They refer to the file text that the editor has loaded. */
export interface FileEdits {
  /** The path in the pages folder. */
  path: string;
  /** The base text: the text that the first operation refers to. */
  base: string;
  operations: readonly Operation[];
}

export interface WrittenEdits {
  /** The current text of the file. */
  text: string;
  /**
   * The base text for later operations. It is the given base text with these operations applied, but without other
   * people's changes.
   */
  base: string;
  /** The changed files, with their previous and current texts. */
  changes: readonly FileChange[];
}

/** A conflict between an operation and a newer version of the file. Nothing was written. */
export interface EditConflict extends ConflictingValue {
  text: string;
  operation: Operation;
}

/**
 * Applies all operations to a file and creates `createdFiles`, or returns a conflict and writes nothing. Keeps changes
 * that others have made since the file was loaded. Throws `EditRefused` if an operation does not fit its base text.
 */
export function writeEdits(
  files: EditableFiles,
  edits: FileEdits,
  createdFiles: readonly FileChange[] = [],
): WrittenEdits | EditConflict | undefined {
  const { path, base, operations } = edits;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const keyOrder = createSettingOrder(path);
  let [currentBase, text] = [base, before];
  for (const operation of operations) {
    const rebaseResult = rebaseOperation(operation, currentBase, text);
    const nextBase = applyOperation(currentBase, operation, keyOrder);
    if ('theirs' in rebaseResult) return { text: before, operation, ...rebaseResult };
    // The two texts differ only if others have changed the file. If they are equal, apply the operation only once.
    const nextText = currentBase === text ? nextBase : applyOperation(text, rebaseResult.operation, keyOrder);
    [currentBase, text] = [nextBase, nextText];
  }
  const changes = [{ path, before, after: text }, ...createdFiles];
  if (createdFiles.length > 0) files.changeAll(changes);
  else if (text !== before && !files.write(path, text, before)) return writeEdits(files, edits);
  return { text, base: currentBase, changes };
}
