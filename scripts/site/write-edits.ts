import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pageEnding } from '../../schema/base/routes.ts';
import { edit } from '../../schema/edit/edit.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { rebaseOperation, type Theirs } from '../../schema/edit/rebase-operation.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import { CommandError } from '../system/command.ts';
import { systemErrorReason } from '../system/errors.ts';
import { isServableFile, replaceAtomic } from '../system/files.ts';
import { readSourceFile } from './read-pages.ts';

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

/** The text of a file of the site. Undefined if it is none, or cannot be edited. */
export function editableText(pages: string, path: string): string | undefined {
  const isOfSite = pageEnding.test(path) && path.split('/').every((name) => /^[^.]/.test(name));
  // The folder itself may be a link, but nothing in it.
  if (!isOfSite || !isServableFile(realpathSync(pages), path)) return undefined;
  if (!readSourceFile(pages, { path, file: path })) return undefined;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(readFileSync(join(pages, path)));
  } catch {
    return undefined;
  }
}

/**
 * Carries out operations on a file, all or none, whatever has changed in it since. Throws `EditRefused` if an operation
 * does not fit its base text.
 */
export function writeEdits(pages: string, edits: EditsOfFile): WrittenEdits | EditConflict | undefined {
  const { path, base, operations } = edits;
  const before = editableText(pages, path);
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
  const isAsBefore = () => editableText(pages, path) === before;
  return replaceText(join(pages, path), text, isAsBefore)
    ? { text, base: edited, undo }
    : writeEdits(pages, edits);
}

/** Replaces the text of a file, unless it has changed meanwhile. */
export function replaceText(file: string, text: string, isAsBefore: () => boolean): boolean {
  try {
    return replaceAtomic(file, text, isAsBefore);
  } catch (error) {
    const reason = systemErrorReason(error);
    throw reason === undefined ? error : new CommandError(`${basename(file)} was not changed: ${reason}.`);
  }
}
