import { type Puzzle, puzzleText, zeroBits } from '../../../schema/content/puzzle.ts';
import type { GroupedDependencies } from './drafts.ts';

/** For how long nothing else has its turn, in milliseconds: whoever types notices nothing of it. */
const slice = 8;

/** The constants of SHA-256: what comes behind the point of the roots of the first primes. */
const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) => number > 1 && !/^(11+)\1+$/.test('1'.repeat(number)),
);
const behindThePoint = (root: number) => (root * 2 ** 32) | 0;
const constants = primes.map((prime) => behindThePoint(prime ** (1 / 3)));
const beginning = primes.slice(0, 8).map((prime) => behindThePoint(prime ** 0.5));

/** SHA-256 of one more block of sixteen words. Not that of browsers, which plain http does not have. */
function hashBlock(before: readonly number[], block: readonly number[]): number[] {
  const at = (word: number) => words[word & 15] ?? 0;
  const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before;
  for (let round = 0; round < 64; round++) {
    if (round < 16) words[round] = block[round] ?? 0;
    else {
      const [early, late] = [at(round - 15), at(round - 2)];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[round & 15] = at(round) + first + at(round - 7) + second;
    }
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + ((e & f) ^ (~e & g)) + (constants[round] ?? 0) + at(round)) | 0;
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + other) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + (before[place] ?? 0)) | 0);
}
/** The last sixteen that a round needs, in one place for all blocks. */
const words = new Int32Array(16);

/** The SHA-256 of a text, as eight words. */
function hashText(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  for (const [place, byte] of [...bytes, 0x80].entries()) blocks.setUint8(place, byte);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  let hash = beginning;
  for (let start = 0; start < blocks.byteLength; start += 64)
    hash = hashBlock(
      hash,
      Array.from({ length: 16 }, (_, word) => blocks.getInt32(start + word * 4)),
    );
  return hash;
}

/** Works for answers, and says with what they are sent then. */
export async function solvePuzzle(
  { form, id }: Pick<Puzzle, 'form' | 'id'>,
  answers: GroupedDependencies,
): Promise<{ at: string; proof: string }> {
  const at = String(Date.now());
  return { at, proof: await proofFor({ form, id, at, answers: Object.entries(answers) }) };
}

/** A little at a time (see proof-of-work.ts of the function). */
async function proofFor(puzzle: Puzzle): Promise<string> {
  const start = hashText(puzzleText(puzzle));
  // Behind them a proof of four bytes, and how many bits there are.
  const block = [...start, 0, 1 << 31, 0, 0, 0, 0, 0, 36 * 8];
  const turns = new MessageChannel();
  turns.port1.start();
  let end = performance.now() + slice;
  for (let attempt = 0; ; attempt++) {
    block[8] = attempt | 0;
    if ((hashBlock(beginning, block)[0] ?? 0) >>> (32 - zeroBits) === 0) {
      turns.port1.close();
      return attempt.toString(16).padStart(8, '0');
    }
    // To ask for the time takes time, too.
    if (attempt % 64 > 0 || performance.now() < end) continue;
    // A timer would wait for longer than it takes.
    await new Promise((next) => {
      turns.port1.addEventListener('message', next, { once: true });
      turns.port2.postMessage(0);
    });
    end = performance.now() + slice;
  }
}
