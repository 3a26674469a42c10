import { Buffer } from 'node:buffer';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { UsageError } from '../../../scripts/system/command.ts';

/** How much is read at once, in bytes. */
const pieceSize = 1_000_000;

/** A file that somebody named, to be read piece by piece, as often as it is asked for. */
export function piecesOf(path: string): () => Iterable<Buffer> {
  try {
    const file = openSync(path, 'r');
    try {
      if (fstatSync(file).isFile()) return () => piecesOfFile(path);
      // What another program writes meanwhile comes once.
      const allPages = readFileSync(file);
      return () => [allPages];
    } finally {
      closeSync(file);
    }
  } catch (problem) {
    throw new UsageError(`The file ${path} cannot be read: ${String(problem)}`);
  }
}

function* piecesOfFile(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const piece = Buffer.alloc(pieceSize);
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
