import type { Face } from './letters.ts';
import { cutLine, inkWidth, type Line, layoutLine } from './set-line.ts';

/** A title as it is drawn. */
export interface SetTitle {
  size: number;
  lines: Line[];
}

const sizes = [148, 132, 116, 100, 88, 76, 66, 58] as const;
const smallest = 58;
const maxTitleHeight = 290;
/** How titles are set without a font of the site's own. */
const defaultFace: Face = { weight: 700, spacing: -0.032 };

export const titleFace = (fonts: Face['fonts']): Face => (fonts ? { ...defaultFace, fonts } : defaultFace);

/** The distance of two lines. */
export const linePitch = (size: number): number => Math.round(size * 1.06);

/**
 * A title in lines, in the largest size at which it fits into a width, or in one a little smaller at which no
 * line is short. A title that is too long fills its lines and ends with an ellipsis.
 */
export function titleLines(title: string, width: number, face = defaultFace): SetTitle {
  const words = setWords(title, face);
  let best: SetTitle | undefined;
  for (const size of sizes) {
    if (best && size < best.size * 0.75) break;
    const parts = words.flatMap((textWithDefault) =>
      inkWidth(textWithDefault.flat()) <= width / size ? [textWithDefault.flat()] : textWithDefault,
    );
    const lines = filledLines(parts, width / size);
    if (!lines || lines.length > maxLines(size)) continue;
    const found = { size, lines: balanced(parts, lines) };
    if (isEven(found.lines)) return found;
    best ??= found;
  }
  return best ?? cutTitle(words.flat(), width / smallest, face);
}

const maxLines = (size: number) => Math.floor(maxTitleHeight / linePitch(size));

/** Each word as the parts between which it may be broken where it is too long for a line. */
function setWords(title: string, face: Face): Line[][] {
  const letters = layoutLine(title, face);
  let end = 0;
  const words = letters
    .map(({ letter }) => letter.character)
    .join('')
    .split(' ');
  return words.map((textWithDefault) => {
    const parts = textWithDefault.split(/(?<=[\p{L}\p{N}][-–—/])(?=\p{L})/u);
    const lines = parts.map((part) => letters.slice(end, (end += [...part].length)));
    // The blank behind it.
    end += 1;
    return lines;
  });
}

/** Puts as many parts as fit into each line; nothing where one of them is too wide. */
function filledLines(parts: readonly Line[], width: number): Line[] | undefined {
  if (parts.some((part) => inkWidth(part) > width)) return undefined;
  const lines: Line[] = [];
  for (const part of parts) {
    const longer = [...(lines.at(-1) ?? []), ...part];
    if (inkWidth(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(part);
  }
  return lines;
}

/** The same number of lines, the widest of them as narrow as can be. */
function balanced(parts: readonly Line[], lines: Line[]): Line[] {
  const narrower = filledLines(parts, Math.max(...lines.map(inkWidth)) - 0.001);
  return narrower && narrower.length <= lines.length ? balanced(parts, narrower) : lines;
}

/** Whether all lines are long enough to look intended. */
function isEven(lines: readonly Line[]): boolean {
  const widths = lines.map(inkWidth);
  return Math.min(...widths) >= Math.max(...widths) * 0.45;
}

/** The smallest size, in which words that are still too wide are broken anywhere. */
function cutTitle(words: readonly Line[], width: number, face: Face): SetTitle {
  const parts = words.flatMap((textWithDefault) =>
    inkWidth(textWithDefault) > width ? textWithDefault.map((letter) => [letter]) : [textWithDefault],
  );
  const lines = filledLines(parts, width) ?? [];
  const most = maxLines(smallest);
  if (lines.length <= most) return { size: smallest, lines: balanced(parts, lines) };
  const last = cutLine(lines.slice(most - 1).flat(), face, width);
  return { size: smallest, lines: [...lines.slice(0, most - 1), last] };
}
