import type { Font, Glyph } from 'fontkit';
import { rightToLeftLetter } from '../../schema/fields/font-facts.ts';
import { openBuiltInFont, openFont } from './fonts.ts';

/** Fonts in order of preference. Each character uses the first font that has a glyph for it. */
export interface Face {
  fonts: readonly Font[];
  /** Letter spacing in em. */
  spacing: number;
  /** Width of a space in em. */
  space: number;
}

/** Opens WOFF2 files, with the built-in fonts as a fallback for missing characters. */
export async function openFace(
  files: readonly string[] | undefined,
  { weight, spacing }: { weight: number; spacing: number },
): Promise<Face> {
  const ownFonts = await Promise.all((files ?? []).map((file) => openFont(file, weight)));
  const fonts = [...ownFonts, openBuiltInFont(weight), openBuiltInFont(weight, 'latin-ext')];
  return { fonts, spacing, space: layoutText(' ', { fonts, spacing }).width };
}

/** The glyphs of a line, with their positions in em. */
interface TextLayout {
  width: number;
  glyphs: { font: Font; glyph: Glyph; x: number; y: number }[];
}

/** Lays out text on one line. */
export function layoutText(text: string, { fonts, spacing }: Pick<Face, 'fonts' | 'spacing'>): TextLayout {
  const glyphs: TextLayout['glyphs'] = [];
  let x = 0;
  for (const { font, part } of splitByFont(text, fonts)) {
    const scale = 1 / font.unitsPerEm;
    // Ligatures look wrong with letter spacing.
    const run = font.layout(part, { liga: false });
    for (const [glyphIndex, glyph] of run.glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = run.positions[glyphIndex] ?? {};
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
    // If no font has the character, the built-in font draws a box instead.
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code)) ?? fonts.at(-2);
    const lastPart = parts.at(-1);
    if (font && lastPart?.font === font) lastPart.part += character;
    else if (font) parts.push({ font, part: character });
  }
  return parts;
}

/** Composes characters and removes zero-width ones, so that each letter is one glyph: `e` + accent becomes `é`. */
const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cf}\uFE0F]/gu, '')
    .replace(/[^\S\u00A0]+/g, ' ')
    .trim();

/**
 * Removes symbols that the fonts lack, such as emoji. Returns an empty string if the fonts lack letters or digits, so
 * that a picture never shows boxes.
 */
