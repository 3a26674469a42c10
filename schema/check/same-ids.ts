import { frameIds } from '../base/frame-ids.ts';
import { diagnostic, type Diagnostic, type InData } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock } from './checked-block.ts';

/** Blocks with an id that is taken: by a block before them, a dialog's form or the frame of every page. */
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
    if (frameIds.includes(id)) return [[block, likeFrame(id, place)]];
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

const likeFrame = (id: string, place: CheckedBlock['place']): Diagnostic<InData> =>
  diagnostic({
    path: place(['id']),
    rule: 'same-id',
    message: `every page has a part with the id \`${id}\` already, around its blocks`,
    label: 'kept for the frame of the page',
    received: id,
    advice: `choose another one, \`our-${id}\` for example, and change what links to it`,
  });
