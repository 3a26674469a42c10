import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { truncate } from '../diagnostics/wording.ts';
import type { Field } from './collect-fields.ts';

// If UTF-8 is read as Windows-1252, `é` becomes `Ã©`, and `’` becomes `â€™`.

/** The Windows-1252 characters for the bytes 0x80 to 0x9F. Some of these bytes have no character. */
const windows1252Characters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const continuationByte = `[${windows1252Characters}\u00A0-\u00BF]`;
// Does not match `Ã` and a quotation mark after a capital letter, which may be correct, as in `MANHÃ”`.
const misreadPattern = new RegExp(
  String.raw`(?:(?<!\p{Lu})[ÃÂ]${continuationByte}|â€${continuationByte}|ðŸ${continuationByte}{2})+`,
  'gu',
);

/** Decodes UTF-8 that was read as Windows-1252. Returns `undefined` if the bytes are not valid UTF-8. */
function decodeMisreadUtf8(misreadText: string): string | undefined {
  const bytes = [...misreadText].map((character) => {
    const index = windows1252Characters.indexOf(character);
    return index === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + index;
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/** Reports characters that were read in the wrong encoding. */
export function checkEncoding({ path, text }: Pick<Field, 'path' | 'text'>): DiagnosticInit[] {
  return [...text.matchAll(misreadPattern)].flatMap(({ 0: misreadText, index }): DiagnosticInit[] => {
    const decodedText = decodeMisreadUtf8(misreadText);
    if (decodedText === undefined || !/^[\u00A0-\u{10FFFF}]+$/u.test(decodedText)) return [];
    return [
      {
        path,
        within: { start: index, length: misreadText.length },
        rule: 'unfinished-text',
        message: `visitors would see \`${truncate(misreadText)}\`, which is \`${decodedText}\` in the wrong encoding`,
        label: 'a program misread these characters',
        received: misreadText,
        advice: 'write the character itself, and save the file as UTF-8',
        fix: { title: `write \`${decodedText}\``, safety: 'suggested', newText: decodedText },
      },
    ];
  });
}
