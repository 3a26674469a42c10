import {
  type SearchPage,
  type SearchPart,
  foldVariants,
  wordsWithOffsets,
} from '../../schema/site/search-format.ts';
import { languageAttributes } from '../../schema/fields/language.ts';
import { siteUrl } from '../ui/site-url.ts';

/** A segment of a text, and whether it matches the query. */
type TextSegment = readonly [text: string, isHit: boolean];

/** Maximum number of characters before the first match, and in total. */
const [before, maxCharacters] = [60, 180];

/** Returns the part of a page with the most query words that are not in the title, otherwise the first part. */
function bestSection({ title, parts }: SearchPage, query: readonly string[]): SearchPart {
  const inTitle = hitsIn(title, query);
  const words = query.filter((word) => !inTitle.has(word));
  const rated = parts.map((part) => {
    const [inHeading, inText] = [hitsIn(part[0], words), hitsIn(part[2], words)];
    return { part, hits: inHeading.size + new Set([...inHeading, ...inText]).size * 2 };
  });
  return rated.reduce((best, one) => (one.hits > best.hits ? one : best), rated[0] ?? noMatch).part;
}

const noMatch: { part: SearchPart; hits: number } = { part: ['', '', ''], hits: 0 };

const hitsIn = (text: string, words: readonly string[]) =>
  new Set(wordsWithOffsets(text).flatMap(({ word }) => hitOf(word, words) ?? []));

const hitOf = (word: string, words: readonly string[]): string | undefined => {
  const forms = foldVariants(word);
  return words.find((one) => forms.some((form) => form.startsWith(one)));
};

/** Splits a text into segments that match and segments that do not. */
function highlightMatches(text: string, words: readonly string[]): TextSegment[] {
  const pieces: TextSegment[] = [];
  let end = 0;
  for (const { word, at } of wordsWithOffsets(text)) {
    if (hitOf(word, words) === undefined) continue;
    pieces.push([text.slice(end, at), false], [word, true]);
    end = at + word.length;
  }
  pieces.push([text.slice(end), false]);
  return pieces.filter(([piece]) => piece !== '');
}

/** Returns the text around the first match. */
export function excerpt(text: string, words: readonly string[]): TextSegment[] {
  const all = wordsWithOffsets(text);
  const match = all.find(({ word }) => hitOf(word, words) !== undefined)?.at ?? 0;
  const start = match <= before ? 0 : (all.find(({ at }) => at >= match - before)?.at ?? match);
  const isWhole = text.length - start <= maxCharacters;
  const last = isWhole
    ? undefined
    : all.findLast(({ word, at }) => at + word.length <= start + maxCharacters);
  const end = last ? last.at + last.word.length : isWhole ? text.length : start + maxCharacters;
  const shown = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  return highlightMatches(shown, words);
}

/** Renders a result: a link with the title, the heading and an excerpt. */
export function renderResult(page: SearchPage, words: readonly string[]): HTMLLIElement {
  const [heading, id, text] = bestSection(page, words);
  const link = element('a', highlightMatches(page.title, words));
  link.setAttribute('href', siteUrl(page.path) + (id === '' ? '' : `#${id}`));
  const item = element('li');
  if (page.language !== document.documentElement.lang) {
    link.hreflang = page.language;
    Object.assign(item, languageAttributes(page.language));
  }
  item.append(link);
  if (heading !== '' && heading !== page.title)
    item.append(element('strong', highlightMatches(heading, words)));
  if (text !== '') item.append(element('p', excerpt(text, words)));
  return item;
}

/** Creates an element with text nodes only, so that texts cannot inject HTML. */
function element<Tag extends 'a' | 'li' | 'p' | 'strong'>(tag: Tag, pieces: readonly TextSegment[] = []) {
  const created = document.createElement(tag);
  for (const [text, isHit] of pieces) {
    const mark = isHit ? document.createElement('mark') : undefined;
    mark?.append(text);
    created.append(mark ?? text);
  }
  return created;
}
