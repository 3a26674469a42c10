import { folded, wordsIn } from '../../../schema/base/search-words.ts';
import { pagesOf, wordsFrom } from './index-file.ts';

/** How much a word counts in a title, in a heading, often in a text, and once in it. */
const worth = [16, 6, 2, 1];
/** A word that only begins like what was written counts less. */
const ofBeginning = 0.6;
/** Nobody writes more words that matter. */
const mostWords = 8;

export interface FoundPages {
  /** The best first. */
  ids: string[];
  /** Whether there are more than these. */
  isCut: boolean;
}

/** The words that a visitor searches for. A letter by itself is how a word begins, or the rest of one. */
export function queryWords(query: string): string[] {
  const words = new Set(wordsIn(query).map(({ word }) => folded(word)));
  return [...words].filter((word) => !/^[a-z]?$/.test(word)).slice(0, mostWords);
}

/** The pages on which most of these words stand, or longer ones that begin like them. */
export async function findPages(words: readonly string[]): Promise<FoundPages> {
  const lists = await Promise.all(words.map(pagesWith));
  const all = new Set(lists.flatMap(({ worths }) => [...worths.keys()]));
  const rated = [...all].map((id) => {
    // A word with more pages than are listed may stand on all of them.
    const has = lists.filter(({ worths, isCut }) => isCut || worths.has(id)).length;
    return { id, has, worth: lists.reduce((sum, { worths }) => sum + (worths.get(id) ?? 0), 0) };
  });
  const most = Math.max(...rated.map(({ has }) => has));
  const best = rated.filter(({ has }) => has === most).toSorted((a, b) => b.worth - a.worth);
  return { ids: best.map(({ id }) => id), isCut: lists.length > 0 && lists.every(({ isCut }) => isCut) };
}

/** What a word is worth on each of its pages. */
async function pagesWith(word: string): Promise<{ worths: Map<string, number>; isCut: boolean }> {
  const worths = new Map<string, number>();
  let isAnyCut = false;
  for (const [found, text] of await wordsFrom(word)) {
    const { ids, isCut } = pagesOf(text);
    isAnyCut ||= isCut;
    for (const [place, some] of ids.entries())
      for (const id of some) {
        const own = (worth[place] ?? 0) * (found === word ? 1 : ofBeginning);
        worths.set(id, Math.max(own, worths.get(id) ?? 0));
      }
  }
  return { worths, isCut: isAnyCut };
}
