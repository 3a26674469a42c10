import { namesOr } from '../base/wording.ts';
import { english } from '../words/english.ts';
import type { Word } from '../words/languages.ts';
import { meanings } from '../words/meanings.ts';
import { text } from './fields.ts';

const meta = (name: Word, meaning: string) => ({
  description: meaning,
  examples: [english[name]],
  word: name,
});

const placeholders = (written: string) => [...written.matchAll(/\{[^{}]*\}/g)].map(([one]) => one);

/** An author's text for a built-in word: what is filled in there has the same names. */
export function wordText(name: Word) {
  const known = placeholders(english[name]);
  if (known.length === 0) return text;
  const unknownIn = (written: string) => placeholders(written).find((one) => !known.includes(one));
  const names = namesOr(known, 'and');
  return text.refine((written) => unknownIn(written) === undefined, {
    error: ({ input }) => `cannot hold \`${unknownIn(String(input))}\`: nothing is filled in but ${names}`,
  });
}

/** A text that is built in: where an author writes none, it is empty until the site's words are put in. */
export const word = (name: Word, meaning = meanings[name]) =>
  wordText(name).default('').meta(meta(name, meaning));

/** What is there only where an author asks for it: with `true`, or with a text in the place of the word. */
export const wordIfAsked = (name: Word) =>
  wordText(name)
    .optional()
    .meta({
      ...meta(name, `${meanings[name]} \`true\` stands for the usual words; without it there is none.`),
      isSwitch: true,
    });
