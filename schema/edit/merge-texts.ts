import { mergeLines } from '../diagnostics/merge-lines.ts';
import { type Path, isMapping } from '../base/data.ts';
import { applyOperation, type SettingOrder, readSource } from './edit.ts';
import { EditRefused } from './edit-refused.ts';
import type { Operation } from './operation.ts';
import { rebaseOperation } from './rebase-operation.ts';
import type { Value } from './new-yaml.ts';

/**
 * Returns the text with the changes that two people made to their copies of `base`. Merges line by line, or value by
 * value if both changed the same lines. Returns `undefined` if there is a conflict.
 */
export function mergeTexts(
  base: string,
  mine: string,
  theirs: string,
  getSettingOrder: SettingOrder,
): string | undefined {
  if (base === theirs) return mine;
  return mergeLines(base, mine, theirs) ?? mergeValues(base, mine, theirs, getSettingOrder);
}

function mergeValues(
  base: string,
  mine: string,
  theirs: string,
  getSettingOrder: SettingOrder,
): string | undefined {
  try {
    const operations = diffValues(readSource(base).data, readSource(mine).data) ?? [];
    let [editedBase, text] = [base, theirs];
    for (const operation of operations) {
      const rebased = rebaseOperation(operation, editedBase, text);
      if ('theirs' in rebased) return undefined;
      editedBase = applyOperation(editedBase, operation, getSettingOrder);
      text = applyOperation(text, rebased.operation, getSettingOrder);
    }
    // Operations do not include changes to comments or quotation marks. If `mine` has such changes, refuse, because
    // they would be lost.
    return editedBase === mine ? text : undefined;
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

/** Returns an operation for each changed string, or `undefined` if anything else changed. */
function diffValues(before: Value, after: Value, path: Path = []): Operation[] | undefined {
  if (typeof before === 'string' && typeof after === 'string')
    return before === after ? [] : [{ do: 'set', path, old: before, new: after }];
  if (typeof before === 'string' || typeof after === 'string') return undefined;
  const [oldEntries, newEntries] = [Object.entries(before), Object.entries(after)] as [string, Value][][]; // both are lists or groups
  if (!oldEntries || oldEntries.length !== newEntries?.length || isMapping(before) !== isMapping(after))
    return undefined;
  const nestedOperations = oldEntries.map(([name, value], index) => {
    const [newName, newValue] = newEntries[index] ?? [];
    const step = isMapping(before) ? name : Number(name);
    return name === newName && newValue !== undefined
      ? diffValues(value, newValue, [...path, step])
      : undefined;
  });
  return nestedOperations.every((operations) => operations !== undefined)
    ? nestedOperations.flat()
    : undefined;
}
