import { Buffer } from 'node:buffer';
import { UsageError } from '../../../scripts/system/command.ts';

/** A message with all of its files is far smaller, in bytes. */
const largestElement = 100_000_000;

const noJson = () => new UsageError('That file is no JSON. `npm run messages -- --json` writes one that is.');

const code = (sign: string): number => sign.charCodeAt(0);
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')];
const [listBegins, listEnds, objectBegins, objectEnds] = [code('['), code(']'), code('{'), code('}')];
const isBlank = (text: string) => text.trim() === '';

/** The elements of a list in JSON, one after the other: the whole list may be more than memory holds. */
export function* elementsOf(pieces: Iterable<Buffer>): Generator<unknown> {
  /** In how many lists and objects the next sign is; nothing before the list and behind it. */
  let depth = 0;
  let count = 0;
  let isOver = false;
  let isText = false;
  let isEscaped = false;
  /** What has come of an element, or of what stands around the list. */
  let parts: Buffer[] = [];

  function taken(): string {
    const text = Buffer.concat(parts).toString();
    parts = [];
    return text;
  }
  function parsed(): unknown {
    count++;
    try {
      return JSON.parse(taken()) as unknown;
    } catch {
      throw noJson();
    }
  }

  for (const piece of pieces) {
    let from = 0;
    const upTo = (at: number) => {
      parts.push(piece.subarray(from, at));
      from = at + 1;
    };
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at];
      if (isEscaped) isEscaped = false;
      else if (isText) {
        if (sign === backslash) isEscaped = true;
        else if (sign === quote) isText = false;
      } else if (sign === quote) isText = true;
      else if (sign === listBegins || sign === objectBegins) {
        if (depth++ > 0) continue;
        upTo(at);
        if (sign !== listBegins || isOver || !isBlank(taken())) throw noJson();
      } else if (sign === listEnds || sign === objectEnds) {
        if (--depth > 0) continue;
        upTo(at);
        if (sign !== listEnds || depth < 0) throw noJson();
        isOver = true;
        if (count > 0 || !isBlank(Buffer.concat(parts).toString())) yield parsed();
        parts = [];
      } else if (sign === comma && depth === 1) {
        upTo(at);
        yield parsed();
      }
    }
    upTo(piece.length);
    if (parts.reduce((sum, { length }) => sum + length, 0) > largestElement)
      throw new UsageError('That file holds something that is far larger than a message may be.');
  }
  if (!isOver || !isBlank(taken())) throw noJson();
}
