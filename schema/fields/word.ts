import { english } from '../words/english.ts';
import type { Word } from '../words/languages.ts';
import { meanings } from '../words/meanings.ts';
import { text } from './fields.ts';

const meta = (name: Word, meaning: string) => ({
  description: meaning,
  examples: [english[name]],
  word: name,
});

/** A text that is built in: where an author writes none, it is empty until the site's words are put in. */
export const word = (name: Word, meaning = meanings[name]) => text.default('').meta(meta(name, meaning));

/** What is there only where an author asks for it: with `true`, or with a text in the place of the word. */
export const wordIfAsked = (name: Word) =>
  text.optional().meta({
    ...meta(name, `${meanings[name]} \`true\` stands for the usual words; without it there is none.`),
    isSwitch: true,
  });
