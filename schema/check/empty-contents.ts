import type { Finding } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock } from './checked-block.ts';
import type { PageFile } from './read-files.ts';

/** Lists of headings on a page whose texts have none. `blocks` are those of its entries, one for each. */
export function emptyContents(entries: PageFile['entries'], blocks: readonly CheckedBlock[]): Finding[] {
  if (!blocks.some(({ type }) => type === 'contents') || blocks.some(hasHeadings)) return [];
  return entries.flatMap((entry, at): Finding[] => {
    if (blocks[at]?.type !== 'contents') return [];
    return [
      {
        path: 'use' in entry ? [...entry.at, 'use'] : entry.place(['type']),
        rule: 'empty-contents',
        message: 'no text of this page has a heading, so there is nothing to list here',
        label: 'this list stays empty',
        advice: 'put a line like `## How we measure` above each part of a `body`, or delete this block',
      },
    ];
  });
}

const hasHeadings = ({ fields }: CheckedBlock) =>
  fields.some(({ markdown }) => (markdown?.headings.length ?? 0) > 0);
