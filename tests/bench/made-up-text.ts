const words = (
  'harbour wind water berth crew tide mast sail engine cargo pilot signal lantern ' +
  'rope anchor deck storm calm chart buoy quay bridge lock ferry'
).split(' ');
const icons = ['anchor', 'check', 'clock', 'wind'];

export type MadeUpText = ReturnType<typeof madeUpText>;

/** Makes up words; from the same seed always the same ones. */
export function madeUpText(seed: number) {
  let state = seed;
  // mulberry32: small, and even enough for words
  const random = (below: number) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const pick = <T>(some: readonly T[]): T => some[random(some.length)]!; // within its length
  const some = (length: number) => Array.from({ length }, () => pick(words)).join(' ');
  return {
    random,
    pick,
    /** Words without a capital letter. */
    some,
    /** Words that begin with a capital letter. */
    text: (length: number) => {
      const text = some(length);
      return text.slice(0, 1).toUpperCase() + text.slice(1);
    },
    icon: () => pick(icons),
    /** A text for each of so many. */
    list: (length: number, item: (index: number) => string) =>
      Array.from({ length }, (_, index) => item(index)).join(''),
  };
}
