/**
 * A sign that no text of a page may hold: controls, separators of lines, what turns the reading direction,
 * halves of letters, and what Unicode leaves to others or gives no meaning. A carriage return in data comes
 * from an escape, or from a line end that no system uses any more.
 */
export const unseenSign = /[^\P{Cc}\t\n]|[\u2028-\u202E\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u;

/** A sign by the name that Unicode gives it: `U+0007`. */
export function signName(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
