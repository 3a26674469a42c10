import { diagnostic, type Diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock } from './checked-block.ts';

/** Blocks that have the id of a block before them on the same page, and what is wrong with each. */
export function sameIds(
  address: string,
  blocks: readonly CheckedBlock[],
): [CheckedBlock, Diagnostic<InData>][] {
  const firsts = new Map<string, CheckedBlock>();
  return blocks.flatMap((block): [CheckedBlock, Diagnostic<InData>][] => {
    const { id, document, shared, place } = block;
    if (id === undefined) return [];
    const first = firsts.get(id);
    if (!first) {
      firsts.set(id, block);
      return [];
    }
    const found = diagnostic({
      path: place(['id']),
      rule: 'same-id',
      message: `two blocks of ${shared ? `\`${address}\`` : 'this page'} have the id \`${id}\``,
      label: 'used before on this page',
      received: id,
      related:
        first.document === document ? [{ path: first.place(['id']), label: 'first used here' }] : undefined,
      advice: 'change one of the two, and what links to it',
    });
    return [[block, found]];
  });
}
