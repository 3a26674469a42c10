import { type Puzzle, createPuzzleText, zeroBits } from '../../../schema/fields/puzzle.ts';
import type { Answers } from './drafts.ts';

/** Duration of each slice of work, in milliseconds. It is short enough not to delay typing. */
const sliceMs = 8;

/** The first 64 prime numbers. The constants of SHA-256 are fractional parts of their roots (FIPS 180-4). */
const primes = Array.from({ length: 312 }, (_, number) => number).filter(
  (number) => number > 1 && !/^(11+)\1+$/.test('1'.repeat(number)),
);
const toFractionBits = (root: number) => (root * 2 ** 32) | 0;
const constants = primes.map((prime) => toFractionBits(prime ** (1 / 3)));
const initialHash = primes.slice(0, 8).map((prime) => toFractionBits(prime ** 0.5));

/**
 * Returns the SHA-256 hash after one more block of 16 words. Does not use `crypto.subtle`, because it requires HTTPS.
 */
function hashBlock(previousHash: readonly number[], blockWords: readonly number[]): number[] {
  const getWord = (word: number) => schedule[word & 15] ?? 0;
  const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = previousHash;
  for (let round = 0; round < 64; round++) {
    if (round < 16) schedule[round] = blockWords[round] ?? 0;
    else {
      const [word15, word2] = [getWord(round - 15), getWord(round - 2)];
      const smallSigma0 = rotate(word15, 7) ^ rotate(word15, 18) ^ (word15 >>> 3);
      const smallSigma1 = rotate(word2, 17) ^ rotate(word2, 19) ^ (word2 >>> 10);
      schedule[round & 15] = getWord(round) + smallSigma0 + getWord(round - 7) + smallSigma1;
    }
    const bigSigma1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const temp1 = (h + bigSigma1 + ((e & f) ^ (~e & g)) + (constants[round] ?? 0) + getWord(round)) | 0;
    const temp2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + temp1) | 0;
    d = c;
    c = b;
    b = a;
    a = (temp1 + temp2) | 0;
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (previousHash[index] ?? 0)) | 0);
}
/** The last 16 words of the message schedule. The array is reused for all blocks. */
const schedule = new Int32Array(16);

/** Returns the SHA-256 hash of a string as eight 32-bit words. */
function hashText(text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  for (const [index, byte] of [...bytes, 0x80].entries()) blocks.setUint8(index, byte);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  let hash = initialHash;
  for (let offset = 0; offset < blocks.byteLength; offset += 64)
    hash = hashBlock(
      hash,
      Array.from({ length: 16 }, (_, word) => blocks.getInt32(offset + word * 4)),
    );
  return hash;
}

/** Solves the proof-of-work puzzle of a message. Returns the puzzle's time and the proof. */
export async function solvePuzzle(
  { form, id }: Pick<Puzzle, 'form' | 'id'>,
  answers: Answers,
): Promise<{ at: string; proof: string }> {
  const at = String(Date.now());
  return { at, proof: await findProof({ form, id, at, answers: Object.entries(answers) }) };
}

/** Tries one proof after another and returns the first valid one. Pauses after each slice of work (see puzzle.ts). */
async function findProof(puzzle: Puzzle): Promise<string> {
  const textHash = hashText(createPuzzleText(puzzle));
  // The block contains the hash of the text, a proof of four bytes, the padding and the length in bits.
  const blockWords = [...textHash, 0, 1 << 31, 0, 0, 0, 0, 0, 36 * 8];
  const channel = new MessageChannel();
  channel.port1.start();
  let sliceEnd = performance.now() + sliceMs;
  for (let attempt = 0; ; attempt++) {
    blockWords[8] = attempt | 0;
    if ((hashBlock(initialHash, blockWords)[0] ?? 0) >>> (32 - zeroBits) === 0) {
      channel.port1.close();
      return attempt.toString(16).padStart(8, '0');
    }
    // Reading the clock is slow, so the clock is read only once in 64 attempts.
    if (attempt % 64 > 0 || performance.now() < sliceEnd) continue;
    // Pauses until a posted message arrives, because a timer would take longer than a slice of work.
    await new Promise((resolve) => {
      channel.port1.addEventListener('message', resolve, { once: true });
      channel.port2.postMessage(0);
    });
    sliceEnd = performance.now() + sliceMs;
  }
}
