import { createHash } from 'node:crypto';
import { puzzleText, zeroBits } from '../_shared/proof-of-work.ts';
import type { Envelope } from './envelope.ts';

/** Clocks of visitors may be wrong by the hours between two zones; further ahead nobody may work. */
const day = 24 * 3_600_000;

/**
 * Whether whoever sends this let a computer work for these very answers: the hash of the text, with the proof
 * behind it, has a hash that begins with zeros. It makes many different messages dear. It says nothing of who
 * sends them, and whoever has computers to spare sends them all the same.
 */
export function hasWorked({ form = '', id, workedAt, proof, answers }: Envelope, now: number): boolean {
  if (!(Math.abs(now - Number(workedAt)) < day) || !/^[\da-f]{8}$/.test(proof)) return false;
  const text = puzzleText({ form, id, at: workedAt, answers: [...answers] });
  const start = createHash('sha256').update(text).digest();
  const found = createHash('sha256').update(start).update(proof, 'hex').digest();
  return found.readUInt32BE() >>> (32 - zeroBits) === 0;
}
