const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}`;
/** A word, or a letter of a script that puts no space between its words. */
const word = new RegExp(String.raw`[${unspaced}]|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`, 'gv');
/** Words that are written as one: `e-mail`, `don’t`. */
const compound = /[\p{L}\p{N}\p{M}]+(?:['’‐‑\-][\p{L}\p{N}\p{M}]+)*/gv;
const joints = /['’‐‑\-]/v;

// Letters that are not a plain one with a mark.
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Each word of a text with its place. */
export const wordsIn = (text: string): { word: string; at: number }[] =>
  [...text.matchAll(word)].map((match) => ({ word: match[0], at: match.index }));

/** A word without capital letters and marks, as people type it in a hurry. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter);

/** The same, and as those write it whose keyboard has no umlauts. */
export function foldedForms(text: string): string[] {
  const composed = text.normalize();
  if (!/[äöü]/i.test(composed)) return [folded(text)];
  return [folded(text), folded(composed.replaceAll(/[äöü]/gi, (sign) => `${folded(sign)}e`))];
}

/** What a text is found by: its words, and those that are written as one also as one. */
export function searchWords(text: string): string[] {
  const found: string[] = [];
  // Most words are plain, and looking at letters of all scripts takes time.
  for (const piece of text.toLowerCase().split(/[\s.,:;!?()"“”·…/]+/)) {
    if (piece === '') continue;
    if (/^[a-z0-9]+$/.test(piece)) found.push(piece);
    else found.push(...rareWords(piece));
  }
  return found;
}

function rareWords(piece: string): string[] {
  return [...piece.matchAll(compound)].flatMap(([whole]) => {
    const parts = wordsIn(whole).flatMap((one) => foldedForms(one.word));
    return joints.test(whole) ? [...parts, folded(whole.replaceAll(new RegExp(joints, 'gv'), ''))] : parts;
  });
}
