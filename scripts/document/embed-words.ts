import { embeddedAt, type Embedded } from '../../schema/base/embedded.ts';
import type { BlockOf } from '../../schema/blocks/index.ts';
import type { Words } from '../../schema/words/english.ts';
import type { Word } from '../../schema/words/languages.ts';

const agreements: Record<Embedded['kind'], Word> = {
  film: 'playFilm',
  sound: 'playSound',
  sounds: 'playSound',
  map: 'showMap',
  other: 'showOther',
};

/** Something of another site, with the words for what it is and where it comes from. */
export function embedWords(block: BlockOf<'embed'>, words: Words): BlockOf<'embed'> {
  const { address, agree, note } = block;
  if (agree !== '' && note) return block;
  const { kind = 'other' } = embeddedAt(address) ?? {};
  const host = new URL(address).hostname.replace(/^www\./, '');
  return {
    ...block,
    agree: agree || words[agreements[kind]],
    note: note ?? [words.agreement.replace('{host}', host)],
  };
}
