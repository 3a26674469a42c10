import { edit } from '../../schema/edit/edit.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
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
  /** The file as it is now. */
  text: string;
  /** The base text with the operations, without what others have changed: the base of further ones. */
  base: string;
  /** What takes the operations back, in this order. */
  undo: Operation[];
}

/** An operation that conflicts with a newer version of the file. Nothing was written. */
export interface EditConflict extends Theirs {
  text: string;
  operation: Operation;
}

/**
 * Carries out operations on a file, all or none, whatever has changed in it since. Throws `EditRefused` if an operation
 * does not fit its base text.
 */
export function writeEdits(
  files: EditableFiles,
  edits: EditsOfFile,
): WrittenEdits | EditConflict | undefined {
  const { path, base, operations } = edits;
  const before = files.read(path);
  if (before === undefined) return undefined;
  const order = settingOrder(path);
  const undo: Operation[] = [];
  let [edited, text] = [base, before];
  for (const operation of operations) {
    const placed = rebaseOperation(operation, edited, text);
    const onBase = edit(edited, operation, order);
    if ('theirs' in placed) return { text: before, operation, ...placed };
    // Mostly, nobody else has changed the file.
    const done = edited === text ? onBase : edit(text, placed.operation, order);
    [edited, text] = [onBase.text, done.text];
    undo.unshift(done.undo);
  }
  if (text === before) return { text, base: edited, undo: [] };
  return files.write(path, text, before) ? { text, base: edited, undo } : writeEdits(files, edits);
}
