import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { Field } from './collect-fields.ts';
import { textAsSeen } from './unfinished-texts.ts';

const inner = '[^“”„«»"\\n]{1,200}';
const curly = String.raw`(?<=\S)`;
// Behind a digit it stands for inches.
const straight = String.raw`(?<=[^\s\d])`;
const mixedQuotes = new RegExp(
  String.raw`(?<![^\s(])(?:“${inner}(?:${straight}"|${curly}[“»])|„${inner}(?:${straight}"|${curly}»)|` +
    String.raw`«${inner}(?:${straight}"|${curly}[“”])|”${inner}(?:${straight}"|${curly}[“»])|"(?=\S)${inner}${curly}[”“»])(?![\p{L}\p{N}])`,
  'gu',
);
const blankBefore = /(?<=[^\s,.]) +(?:,|\.(?!\.))(?=\s|$)/g;

/** Whether a text may have such slips. */
export const mayHaveSlip = (text: string): boolean =>
  text.search(mixedQuotes) !== -1 || text.search(blankBefore) !== -1;

/** Reports quotation marks that are no pair, and a blank before a comma or full stop. */
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
      message: 'these quotation marks are no pair',
      label: `\`${quoted[0]}\` and \`${quoted.at(-1)}\``,
      fix: {
        title: 'write `"` on both sides',
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
      message: `a blank stands before this \`${sign}\``,
      label: 'a word seems to be missing here, or the blank is too much',
      fix: { title: 'take the blank out', safety: 'suggested', newText: sign },
    };
  });
  return [...quotes, ...blanks];
}
