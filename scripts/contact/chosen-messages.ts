import { WrongUse } from '../base/command.ts';
import type { MessagePages, Pages } from './messages-in-pages.ts';

/** The numbers of the messages that words name: by these numbers, or all that came from a mail address. */
export async function chosenIds(box: MessagePages, words: readonly string[]): Promise<number[]> {
  if (words.length === 0)
    throw new WrongUse('Which messages? Name them by their numbers, or by the mail address they came from.');
  const numbers = words.filter((word) => /^[1-9]\d{0,14}$/.test(word)).map(Number);
  const known = new Set((await idsIn(box.find(numbers))).map(String));
  const ids: number[] = [];
  for (const word of words) {
    const found = word.includes('@')
      ? await idsIn(box.pages({ address: word }))
      : [word].filter((one) => known.has(one)).map(Number);
    if (found.length === 0) throw new WrongUse(`There is no message \`${word}\`.`);
    ids.push(...found);
  }
  return ids;
}

async function idsIn(pages: Pages): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of pages) for (const { id } of page) ids.push(id);
  return ids;
}
