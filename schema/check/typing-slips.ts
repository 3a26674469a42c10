import { characterName } from '../diagnostics/invisible.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { Field } from './collect-fields.ts';
import { textAsSeen } from './unfinished-texts.ts';

const inner = '[^“”„«»"\\n]{1,200}';
const curly = String.raw`(?<=\S)`;
// After a digit, a straight quotation mark means inches.
const straight = String.raw`(?<=[^\s\d])`;
const mixedQuotes = new RegExp(
  String.raw`(?<![^\s(])(?:“${inner}(?:${straight}"|${curly}[“»])|„${inner}(?:${straight}"|${curly}»)|` +
    String.raw`«${inner}(?:${straight}"|${curly}[“”])|”${inner}(?:${straight}"|${curly}[“»])|"(?=\S)${inner}${curly}[”“»])(?![\p{L}\p{N}])`,
  'gu',
);
const blankBefore = /(?<=[^\s,.]) +(?:,|\.(?!\.))(?=\s|$)/g;

const besideWidthless = String.raw`[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}\s.,;:!?()"'“”’-]`;
// Zero-width characters are often pasted by accident, but other scripts and emoji need them.
const widthless = new RegExp(
  `(?<=${besideWidthless})[\\u200B-\\u200D\\u2060\\uFEFF]{1,9}(?=${besideWidthless})`,
  'gu',
);

/** Returns whether a text may contain typing slips. */
export const mayHaveSlip = (text: string): boolean =>
  [mixedQuotes, blankBefore, widthless].some((slip) => text.search(slip) !== -1);

/** Reports quotation marks that do not match, a space before a comma or full stop, and invisible characters. */
export function typingSlips(field: Pick<Field, 'path' | 'key' | 'text' | 'meta'>): DiagnosticInit[] {
  const { path, text } = field;
  const seen = mayHaveSlip(text) ? textAsSeen(field) : undefined;
  if (seen === undefined) return [];
  const quotes = [...seen.matchAll(mixedQuotes)].map(({ 0: quoted, index }): DiagnosticInit => {
    const places = [index, index + quoted.length - 1];
    return {
      path,
      within: { start: index, length: quoted.length },
      rule: 'typing-slip',
      message: 'these quotation marks do not match',
      label: `\`${quoted[0]}\` and \`${quoted.at(-1)}\``,
      fix: {
        title: 'use `"` on both sides',
        safety: 'suggested',
        edits: places.map((start) => ({ path, within: { start, length: 1 }, newText: '"' })),
      },
    };
  });
  const blanks = [...seen.matchAll(blankBefore)].map(({ 0: found, index }): DiagnosticInit => {
    const within = { start: index, length: found.length };
    const sign = found.trim();
    return {
      path,
      within,
      rule: 'typing-slip',
      message: `there is a space before this \`${sign}\``,
      label: 'a word is missing here, or the space should go',
      fix: { title: 'remove the space', safety: 'suggested', newText: sign },
    };
  });
  const unseen = [...seen.matchAll(widthless)].map(({ 0: signs, index }): DiagnosticInit => ({
    path,
    within: { start: index, length: signs.length },
    rule: 'typing-slip',
    message: `this text contains an invisible character, \`${characterName(signs)}\``,
    label: 'it was probably pasted in, and the search cannot find the word',
    fix: { title: 'remove it', safety: 'suggested', newText: '' },
  }));
  return [...quotes, ...blanks, ...unseen];
}
