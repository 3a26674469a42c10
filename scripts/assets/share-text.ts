import type { Font, Glyph } from 'fontkit';
import { rightToLeftLetter } from '../../schema/fields/font-facts.ts';
import { builtInFont, openFont } from './fonts.ts';

/** The fonts of a text. Each letter uses the first font that has it. */
export interface Face {
  fonts: readonly Font[];
  /** Letter spacing in em. */
  spacing: number;
  /** The width of a space in em. */
  space: number;
}

/** Opens WOFF2 files, with the built-in fonts as a fallback for missing letters. */
export async function openFace(
  files: readonly string[] | undefined,
  { weight, spacing }: { weight: number; spacing: number },
): Promise<Face> {
  const own = await Promise.all((files ?? []).map((file) => openFont(file, weight)));
  const fonts = [...own, builtInFont(weight), builtInFont(weight, 'latin-ext')];
  return { fonts, spacing, space: layoutText(' ', { fonts, spacing }).width };
}

/** The glyphs of a line with their positions, in em. */
interface TextLayout {
  width: number;
  glyphs: { font: Font; glyph: Glyph; x: number; y: number }[];
}

/** Lays out a text on one line. */
export function layoutText(text: string, { fonts, spacing }: Pick<Face, 'fonts' | 'spacing'>): TextLayout {
  const glyphs: TextLayout['glyphs'] = [];
  let x = 0;
  for (const { font, part } of splitByFont(text, fonts)) {
    const scale = 1 / font.unitsPerEm;
    // Ligatures look wrong with letter spacing.
    const run = font.layout(part, { liga: false });
    for (const [at, glyph] of run.glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[at] ?? {};
      glyphs.push({ font, glyph, x: x + xOffset * scale, y: yOffset * scale });
      x += xAdvance * scale + spacing;
    }
  }
  return { width: glyphs.length === 0 ? 0 : x - spacing, glyphs };
}

function splitByFont(text: string, fonts: readonly Font[]): { font: Font; part: string }[] {
  const parts: { font: Font; part: string }[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    // If no font has the letter, the built-in font draws a box.
    const font = fonts.find((one) => one.hasGlyphForCodePoint(code)) ?? fonts.at(-2);
    const last = parts.at(-1);
    if (font && last?.font === font) last.part += character;
    else if (font) parts.push({ font, part: character });
  }
  return parts;
}

/** Composes letters and removes zero-width characters, so that each letter is one glyph. */
const normalized = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cf}\uFE0F]/gu, '')
    .replace(/[^\S\u00A0]+/g, ' ')
    .trim();

/**
 * Returns the text without signs that the fonts lack, such as emoji. Returns an empty string if letters or digits are
 * missing, so that a picture never shows boxes.
 */
export function drawableText(text: string, { fonts }: Face): string {
  const isKnown = (sign: string) => fonts.some((font) => font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
  const signs = [...normalized(text)].filter((sign) => /[\p{L}\p{M}\p{N}]/u.test(sign) || isKnown(sign));
  return signs.every(isKnown) && !rightToLeftLetter.test(text) ? normalized(signs.join('')) : '';
}

/** Truncates a text to a width, with an ellipsis. */
export function cutText(text: string, maxWidth: number, face: Face): string {
  const whole = normalized(text);
  const cut = (length: number) => `${whole.slice(0, length).replace(/[^\p{L}\p{N}\p{M}]+$/u, '')}…`;
  const fits = (one: string) => layoutText(one, face).width <= maxWidth;
  if (fits(whole)) return whole;
  let [low, high] = [0, whole.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}

/** A word, or a part of a word that is too long for a line. */
interface Piece {
  text: string;
  width: number;
  /** The separator from the previous piece on the line. */
  separator: ' ' | '';
  gap: number;
}

const afterHyphen = /(?<=[\p{L}\p{N}][-–—/])(?=\p{L})/u;
const sizes = [148, 132, 116, 100, 88, 76, 66, 58] as const;
const smallest = 58;
const maxTitleHeight = 290;

/** Returns the line height for a font size. */
export const linePitch = (size: number): number => Math.round(size * 1.06);
const maxLines = (size: number) => Math.floor(maxTitleHeight / linePitch(size));

/**
 * Breaks a title into lines in the largest size that fits into the width, or slightly smaller to avoid short
 * lines. A title that is too long ends with an ellipsis.
 */
export function titleLines(title: string, width: number, face: Face): { size: number; lines: string[] } {
  const words = normalized(title)
    .split(' ')
    .flatMap((word) => piecesOf(word, /$/, face));
  let best: { size: number; lines: string[] } | undefined;
  for (const size of sizes) {
    if (best && size < best.size * 0.75) break;
    const max = width / size;
    const pieces = words.flatMap((word) =>
      word.width <= max ? word : piecesOf(word.text, afterHyphen, face),
    );
    const lines = filledLines(pieces, max);
    if (!lines || lines.length > maxLines(size)) continue;
    const even = balanced(pieces, lines);
    const found = { size, lines: even.map(joinPieces) };
    if (isEven(even)) return found;
    best ??= found;
  }
  return best ?? cutTitle(words, width / smallest, face);
}

function piecesOf(word: string, separators: RegExp | '', face: Face): Piece[] {
  return word.split(separators).map((text, at) => ({
    text,
    width: layoutText(text, face).width,
    separator: at === 0 ? ' ' : '',
    gap: at === 0 ? face.space + 2 * face.spacing : face.spacing,
  }));
}

const lineWidth = (line: readonly Piece[]): number =>
  line.reduce((sum, { width, gap }, at) => sum + width + (at === 0 ? 0 : gap), 0);

const joinPieces = (line: readonly Piece[]): string =>
  line.map(({ text, separator }, at) => (at === 0 ? text : separator + text)).join('');

/** Fills lines greedily. Returns undefined if a piece is too wide. */
function filledLines(pieces: readonly Piece[], width: number): Piece[][] | undefined {
  if (pieces.some((piece) => piece.width > width)) return undefined;
  const lines: Piece[][] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last && lineWidth([...last, piece]) <= width) last.push(piece);
    else lines.push([piece]);
  }
  return lines;
}

/** Balances lines: makes the widest as narrow as possible without adding lines. */
function balanced(pieces: readonly Piece[], lines: Piece[][]): Piece[][] {
  if (lines.length < 2) return lines;
  const narrower = filledLines(pieces, Math.max(...lines.map(lineWidth)) - 0.001);
  return narrower && narrower.length <= lines.length ? balanced(pieces, narrower) : lines;
}

/** Whether no line is noticeably short. */
function isEven(lines: readonly Piece[][]): boolean {
  const widths = lines.map(lineWidth);
  return Math.min(...widths) >= Math.max(...widths) * 0.45;
}

/** Breaks a title in the smallest size. Breaks words that are still too wide, and truncates long titles. */
function cutTitle(words: readonly Piece[], width: number, face: Face): { size: number; lines: string[] } {
  const pieces = words.flatMap((word) => (word.width > width ? piecesOf(word.text, /(?:)/u, face) : [word]));
  const lines = filledLines(pieces, width) ?? [];
  const max = maxLines(smallest);
  if (lines.length <= max) return { size: smallest, lines: balanced(pieces, lines).map(joinPieces) };
  const last = cutText(joinPieces(lines.slice(max - 1).flat()), width, face);
  return { size: smallest, lines: [...lines.slice(0, max - 1).map(joinPieces), last] };
}
