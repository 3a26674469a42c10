import {
  type SearchPage,
  type SearchPart,
  foldedForms,
  wordsIn,
} from '../../schema/content/search-format.ts';

/** A piece of a text, and whether it is a word that was searched for. */
export type TextSegment = readonly [text: string, isHit: boolean];

/** So many signs are shown before the first word that was found, and altogether. */
const [before, maxCharacters] = [60, 180];

/** The part of a page that most of the words stand in which its title does not have; else its beginning. */
export function bestSection({ title, parts }: SearchPage, query: readonly string[]): SearchPart {
  const inTitle = hitsIn(title, query);
  const words = query.filter((word) => !inTitle.has(word));
  const rated = parts.map((part) => {
    const [inHeading, inText] = [hitsIn(part[0], words), hitsIn(part[2], words)];
    return { part, hits: inHeading.size + new Set([...inHeading, ...inText]).size * 2 };
  });
  return rated.reduce((best, one) => (one.hits > best.hits ? one : best), rated[0] ?? none).part;
}

const none: { part: SearchPart; hits: number } = { part: ['', '', ''], hits: 0 };

const hitsIn = (text: string, words: readonly string[]) =>
  new Set(wordsIn(text).flatMap(({ word }) => hitOf(word, words) ?? []));

const hitOf = (word: string, words: readonly string[]): string | undefined => {
  const forms = foldedForms(word);
  return words.find((one) => forms.some((form) => form.startsWith(one)));
};

/** A text in pieces. */
export function highlightMatches(text: string, words: readonly string[]): TextSegment[] {
  const pieces: TextSegment[] = [];
  let end = 0;
  for (const { word, at } of wordsIn(text)) {
    if (hitOf(word, words) === undefined) continue;
    pieces.push([text.slice(end, at), false], [word, true]);
    end = at + word.length;
  }
  pieces.push([text.slice(end), false]);
  return pieces.filter(([piece]) => piece !== '');
}

/** The words of a text around the first that was searched for. */
export function excerpt(text: string, words: readonly string[]): TextSegment[] {
  const all = wordsIn(text);
  const hit = all.find(({ word }) => hitOf(word, words) !== undefined)?.at ?? 0;
  const start = hit <= before ? 0 : (all.find(({ at }) => at >= hit - before)?.at ?? hit);
  const isWhole = text.length - start <= maxCharacters;
  const last = isWhole
    ? undefined
    : all.findLast(({ word, at }) => at + word.length <= start + maxCharacters);
  const end = last ? last.at + last.word.length : isWhole ? text.length : start + maxCharacters;
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  return highlightMatches(shown, words);
}

/** A page that was found, as an entry of the list: a link with its title, and what it says of the words. */
export function renderResult(page: SearchPage, words: readonly string[]): HTMLLIElement {
  const [heading, id, text] = bestSection(page, words);
  const link = element('a', highlightMatches(page.title, words));
  link.setAttribute('href', page.path + (id === '' ? '' : `#${id}`));
  const item = element('li');
  item.append(link);
  if (heading !== '' && heading !== page.title)
    item.append(element('strong', highlightMatches(heading, words)));
  if (text !== '') item.append(element('p', excerpt(text, words)));
  return item;
}

/** Texts stay texts, whatever stands in them. */
function element<Tag extends 'a' | 'li' | 'p' | 'strong'>(tag: Tag, pieces: readonly TextSegment[] = []) {
  const made = document.createElement(tag);
  for (const [text, isHit] of pieces) {
    const mark = isHit ? document.createElement('mark') : undefined;
    mark?.append(text);
    made.append(mark ?? text);
  }
  return made;
}
