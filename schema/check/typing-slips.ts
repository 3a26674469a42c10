import { formatCodePoint } from '../diagnostics/invisible.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { Field } from './collect-fields.ts';
import { getVisibleText } from './unfinished-texts.ts';

const quotedText = '[^“”„«»"\\n]{1,200}';
const afterText = String.raw`(?<=\S)`;
// Requires a letter or punctuation before the match. After a digit, a straight quotation mark means inches.
const afterLetter = String.raw`(?<=[^\s\d])`;
const mixedQuotesPattern = new RegExp(
  String.raw`(?<![^\s(])(?:“${quotedText}(?:${afterLetter}"|${afterText}[“»])|„${quotedText}(?:${afterLetter}"|${afterText}»)|` +
    String.raw`«${quotedText}(?:${afterLetter}"|${afterText}[“”])|”${quotedText}(?:${afterLetter}"|${afterText}[“»])|"(?=\S)${quotedText}${afterText}[”“»])(?![\p{L}\p{N}])`,
  'gu',
);
const spaceBeforePunctuation = /(?<=[^\s,.]) +(?:,|\.(?!\.))(?=\s|$)/g;

const visibleCharacter = String.raw`[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}\s.,;:!?()"'“”’-]`;
// Zero-width characters are often pasted by accident, but some writing systems and emoji need them.
const zeroWidthPattern = new RegExp(
  `(?<=${visibleCharacter})[\\u200B-\\u200D\\u2060\\uFEFF]{1,9}(?=${visibleCharacter})`,
  'gu',
);

/** Fast test: returns whether text may contain typing slips. */
export const canHaveSlips = (text: string): boolean =>
  [mixedQuotesPattern, spaceBeforePunctuation, zeroWidthPattern].some((slip) => text.search(slip) !== -1);

/** Reports mismatched quotation marks, spaces before a comma or full stop, and invisible characters. */
export function checkTypingSlips(field: Pick<Field, 'path' | 'key' | 'text' | 'meta'>): DiagnosticInit[] {
  const { path, text } = field;
  const visibleText = canHaveSlips(text) ? getVisibleText(field) : undefined;
  if (visibleText === undefined) return [];
  const quoteProblems = [...visibleText.matchAll(mixedQuotesPattern)].map(
    ({ 0: quoted, index }): DiagnosticInit => {
      const quoteOffsets = [index, index + quoted.length - 1];
      return {
        path,
        within: { start: index, length: quoted.length },
        rule: 'typing-slip',
        message: 'these quotation marks do not match',
        label: `\`${quoted[0]}\` and \`${quoted.at(-1)}\``,
        fix: {
          title: 'use `"` on both sides',
          safety: 'suggested',
          edits: quoteOffsets.map((start) => ({ path, within: { start, length: 1 }, newText: '"' })),
        },
      };
    },
  );
  const spaceProblems = [...visibleText.matchAll(spaceBeforePunctuation)].map(
    ({ 0: match, index }): DiagnosticInit => {
      const within = { start: index, length: match.length };
      const punctuation = match.trim();
      return {
        path,
        within,
        rule: 'typing-slip',
        message: `there is a space before this \`${punctuation}\``,
        label: 'a word is missing here, or the space is a mistake',
        fix: { title: 'remove the space', safety: 'suggested', newText: punctuation },
      };
    },
  );
  const invisibleProblems = [...visibleText.matchAll(zeroWidthPattern)].map(
    ({ 0: invisibleCharacters, index }): DiagnosticInit => ({
      path,
      within: { start: index, length: invisibleCharacters.length },
      rule: 'typing-slip',
      message: `this text contains an invisible character, \`${formatCodePoint(invisibleCharacters)}\``,
      label: 'it was probably pasted in by accident, and the search cannot find the word',
      fix: { title: 'remove it', safety: 'suggested', newText: '' },
    }),
  );
  return [...quoteProblems, ...spaceProblems, ...invisibleProblems];
}
