import { mergedLines } from '../diagnostics/text-parts.ts';
import { type Path, isMapping } from '../base/data.ts';
import { edit, type Order, readSource } from './edit.ts';
import { EditRefused } from './edit-refused.ts';
import type { Operation } from './operation.ts';
import { rebaseOperation } from './rebase-operation.ts';
import type { Value } from './new-yaml.ts';

/**
 * Merges the changes of two people to their copies of `base`: by lines, or with `rebaseOperation` if only values
 * changed. Undefined if there is a conflict.
 */
export function mergedText(base: string, mine: string, theirs: string, order: Order): string | undefined {
  if (base === theirs) return mine;
  return mergedLines(base, mine, theirs) ?? byValues(base, mine, theirs, order);
}

function byValues(base: string, mine: string, theirs: string, order: Order): string | undefined {
  try {
    const operations = changedValues(readSource(base).data, readSource(mine).data) ?? [];
    let [edited, text] = [base, theirs];
    for (const operation of operations) {
      const placed = rebaseOperation(operation, edited, text);
      if ('theirs' in placed) return undefined;
      edited = edit(edited, operation, order);
      text = edit(text, placed.operation, order);
    }
    // Comments or the style of values may have changed too. These changes would be lost.
    return edited === mine ? text : undefined;
  } catch (problem) {
    if (problem instanceof EditRefused) return undefined;
    throw problem;
  }
}

/** Returns the operations that set the changed texts. Undefined if anything else changed. */
function changedValues(before: Value, after: Value, path: Path = []): Operation[] | undefined {
  if (typeof before === 'string' && typeof after === 'string')
    return before === after ? [] : [{ do: 'set', path, old: before, new: after }];
  if (typeof before === 'string' || typeof after === 'string') return undefined;
  const [one, other] = [Object.entries(before), Object.entries(after)] as [string, Value][][]; // both are lists or groups
  if (!one || one.length !== other?.length || isMapping(before) !== isMapping(after)) return undefined;
  const found = one.map(([name, value], at) => {
    const [same, now] = other[at] ?? [];
    const step = isMapping(before) ? name : Number(name);
    return name === same && now !== undefined ? changedValues(value, now, [...path, step]) : undefined;
  });
  return found.every((operations) => operations !== undefined) ? found.flat() : undefined;
}
