/** Matches a visible character: not a space of any width, a soft hyphen or a joiner. */
const visibleCharacter = /[^\s\u00AD\u115F\u1160\u200B-\u200F\u2060-\u2064\u2800\u3164]/;

/** Returns whether plain text contains a visible character. */
export const hasVisibleCharacter = (text: string): boolean => visibleCharacter.test(text);

/**
 * Names of the HTML entities for invisible characters, such as `&nbsp;`, as a pattern. Markdown can contain these
 * entities.
 */
const invisibleEntities = 'nbsp|ensp|emsp|thinsp|hairsp|shy|zwn?j|ZeroWidthSpace|NewLine|Tab';
const invisibleReference = new RegExp(`&(?:${invisibleEntities}|#(?:160|173|8203|x(?:a0|ad|200b)));`, 'gi');

/** Returns whether Markdown contains a visible character. Entities such as `&nbsp;` do not count. */
export const hasVisibleText = (text: string): boolean =>
  visibleCharacter.test(text.includes('&') ? text.replaceAll(invisibleReference, '') : text);

/**
 * Matches characters that texts must not contain: control characters, line separators, bidirectional controls, lone
 * surrogates, private-use characters and noncharacters. It also matches `\r`, which data contains only if an author
 * wrote an escape, or if the file has the line ends of old Macs.
 */
export const invisibleCharacter = /[^\P{Cc}\t\n]|[\u2028-\u202E\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u;

/** Returns the code point of a character in the format `U+0007`. */
export function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
