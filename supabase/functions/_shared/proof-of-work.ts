/** How many bits begin a proof with zero: some ten thousand attempts, less than a second of a slow phone. */
export const zeroBits = 15;

/** What a proof is for. */
export interface Puzzle {
  form: string;
  /** Made by the browser with the form. */
  id: string;
  /** When it was begun by the visitor's clock, in milliseconds. */
  at: string;
  /** By the names of their fields, in the order in which they are sent. */
  answers: readonly (readonly [name: string, answer: unknown])[];
}

/**
 * What is worked on. It needs no question from the server, which remembers nothing of it: with other answers
 * it is other work, and the same answers with the same id are the same message, which is stored once.
 */
export const puzzleText = ({ form, id, at, answers }: Puzzle): string =>
  JSON.stringify([form, id, at, answers]);
