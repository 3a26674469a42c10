/** A pattern as browsers read it in `pattern`, without what refers back or looks around. */
export type PatternTree = { one: string } | { all: PatternTree[] } | { any: PatternTree[] } | Repeated;

export interface Repeated {
  repeated: PatternTree;
  least: number;
  most: number;
}

/** A pattern that means something else than one letter behind the other. */
export class Unreadable extends Error {}

/** Reads a pattern that compiles; throws an `Unreadable` at what looks around or refers back. */
export function patternTree(pattern: string): PatternTree {
  let at = 0;

  function choice(): PatternTree {
    const ways = [sequence()];
    while (pattern[at] === '|') {
      at++;
      ways.push(sequence());
    }
    return ways.length === 1 && ways[0] ? ways[0] : { any: ways };
  }

  function sequence(): PatternTree {
    const parts: PatternTree[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const part = single();
      if (part) parts.push(repeated(part));
    }
    return { all: parts };
  }

  function single(): PatternTree | undefined {
    const sign = pattern[at];
    if (sign === '(') return group();
    if (sign === '^' || sign === '$') {
      at++;
      return undefined;
    }
    const start = at;
    if (sign === '[') skipClass();
    else if (sign === '\\') return escaped();
    else at += String.fromCodePoint(pattern.codePointAt(at) ?? 0).length;
    return { one: pattern.slice(start, at) };
  }

  function group(): PatternTree {
    const [opening = '('] = /^\((\?:|\?<\w+>|\?[=!]|\?<[=!])?/.exec(pattern.slice(at)) ?? [];
    if (/[=!]$/.test(opening)) throw new Unreadable(opening);
    at += opening.length;
    const inner = choice();
    at++;
    return inner;
  }

  function escaped(): PatternTree | undefined {
    const rest = pattern.slice(at);
    if (/^\\(\d|k<)/.test(rest)) throw new Unreadable(rest.slice(0, 2));
    const [whole = '\\'] =
      /^\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[^])/u.exec(rest) ?? [];
    at += whole.length;
    return whole === '\\b' || whole === '\\B' ? undefined : { one: whole };
  }

  /** Classes stand within classes. */
  function skipClass(): void {
    let depth = 0;
    do {
      if (pattern[at] === '\\') at++;
      else if (pattern[at] === '[') depth++;
      else if (pattern[at] === ']') depth--;
      at++;
    } while (depth > 0 && at < pattern.length);
  }

  function repeated(part: PatternTree): PatternTree {
    const [sign, count, comma, end] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(pattern.slice(at)) ?? [];
    if (sign === undefined) return part;
    at += sign.length;
    if (sign.startsWith('*')) return { repeated: part, least: 0, most: Infinity };
    if (sign.startsWith('+')) return { repeated: part, least: 1, most: Infinity };
    if (sign.startsWith('?')) return { repeated: part, least: 0, most: 1 };
    const least = Number(count);
    return { repeated: part, least, most: comma === '' ? least : end ? Number(end) : Infinity };
  }

  return choice();
}

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
const maxPlaces = 120;
/** A part that is repeated more often is like one that is repeated without end. */
const maxCopies = 10;

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
    if (steps.signs.length >= maxPlaces) isTooMuch = true;
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
    const isFew = most <= maxCopies && most * countOf(inner) <= maxPlaces;
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
  if ('repeated' in node) return countOf(node.repeated) * Math.min(maxCopies, node.most);
  return ('all' in node ? node.all : node.any).reduce((sum, part) => sum + countOf(part), 0);
};

/**
 * Why a pattern is not fit for a form: it does not compile, uses what cannot be judged, or can be read in so
 * many ways that a wrong answer keeps browser and server busy for ever. Nothing if it is fit.
 */
export type PatternProblem = 'invalid' | 'looks-around' | 'slow';

const usualSigns = [...'azAZ09_-.,:;/@+ \t\nßéЖ日😀'];

export function checkPattern(pattern: string): PatternProblem | undefined {
  try {
    void new RegExp(`^(?:${pattern})$`, 'v');
  } catch {
    return 'invalid';
  }
  // Signs beside those that are written tell ranges apart.
  const written = [...pattern].flatMap((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((one) => one > 0).map((one) => String.fromCodePoint(one));
  });
  try {
    const steps = patternSteps(patternTree(pattern), [...new Set([...usualSigns, ...written])]);
    return !steps || isSlow(steps) ? 'slow' : undefined;
  } catch (problem) {
    if (problem instanceof Unreadable) return 'looks-around';
    throw problem;
  }
}

