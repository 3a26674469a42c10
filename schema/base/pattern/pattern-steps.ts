import type { PatternTree, Repeated } from './pattern-tree.ts';

/** A pattern as its letters, and which letter can come after which. */
export interface PatternSteps {
  /** For each place in the pattern the signs that fit there, of those that tell places apart. */
  signs: ReadonlySet<string>[];
  /** For each place those that can come next, and in how many ways. */
  next: Map<number, number>[];
  /** Those that can come first. */
  first: readonly number[];
}

/** More letters than this are nobody's pattern. */
const mostPlaces = 120;
/** A part that is repeated more often is like one that is repeated without end. */
const mostCopies = 10;

/** What a part can begin and end with, and whether it can be nothing at all. */
interface Part {
  first: number[];
  last: number[];
  isEmpty: boolean;
}

/** Nothing where a pattern is too long, or repeats very often what may be nothing. */
export function patternSteps(tree: PatternTree, samples: readonly string[]): PatternSteps | undefined {
  const steps: PatternSteps = { signs: [], next: [], first: [] };
  let isTooMuch = false;

  const link = (from: readonly number[], to: readonly number[]) => {
    for (const one of from)
      for (const other of to) steps.next[one]?.set(other, (steps.next[one].get(other) ?? 0) + 1);
  };

  const joined = (parts: readonly Part[]): Part =>
    parts.reduce(
      (before, part) => {
        link(before.last, part.first);
        return {
          first: before.isEmpty ? [...before.first, ...part.first] : before.first,
          last: part.isEmpty ? [...before.last, ...part.last] : part.last,
          isEmpty: before.isEmpty && part.isEmpty,
        };
      },
      { first: [], last: [], isEmpty: true },
    );

  const place = (written: string): Part => {
    if (steps.signs.length >= mostPlaces) isTooMuch = true;
    const fits = new RegExp(`^(?:${written})$`, 'v');
    const at = isTooMuch ? 0 : steps.signs.push(new Set(samples.filter((sign) => fits.test(sign)))) - 1;
    steps.next[at] ??= new Map();
    return { first: [at], last: [at], isEmpty: false };
  };

  const built = (node: PatternTree): Part => {
    if (isTooMuch) return { first: [], last: [], isEmpty: true };
    if ('one' in node) return place(node.one);
    if ('all' in node) return joined(node.all.map(built));
    if ('any' in node) {
      const ways = node.any.map(built);
      return {
        first: ways.flatMap(({ first }) => first),
        last: ways.flatMap(({ last }) => last),
        isEmpty: ways.some(({ isEmpty }) => isEmpty),
      };
    }
    return repeated(node);
  };

  function repeated({ repeated: inner, least, most }: Repeated): Part {
    if (most === 0) return { first: [], last: [], isEmpty: true };
    const isFew = most <= mostCopies && most * countOf(inner) <= mostPlaces;
    if (isFew)
      return joined(
        Array.from({ length: most }, (_, copy) => {
          const part = built(inner);
          return { ...part, isEmpty: part.isEmpty || copy >= least };
        }),
      );
    const part = built(inner);
    // Which of very many is the empty one: a question without end.
    if (part.isEmpty && most !== Infinity) isTooMuch = true;
    link(part.last, part.first);
    return { ...part, isEmpty: part.isEmpty || least === 0 };
  }

  const { first } = built(tree);
  return isTooMuch ? undefined : { ...steps, first };
}

const countOf = (node: PatternTree): number => {
  if ('one' in node) return 1;
  if ('repeated' in node) return countOf(node.repeated) * Math.min(mostCopies, node.most);
  return ('all' in node ? node.all : node.any).reduce((sum, part) => sum + countOf(part), 0);
};
