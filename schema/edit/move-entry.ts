import type { TextEdit } from '../diagnostics/edits.ts';
import type { Chunk } from './chunks.ts';

/**
 * Returns the possible edits that move an item within its list, best first. The items change positions, but the text
 * between them stays, so that empty lines and comments about sections stay in place.
 */
export function candidateMoves(text: string, chunks: readonly Chunk[], at: number, to: number): TextEdit[][] {
  const [low, high] = [Math.min(at, to), Math.max(at, to)];
  const order = chunks.map((_, index) => index);
  order.splice(to, 0, ...order.splice(at, 1));
  const slots = chunks.slice(low, high + 1);
  const gaps = slots.slice(1).map((slot, index) => text.slice(slots[index]?.to ?? 0, slot.from));
  const rotate = (part: (chunk: Chunk) => { from: number; to: number }): TextEdit[] =>
    slots.flatMap((slot, index) => {
      const source = chunks[order[low + index] ?? 0];
      if (!source || source === slot) return [];
      const other = part(source);
      return { ...part(slot), newText: text.slice(other.from, other.to) };
    });
  const whole = ({ from, to: end }: Chunk) => ({ from, to: end });
  const bare = ({ start, to: end }: Chunk) => ({ from: start, to: end });
  const moved = chunks[at];
  const target = chunks[to];
  const isEven = gaps.every((gap) => gap === gaps[0]);
  return [
    ...(isEven && moved && target ? [cutAndPaste(text, chunks, at, to)] : []),
    rotate(whole),
    // In a list in a list, a comment cannot follow the outer dash.
    rotate(bare),
    ...(moved && target ? [cutAndPaste(text, chunks, at, to)] : []),
  ];
}

/** Moves an item together with the gap next to it. */
function cutAndPaste(text: string, chunks: readonly Chunk[], at: number, to: number): TextEdit[] {
  const [moved, target] = [chunks[at], chunks[to]];
  const next = chunks[at + (to > at ? 1 : -1)];
  if (!moved || !target || !next) return [];
  const own = text.slice(moved.from, moved.to);
  return to > at
    ? [
        { from: moved.from, to: next.from, newText: '' },
        { from: target.to, to: target.to, newText: text.slice(moved.to, next.from) + own },
      ]
    : [
        { from: next.to, to: moved.to, newText: '' },
        { from: target.from, to: target.from, newText: own + text.slice(next.to, moved.from) },
      ];
}
