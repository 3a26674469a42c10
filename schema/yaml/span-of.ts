import type { Node } from 'yaml';
import type { Span } from '../base/text-edits.ts';

/** Where a node stands, or nothing. */
export function spanOf(node: unknown): Span {
  const [from = 0, to = from] = (node as Node | null | undefined)?.range ?? []; // parsed documents hold nodes
  return { from, to };
}
