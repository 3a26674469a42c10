import type { SearchPage } from '../../../schema/base/search-files.ts';
import { bestPart, excerpt, inPieces, type Piece } from './page-excerpt.ts';

/** A page that was found, as an entry of the list: a link with its title, and what it says of the words. */
export function resultItem(page: SearchPage, words: readonly string[]): HTMLLIElement {
  const [heading, id, text] = bestPart(page, words);
  const link = element('a', inPieces(page.title, words));
  link.setAttribute('href', page.path + (id === '' ? '' : `#${id}`));
  const item = element('li');
  item.append(link);
  if (heading !== '' && heading !== page.title) item.append(element('strong', inPieces(heading, words)));
  if (text !== '') item.append(element('p', excerpt(text, words)));
  return item;
}

/** Texts stay texts, whatever stands in them. */
function element<Tag extends 'a' | 'li' | 'p' | 'strong'>(tag: Tag, pieces: readonly Piece[] = []) {
  const made = document.createElement(tag);
  for (const [text, isHit] of pieces) {
    const mark = isHit ? document.createElement('mark') : undefined;
    mark?.append(text);
    made.append(mark ?? text);
  }
  return made;
}
