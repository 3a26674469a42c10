import type { TextEdit } from '../diagnostics/edits.ts';
import type { Chunk } from './chunks.ts';

/**
 * The ways to move an entry within its list, the best first. What stands between entries stays where it is, and the
 * entries change places: so empty lines and comments of sections stay.
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
    // A comment cannot follow the dash of a list in a list.
    rotate(bare),
    ...(moved && target ? [cutAndPaste(text, chunks, at, to)] : []),
  ];
}

/** Takes the gap next to the entry along. */
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
