import type { TextEdit } from '../diagnostics/edits.ts';
import type { Chunk } from './chunks.ts';

/**
 * Returns alternative edits that move an item within its list, the best first. The text between the items does not
 * move, so empty lines and comments about sections stay in place.
 */
export function listCandidateMoves(
  text: string,
  chunks: readonly Chunk[],
  fromIndex: number,
  to: number,
): TextEdit[][] {
  const [low, high] = [Math.min(fromIndex, to), Math.max(fromIndex, to)];
  const order = chunks.map((_, index) => index);
  order.splice(to, 0, ...order.splice(fromIndex, 1));
  const slots = chunks.slice(low, high + 1);
  const gaps = slots.slice(1).map((slot, index) => text.slice(slots[index]?.to ?? 0, slot.from));
  const rotate = (getPart: (chunk: Chunk) => { from: number; to: number }): TextEdit[] =>
    slots.flatMap((slot, index) => {
      const source = chunks[order[low + index] ?? 0];
      if (!source || source === slot) return [];
      const otherSpan = getPart(source);
      return { ...getPart(slot), newText: text.slice(otherSpan.from, otherSpan.to) };
    });
  const getSpanWithComments = ({ from, to: end }: Chunk) => ({ from, to: end });
  const getSpanWithoutComments = ({ start, to: end }: Chunk) => ({ from: start, to: end });
  const movedChunk = chunks[fromIndex];
  const target = chunks[to];
  const hasEqualGaps = gaps.every((gap) => gap === gaps[0]);
  return [
    ...(hasEqualGaps && movedChunk && target ? [cutAndPaste(text, chunks, fromIndex, to)] : []),
    rotate(getSpanWithComments),
    // Move the items without their comments, because in a list inside a list, a comment cannot follow the outer dash.
    rotate(getSpanWithoutComments),
    ...(movedChunk && target ? [cutAndPaste(text, chunks, fromIndex, to)] : []),
  ];
}

/** Returns the edits that move an item together with the empty lines next to it. */
function cutAndPaste(text: string, chunks: readonly Chunk[], fromIndex: number, to: number): TextEdit[] {
  const [movedChunk, target] = [chunks[fromIndex], chunks[to]];
  const next = chunks[fromIndex + (to > fromIndex ? 1 : -1)];
  if (!movedChunk || !target || !next) return [];
  const movedText = text.slice(movedChunk.from, movedChunk.to);
  return to > fromIndex
    ? [
        { from: movedChunk.from, to: next.from, newText: '' },
        { from: target.to, to: target.to, newText: text.slice(movedChunk.to, next.from) + movedText },
      ]
    : [
        { from: next.to, to: movedChunk.to, newText: '' },
        { from: target.from, to: target.from, newText: movedText + text.slice(next.to, movedChunk.from) },
      ];
}
