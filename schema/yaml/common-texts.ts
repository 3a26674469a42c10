import { curlyQuotes, lostComment } from './lost-text.ts';

/** Thrown where the reader of common YAML is not sure. Made once, as to make an error costs time. */
export const unsure = new Error('This is not surely common YAML.');

/** Behind the blanks from an offset on: only what YAML takes for one, as `trim` takes more. */
export function blanksEnd(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

// Longer ones are faults to YAML.
const key = /\w[\w-]{0,999}:(?=[ \n]|$)/y;

/** The offset of the colon behind a key that begins at an offset; -1 if there is none. */
export function keyEnd(text: string, from: number): number {
  key.lastIndex = from;
  return key.test(text) ? key.lastIndex - 1 : -1;
}

/** Where a text without quotation marks ends that begins at an offset, on one line. */
export function plainEnd(text: string, from: number, lineEnd: number, inBrackets: boolean): number {
  let end = from;
  for (let at = from; at < lineEnd; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x20) continue;
    if (unit === 0x3a) {
      const next = text[at + 1] ?? '\n';
      if (next === ' ' || next === '\n' || (inBrackets && ',[]{}'.includes(next))) throw unsure; // a key
    } else if (unit === 0x23 && at > end) return end; // a comment
    if (inBrackets && (unit === 0x2c || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d))
      return end;
    end = at + 1;
  }
  return end;
}

/** Refuses a text that may not be meant as it reads, by itself or with the comment behind it. */
export function expectSure(text: string, end: number, value: string): void {
  if (text[end] === ' ' && lostComment(text, end, value)) throw unsure;
  if (value.charCodeAt(0) > 0x7f && curlyQuotes(value, { from: 0, to: 0 })) throw unsure;
}

/** The offset of the quotation mark that ends the text which begins at another one. */
export function closingMark(text: string, from: number): number {
  const mark = text[from] ?? '';
  for (let at = text.indexOf(mark, from + 1); at !== -1; at = text.indexOf(mark, at + 1)) {
    let back = at;
    while (text[back - 1] === '\\') back--;
    if (mark === '"' ? (at - back) % 2 === 0 : text[at + 1] !== mark) return at;
    if (mark !== '"') at++; // two of them stand for one
  }
  throw unsure;
}

const escapes = new Map(Object.entries({ '"': '"', '\\': '\\', '/': '/', n: '\n', t: '\t' }));

/** What stands between quotation marks, as it reads. Its further lines begin right of a column. */
export function unquoted(inside: string, mark: string, column: number): string {
  for (let at = inside.indexOf('\n'); at !== -1; at = inside.indexOf('\n', at + 1)) {
    const start = blanksEnd(inside, at + 1);
    if (inside[start] !== '\n' && start - at - 1 <= column) throw unsure;
  }
  const value = foldedAndTrimmed(inside);
  if (mark === "'") return value.replaceAll("''", "'");
  return value.replaceAll(/\\(.)/gs, (_, unit: string) => {
    const meant = escapes.get(unit);
    if (meant === undefined) throw unsure;
    return meant;
  });
}

/** Lines as one text: a line end reads as a blank, and each empty line as a line end. */
export function folded(lines: string): string {
  return lines.replaceAll(/\n+/g, (ends) => (ends.length === 1 ? ' ' : ends.slice(1)));
}

/** The same without the blanks around the lines, but for those in front of the first and behind the last. */
export function foldedAndTrimmed(lines: string): string {
  if (!lines.includes('\n')) return lines;
  return folded(lines.replaceAll(/(?<! ) *\n[ \n]*/g, (between) => between.replaceAll(' ', '')));
}
