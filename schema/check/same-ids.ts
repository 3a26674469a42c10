import { diagnostic, type Diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock } from './checked-block.ts';

/** Blocks with the id of a block before them, or of a dialog's form, and what is wrong with each. */
export function sameIds(
  address: string,
  blocks: readonly CheckedBlock[],
  dialogForms: Pick<ReadonlySet<string>, 'has'>,
): [CheckedBlock, Diagnostic<InData>][] {
  const firsts = new Map<string, CheckedBlock>();
  return blocks.flatMap((block): [CheckedBlock, Diagnostic<InData>][] => {
    const { id, document, shared, place } = block;
    if (id === undefined) return [];
    if (block.block?.type === 'form' && dialogForms.has(id)) return [[block, likeDialog(id, place)]];
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

/** What is asked by the two of them would lie at the same address. */
const likeDialog = (id: string, place: CheckedBlock['place']): Diagnostic<InData> =>
  diagnostic({
    path: place(['id']),
    rule: 'same-id',
    message: `the form of a dialog in \`_site.yaml\` has the id \`${id}\` too`,
    label: 'used there already',
    received: id,
    advice: 'change one of the two, and what links to it',
  });
