/** A sign that can be seen: no blank of any width, and nothing that only says where a word may be parted. */
const visibleCharacter = /[^\s\u00AD\u115F\u1160\u200B-\u200F\u2060-\u2064\u2800\u3164]/;

/** Whether a plain text has something that can be seen. */
export const hasVisibleCharacter = (text: string): boolean => visibleCharacter.test(text);

/** How Markdown writes such signs. */
const names = 'nbsp|ensp|emsp|thinsp|hairsp|shy|zwn?j|ZeroWidthSpace|NewLine|Tab';
const invisibleReference = new RegExp(`&(?:${names}|#(?:160|173|8203|x(?:a0|ad|200b)));`, 'gi');

/** Whether a text with marks has something that can be seen. */
export const hasVisibleText = (text: string): boolean =>
  visibleCharacter.test(text.includes('&') ? text.replaceAll(invisibleReference, '') : text);

/**
 * A sign that no text of a page may hold: controls, separators of lines, what turns the reading direction,
 * halves of letters, and what Unicode leaves to others or gives no meaning. A carriage return in data comes
 * from an escape, or from a line end that no system uses any more.
 */
export const invisibleCharacter = /[^\P{Cc}\t\n]|[\u2028-\u202E\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u;

/** A sign by the name that Unicode gives it: `U+0007`. */
export function characterName(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
