import { stripVTControlCharacters } from 'node:util';

/** Text on one line, without characters that command a terminal or turn the reading direction. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ');
}
