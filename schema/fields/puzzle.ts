// This code is in a separate file, so that browsers load it only for the proof of work.

/**
 * The number of leading zero bits in the hash of a valid proof. Finding a proof takes about 33,000 attempts on average,
 * which is less than a second on a slow phone.
 */
export const zeroBits = 15;

/** The input of a proof of work. */
export interface Puzzle {
  form: string;
  /** The id of the message, which the browser generates for this form. */
  id: string;
  /** The time at which the work started, by the visitor's clock, in milliseconds since 1970. */
  at: string;
  /** The answers by field name, in the order in which they are sent. */
  answers: readonly (readonly [name: string, answer: unknown])[];
}

/**
 * Returns the text to hash. The server can prevent reuse of a proof without a challenge or stored state: different
 * answers need a different proof, and the same answers with the same id are the same message, which is stored only
 * once.
 */
export const createPuzzleText = ({ form, id, at, answers }: Puzzle): string =>
  JSON.stringify([form, id, at, answers]);