export function toDrawableText(text: string, { fonts }: Face): string {
  const hasGlyph = (character: string) =>
    fonts.some((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  const characters = [...normalizeText(text)].filter(
    (character) => /[\p{L}\p{M}\p{N}]/u.test(character) || hasGlyph(character),
  );
  return characters.every(hasGlyph) && !rightToLeftLetter.test(text)
    ? normalizeText(characters.join(''))
    : '';
}

/** Truncates text to a width, with an ellipsis. */
export function truncateText(text: string, maxWidth: number, face: Face): string {
  const wholeText = normalizeText(text);
  const truncateAt = (length: number) =>
    `${wholeText.slice(0, length).replace(/[^\p{L}\p{N}\p{M}]+$/u, '')}…`;
  const fitsWidth = (candidate: string) => layoutText(candidate, face).width <= maxWidth;
  if (fitsWidth(wholeText)) return wholeText;
  let [low, high] = [0, wholeText.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fitsWidth(truncateAt(middle))) low = middle;
    else high = middle - 1;
  }
  return truncateAt(low);
}

/** A word, or a part of a word that is too long for a line. */
interface Piece {
  text: string;
  width: number;
  /** The separator between the previous piece on the line and this one. */
  separator: ' ' | '';
  gap: number;
}

const afterHyphen = /(?<=[\p{L}\p{N}][-–—/])(?=\p{L})/u;
const sizes = [148, 132, 116, 100, 88, 76, 66, 58] as const;
const minSize = 58;
const maxTitleHeight = 290;

/** Returns the line height for a font size. */
export const getLineHeight = (size: number): number => Math.round(size * 1.06);
const getMaxLines = (size: number) => Math.floor(maxTitleHeight / getLineHeight(size));

/**
 * Breaks a title into lines, in the largest font size that fits the width, or in a slightly smaller one if that avoids
 * short lines. A title that is too long ends with an ellipsis.
 */
export function layoutTitle(title: string, width: number, face: Face): { size: number; lines: string[] } {
  const words = normalizeText(title)
    .split(' ')
    .flatMap((word) => splitIntoPieces(word, /$/, face));
  let bestLayout: { size: number; lines: string[] } | undefined;
  for (const size of sizes) {
    if (bestLayout && size < bestLayout.size * 0.75) break;
    const max = width / size;
    const pieces = words.flatMap((word) =>
      word.width <= max ? word : splitIntoPieces(word.text, afterHyphen, face),
    );
    const lines = fillLines(pieces, max);
    if (!lines || lines.length > getMaxLines(size)) continue;
    const balancedLines = balanceLines(pieces, lines);
    const layout = { size, lines: balancedLines.map(joinPieces) };
    if (isEven(balancedLines)) return layout;
    bestLayout ??= layout;
  }
  return bestLayout ?? truncateTitle(words, width / minSize, face);
}

function splitIntoPieces(word: string, separators: RegExp | '', face: Face): Piece[] {
  return word.split(separators).map((text, index) => ({
    text,
    width: layoutText(text, face).width,
    separator: index === 0 ? ' ' : '',
    gap: index === 0 ? face.space + 2 * face.spacing : face.spacing,
  }));
}

const measureLine = (line: readonly Piece[]): number =>
  line.reduce((sum, { width, gap }, index) => sum + width + (index === 0 ? 0 : gap), 0);

const joinPieces = (line: readonly Piece[]): string =>
  line.map(({ text, separator }, index) => (index === 0 ? text : separator + text)).join('');

/** Fills lines from the left with as many pieces as fit. Returns `undefined` if a piece is wider than a line. */
function fillLines(pieces: readonly Piece[], width: number): Piece[][] | undefined {
  if (pieces.some((piece) => piece.width > width)) return undefined;
  const lines: Piece[][] = [];
  for (const piece of pieces) {
    const lastLine = lines.at(-1);
    if (lastLine && measureLine([...lastLine, piece]) <= width) lastLine.push(piece);
    else lines.push([piece]);
  }
  return lines;
}

/** Balances lines: makes the widest line as narrow as possible without adding lines. */
function balanceLines(pieces: readonly Piece[], lines: Piece[][]): Piece[][] {
  if (lines.length < 2) return lines;
  const narrower = fillLines(pieces, Math.max(...lines.map(measureLine)) - 0.001);
  return narrower && narrower.length <= lines.length ? balanceLines(pieces, narrower) : lines;
}

/** Returns whether all lines have a similar width. */
function isEven(lines: readonly Piece[][]): boolean {
  const widths = lines.map(measureLine);
  return Math.min(...widths) >= Math.max(...widths) * 0.45;
}

/**
 * Breaks a title into lines in the smallest font size. Splits words that are wider than a line. Truncates long titles.
 */
function truncateTitle(
  words: readonly Piece[],
  width: number,
  face: Face,
): { size: number; lines: string[] } {
  const pieces = words.flatMap((word) =>
    word.width > width ? splitIntoPieces(word.text, /(?:)/u, face) : [word],
  );
  const lines = fillLines(pieces, width) ?? [];
  const max = getMaxLines(minSize);
  if (lines.length <= max) return { size: minSize, lines: balanceLines(pieces, lines).map(joinPieces) };
  const lastLine = truncateText(joinPieces(lines.slice(max - 1).flat()), width, face);
  return { size: minSize, lines: [...lines.slice(0, max - 1).map(joinPieces), lastLine] };
}
