import { isMap, isPair, isSeq } from 'yaml';
import { valueAt } from '../base/path.ts';
import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';

/** How many settings and items are written there, also those that are written twice. */
export function writtenIn(node: unknown): number {
  if (isPair(node)) return writtenIn(node.value);
  if (!isMap(node) && !isSeq(node)) return 0;
  return node.items.reduce<number>((sum, item) => sum + 1 + writtenIn(item), 0);
}

/** How many settings and items there are. */
export function settingsIn(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Object.values(data).reduce<number>((sum, inner) => sum + 1 + settingsIn(inner), 0);
}

/** How many of them nothing can be said about: those in unknown blocks, and unknown ones with all in them. */
export function uncheckedIn(data: unknown, diagnostics: readonly Diagnostic<InData>[]): number {
  return diagnostics.reduce((sum, { rule, path }) => {
    if (rule === 'unknown-key') return sum + 1 + settingsIn(valueAt(data, path));
    const isOfNoType = rule === 'unknown-block' || (rule === 'missing-key' && path.at(-1) === 'type');
    return isOfNoType ? sum + settingsIn(valueAt(data, path.slice(0, -1))) : sum;
  }, 0);
}