function isSlow(steps: PatternSteps): boolean {
  const { signs, next } = steps;
  const loops = components(next.map((to) => [...to.keys()]));
  // Each round of a loop in two ways: twice as many with each letter.
  if (next.some((all, at) => [...all].some(([to, ways]) => ways > 1 && loops[to] === loops[at]))) return true;
  if ([...new Set(signs.flatMap((some) => [...some]))].some((sign) => waysFor(sign, steps) > maxWays))
    return true;
  const meets = (one: number, other: number) =>
    [...(signs[one] ?? [])].some((sign) => signs[other]?.has(sign));
  return loopsInARow(steps, loops, meets) > 2 || isSharedOut(steps, meets);
}

/** In how many ways a pattern can be read that has to do with one sign, three hundred times. */
function waysFor(sign: string, { signs, next, first }: PatternSteps): number {
  let ways = new Map(first.filter((at) => signs[at]?.has(sign)).map((at) => [at, 1]));
  let all = 0;
  for (let length = 1; length < 300 && ways.size > 0 && all <= maxWays; length++) {
    const later = new Map<number, number>();
    for (const [at, count] of ways)
      for (const [to, times] of next[at] ?? [])
        if (signs[to]?.has(sign)) later.set(to, (later.get(to) ?? 0) + count * times);
    ways = later;
    all = Math.max(
      all,
      [...ways.values()].reduce((sum, count) => sum + count, 0),
    );
  }
  return all;
}
const maxWays = 10_000;

/** Whether two rounds of a loop can begin and end at the same place with the same letters. */
function isSharedOut({ next }: PatternSteps, meets: (one: number, other: number) => boolean): boolean {
  const { length } = next;
  const pairs = Array.from({ length: length * length }, (_, pair) => {
    const others = [...(next[pair % length]?.keys() ?? [])];
    return [...(next[Math.floor(pair / length)]?.keys() ?? [])].flatMap((a) =>
      others.filter((b) => meets(a, b)).map((b) => a * length + b),
    );
  });
  const together = components(pairs);
  const same = new Set(next.map((_, at) => together[at * length + at]));
  return together.some(
    (component, pair) => Math.floor(pair / length) !== pair % length && same.has(component),
  );
}

/** How many loops can follow one another that may share out the same letters among them in any way. */
function loopsInARow(
  { next }: PatternSteps,
  loops: readonly number[],
  meets: (one: number, other: number) => boolean,
): number {
  const isRepeated = (at: number) => [...(next[at]?.keys() ?? [])].some((to) => loops[to] === loops[at]);
  const most = new Map<number, number>();
  /** From a place in a loop, over places that fit the letters of the loop too. */
  const count = (at: number): number => {
    const known = most.get(at);
    if (known !== undefined) return known;
    most.set(at, 1);
    let best = 1;
    const seen = new Set([at]);
    const queue = [at];
    for (const from of queue)
      for (const to of next[from]?.keys() ?? []) {
        if (seen.has(to) || !meets(at, to)) continue;
        seen.add(to);
        queue.push(to);
        if (loops[to] !== loops[at] && isRepeated(to)) best = Math.max(best, 1 + count(to));
      }
    most.set(at, best);
    return best;
  };
  return Math.max(0, ...next.map((_, at) => (isRepeated(at) ? count(at) : 0)));
}

/** For each node the number of its strongly connected component (Tarjan, without recursion). */
function components(edges: readonly (readonly number[])[]): number[] {
  const index: number[] = [];
  const low: number[] = [];
  const component: number[] = Array<number>(edges.length).fill(-1);
  const open: number[] = [];
  let count = 0;
  for (const root of edges.keys()) {
    if (index[root] !== undefined) continue;
    const work: [node: number, edge: number][] = [[root, 0]];
    while (work.length > 0) {
      const top = work.at(-1) as [number, number]; // there is one
      const [node, edge] = top;
      if (edge === 0) {
        index[node] = low[node] = count++;
        open.push(node);
      }
      const to = edges[node]?.[edge];
      top[1]++;
      if (to !== undefined) {
        if (index[to] === undefined) work.push([to, 0]);
        else if (component[to] === -1) low[node] = Math.min(low[node] ?? 0, index[to]);
        continue;
      }
      work.pop();
      const before = work.at(-1)?.[0];
      if (before !== undefined) low[before] = Math.min(low[before] ?? 0, low[node] ?? 0);
      if (low[node] !== index[node]) continue;
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        component[last] = node;
        if (last === node) break;
      }
    }
  }
  return component;
}
