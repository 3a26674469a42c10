// This is a separate file, so that browsers only load it for the proof of work.

/**
 * The number of leading zero bits of a proof. Finding one takes about ten thousand attempts: less than a second on a
 * slow phone.
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
 * Returns the text to hash. The server needs neither a challenge nor a state to prevent reuse: different answers need
 * a different proof, and the same answers with the same id are the same message, which is stored once.
 */
export const createPuzzleText = ({ form, id, at, answers }: Puzzle): string =>
  JSON.stringify([form, id, at, answers]);
