import { embeddedAt } from '../base/embedded.ts';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { CheckedBlock } from './checked-block.ts';

/** Films of other sites without a word on their subtitles: nobody can look into them from here. */
export function filmSubtitles({ block }: CheckedBlock): Finding[] {
  if (block?.type !== 'embed' || block.subtitles !== undefined) return [];
  if (embeddedAt(block.address)?.kind !== 'film') return [];
  return [
    {
      path: ['address'],
      rule: 'film-subtitles',
      message: 'nothing is said of the subtitles of this film',
      label: 'who does not hear it misses what is said',
      received: block.address,
      advice:
        'let the site that the film lies on show subtitles, correct them there, and write their language, ' +
        'like `subtitles: en`; `subtitles: none` if nobody speaks',
    },
  ];
}
