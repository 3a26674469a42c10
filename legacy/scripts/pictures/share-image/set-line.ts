import { type Face, type Letter, letterOf } from './letters.ts';

/** A letter of a line and where it stands, in parts of the size. */
export interface PositionedGlyph {
  letter: Letter;
  x: number;
}
export type Line = readonly PositionedGlyph[];

/** A text in characters that can be set one by one: composed, and without those that have no width. */
function settable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cf}\uFE0F]/gu, '')
    .replace(/[^\S\u00A0]+/g, ' ')
    .trim();
}

/** Places the letters of a text beside each other. */
export function layoutLine(text: string, face: Face): Line {
  const line: PositionedGlyph[] = [];
  for (const character of settable(text))
    line.push(placedBehind(line.at(-1), letterOf(character, face), face));
  return line;
}

function placedBehind(last: PositionedGlyph | undefined, letter: Letter, { spacing }: Face): PositionedGlyph {
  const x = last ? last.x + last.letter.advance + last.letter.kerning(letter) + spacing : 0;
  return { letter, x };
}

/**
 * Where a line begins for the eye, in parts of the size: a little before its ink, as stems would else seem to
 * stand out from round letters above and below them.
 */
export const inkStart = ([first]: Line): number => (first ? first.x + first.letter.from * 0.7 : 0);

/** How wide a line is for the eye, in parts of the size. */
export function inkWidth(line: Line): number {
  const last = line.at(-1);
  return last ? last.x + last.letter.to - inkStart(line) : 0;
}

/** A line that is at most so wide, with an ellipsis where it is cut. */
export function cutLine(line: Line, face: Face, most: number): Line {
  let cut = line;
  for (let count = line.length - 1; inkWidth(cut) > most && count > 0; count--) {
    const kept = line.slice(0, count);
    const last = kept.at(-1);
    if (last && /[\p{L}\p{N}]/u.test(last.letter.character))
      cut = [...kept, placedBehind(last, letterOf('…', face), face)];
  }
  return cut;
}
