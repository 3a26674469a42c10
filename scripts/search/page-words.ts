import { hash } from 'node:crypto';
import { idLength, type SearchPage } from '../../schema/base/search-files.ts';
import { searchWords } from '../../schema/base/search-words.ts';

/** So many times in a text is often. */
const often = 3;

/**
 * The words of a page as one text, each of them once: those of its title, of its headings, those that stand
 * often in its text, and the others.
 */
export function pageWords({ title, parts }: SearchPage): string {
  // A letter by itself says something only where it is a word.
  const wordsOf = (text: string) =>
    searchWords(text).filter((word) => word.length > 1 || !/[a-z]/.test(word));
  const first = new Set(wordsOf(title));
  const headings = new Set(wordsOf(parts.map(([heading]) => heading).join('\n')));
  for (const word of first) headings.delete(word);
  const counts = new Map<string, number>();
  for (const word of wordsOf(parts.map(([, , text]) => text).join('\n')))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const [main, others]: string[][] = [[], []];
  for (const [word, count] of counts)
    if (!first.has(word) && !headings.has(word)) (count < often ? others : main)?.push(word);
  return [[...first], [...headings], main, others].map((words) => words?.join(' ')).join('|');
}

/** Short, the same in each build, and fit for the name of a file on every system. */
export const pageId = (path: string): string =>
  BigInt(`0x${hash('sha1', path).slice(0, 12)}`)
    .toString(36)
    .padStart(10, '0')
    .slice(-idLength);
