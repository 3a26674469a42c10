import {
  type SearchPage,
  type SearchPart,
  foldVariants,
  locateWords,
} from '../../schema/site/search-format.ts';
import { languageAttributes } from '../../schema/fields/language.ts';
import { toSiteUrl } from '../ui/site-url.ts';

/** A segment of text, and whether the segment matches the search query. */
type TextSegment = readonly [text: string, isHit: boolean];

/** The maximum lengths of an excerpt in characters: the length before the first match, and the total length. */
const [maxCharactersBefore, maxCharacters] = [60, 180];

/**
 * Returns the part of a page that contains the most query words that are not in the title. If no part contains such a
 * word, returns the first part.
 */
function findBestPart({ title, parts }: SearchPage, query: readonly string[]): SearchPart {
  const titleHits = collectHits(title, query);
  const words = query.filter((word) => !titleHits.has(word));
  const ratedParts = parts.map((part) => {
    const [headingHits, textHits] = [collectHits(part[0], words), collectHits(part[2], words)];
    return { part, hits: headingHits.size + new Set([...headingHits, ...textHits]).size * 2 };
  });
  return ratedParts.reduce((best, part) => (part.hits > best.hits ? part : best), ratedParts[0] ?? noMatch)
    .part;
}

const noMatch: { part: SearchPart; hits: number } = { part: ['', '', ''], hits: 0 };

const collectHits = (text: string, words: readonly string[]) =>
  new Set(locateWords(text).flatMap(({ word }) => findHit(word, words) ?? []));

const findHit = (word: string, words: readonly string[]): string | undefined => {
  const wordVariants = foldVariants(word);
  return words.find((queryWord) => wordVariants.some((variant) => variant.startsWith(queryWord)));
};

/** Splits text into segments that match the search query and segments that do not match. */
function highlightMatches(text: string, words: readonly string[]): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { word, at } of locateWords(text)) {
    if (findHit(word, words) === undefined) continue;
    segments.push([text.slice(end, at), false], [word, true]);
    end = at + word.length;
  }
  segments.push([text.slice(end), false]);
  return segments.filter(([segmentText]) => segmentText !== '');
}

/** Returns an excerpt around the first match in the text. */
export function createExcerpt(text: string, words: readonly string[]): TextSegment[] {
  const wordsInText = locateWords(text);
  const matchOffset = wordsInText.find(({ word }) => findHit(word, words) !== undefined)?.at ?? 0;
  const start =
    matchOffset <= maxCharactersBefore
      ? 0
      : (wordsInText.find(({ at }) => at >= matchOffset - maxCharactersBefore)?.at ?? matchOffset);
  const isWhole = text.length - start <= maxCharacters;
  const lastWord = isWhole
    ? undefined
    : wordsInText.findLast(({ word, at }) => at + word.length <= start + maxCharacters);
  const end = lastWord ? lastWord.at + lastWord.word.length : isWhole ? text.length : start + maxCharacters;
  const visibleText = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  return highlightMatches(visibleText, words);
}

/** Renders a search result: a link with the page title, the heading and an excerpt. */
export function renderResult(page: SearchPage, words: readonly string[]): HTMLLIElement {
  const [heading, id, text] = findBestPart(page, words);
  const link = createElement('a', highlightMatches(page.title, words));
  link.setAttribute('href', toSiteUrl(page.path) + (id === '' ? '' : `#${id}`));
  const item = createElement('li');
  if (page.language !== document.documentElement.lang) {
    link.hreflang = page.language;
    Object.assign(item, languageAttributes(page.language));
  }
  item.append(link);
  if (heading !== '' && heading !== page.title)
    item.append(createElement('strong', highlightMatches(heading, words)));
  if (text !== '') item.append(createElement('p', createExcerpt(text, words)));
  return item;
}

/** Creates an element whose strings become text nodes, so that the strings cannot inject HTML. */
function createElement<Tag extends 'a' | 'li' | 'p' | 'strong'>(
  tag: Tag,
  segments: readonly TextSegment[] = [],
) {
  const element = document.createElement(tag);
  for (const [text, isHit] of segments) {
    const mark = isHit ? document.createElement('mark') : undefined;
    mark?.append(text);
    element.append(mark ?? text);
  }
  return element;
}
