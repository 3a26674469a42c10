// The libraries for this judge worse: recheck 4.5 does not know the flag `v` and accepts `(a{1,10}){1,10}b`;
// redos-detector 6.1 rejects `(\d+,)*\d+` and takes seconds for some patterns.

/** The syntax tree of an HTML `pattern`, without backreferences and lookaround. */
type PatternTree = { one: string } | { all: PatternTree[] } | { any: PatternTree[] } | Repeated;

export interface Repeated {
  repeated: PatternTree;
  min: number;
  max: number;
}

/** Thrown at backreferences and lookaround, which are not supported. */
export class Unreadable extends Error {}

/** Parses a pattern that compiles. Throws `Unreadable` at lookaround and backreferences. */
function parsePattern(pattern: string): PatternTree {
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

  /** Classes can be nested (flag `v`). */
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
    if (sign.startsWith('*')) return { repeated: part, min: 0, max: Infinity };
    if (sign.startsWith('+')) return { repeated: part, min: 1, max: Infinity };
    if (sign.startsWith('?')) return { repeated: part, min: 0, max: 1 };
    const min = Number(count);
    return { repeated: part, min, max: comma === '' ? min : end ? Number(end) : Infinity };
  }

  return choice();
}

/** A pattern as an automaton (Glushkov): one state per character of the pattern. */
interface Automaton {
  /** For each state the sample characters that it matches. */
  signs: ReadonlySet<string>[];
  /** For each state the states that can follow, and in how many ways. */
  next: Map<number, number>[];
  /** The states that can come first. */
  first: readonly number[];
}

/** Maximum number of states; no real pattern needs more. */
const maxStates = 120;
/** More repetitions are treated as unlimited. */
const maxCopies = 10;

/** The first and last states of a part, and whether it matches the empty string. */
interface Part {
  first: number[];
  last: number[];
  canBeEmpty: boolean;
}

/** Builds the automaton. Undefined if a pattern is too long, or often repeats a part that may be empty. */
function buildAutomaton(tree: PatternTree, samples: readonly string[]): Automaton | undefined {
  const steps: Automaton = { signs: [], next: [], first: [] };
  let isTooLarge = false;

  const link = (from: readonly number[], to: readonly number[]) => {
    for (const one of from)
      for (const other of to) steps.next[one]?.set(other, (steps.next[one].get(other) ?? 0) + 1);
  };

  const joined = (parts: readonly Part[]): Part =>
    parts.reduce(
      (before, part) => {
        link(before.last, part.first);
        return {
          first: before.canBeEmpty ? [...before.first, ...part.first] : before.first,
          last: part.canBeEmpty ? [...before.last, ...part.last] : part.last,
          canBeEmpty: before.canBeEmpty && part.canBeEmpty,
        };
      },
      { first: [], last: [], canBeEmpty: true },
    );

  const place = (written: string): Part => {
    if (steps.signs.length >= maxStates) isTooLarge = true;
    const fits = new RegExp(`^(?:${written})$`, 'v');
    const at = isTooLarge ? 0 : steps.signs.push(new Set(samples.filter((sign) => fits.test(sign)))) - 1;
    steps.next[at] ??= new Map();
    return { first: [at], last: [at], canBeEmpty: false };
  };

  const build = (node: PatternTree): Part => {
    if (isTooLarge) return { first: [], last: [], canBeEmpty: true };
    if ('one' in node) return place(node.one);
    if ('all' in node) return joined(node.all.map(build));
    if ('any' in node) {
      const ways = node.any.map(build);
      return {
        first: ways.flatMap(({ first }) => first),
        last: ways.flatMap(({ last }) => last),
        canBeEmpty: ways.some(({ canBeEmpty }) => canBeEmpty),
      };
    }
    return repeated(node);
  };

  function repeated({ repeated: inner, min, max }: Repeated): Part {
    if (max === 0) return { first: [], last: [], canBeEmpty: true };
    const isFew = max <= maxCopies && max * countOf(inner) <= maxStates;
    if (isFew)
      return joined(
        Array.from({ length: max }, (_, copy) => {
          const part = build(inner);
          return { ...part, canBeEmpty: part.canBeEmpty || copy >= min };
        }),
      );
    const part = build(inner);
    // Each of the many repetitions may be the empty one, which is exponential.
    if (part.canBeEmpty && max !== Infinity) isTooLarge = true;
    link(part.last, part.first);
    return { ...part, canBeEmpty: part.canBeEmpty || min === 0 };
  }

  const { first } = build(tree);
  return isTooLarge ? undefined : { ...steps, first };
}

const countOf = (node: PatternTree): number => {
  if ('one' in node) return 1;
  if ('repeated' in node) return countOf(node.repeated) * Math.min(maxCopies, node.max);
  return ('all' in node ? node.all : node.any).reduce((sum, part) => sum + countOf(part), 0);
};

/**
 * Why a form must not use a pattern: it does not compile, uses unsupported syntax, or backtracks so much that a
 * wrong answer would block the browser and the server.
 */
export type PatternProblem = 'invalid' | 'looks-around' | 'slow';

const commonCharacters = [...'azAZ09_-.,:;/@+ \t\nßéЖ日😀'];

/** Checks the `pattern` of a form field. Returns undefined if it is safe. */
export function checkPattern(pattern: string): PatternProblem | undefined {
  try {
    void new RegExp(`^(?:${pattern})$`, 'v');
  } catch {
    return 'invalid';
  }
  // The neighbours of written characters distinguish ranges.
  const written = [...pattern].flatMap((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((one) => one > 0).map((one) => String.fromCodePoint(one));
  });
  try {
    const steps = buildAutomaton(parsePattern(pattern), [...new Set([...commonCharacters, ...written])]);
    return !steps || isSlow(steps) ? 'slow' : undefined;
  } catch (problem) {
    if (problem instanceof Unreadable) return 'looks-around';
    throw problem;
  }
}

function isSlow(steps: Automaton): boolean {
  const { signs, next } = steps;
  const loops = components(next.map((to) => [...to.keys()]));
  // Two ways per round of a loop double the number of ways with each character.
  if (next.some((all, at) => [...all].some(([to, ways]) => ways > 1 && loops[to] === loops[at]))) return true;
  if ([...new Set(signs.flatMap((some) => [...some]))].some((sign) => countWays(sign, steps) > maxWays))
    return true;
  const meets = (one: number, other: number) =>
    [...(signs[one] ?? [])].some((sign) => signs[other]?.has(sign));
  return maxOverlappingLoops(steps, loops, meets) > 2 || isAmbiguousLoop(steps, meets);
}

/** The number of ways to match one character, repeated 300 times. */
function countWays(sign: string, { signs, next, first }: Automaton): number {
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

/** Whether two different paths through a loop match the same text: exponential backtracking. */
function isAmbiguousLoop({ next }: Automaton, meets: (one: number, other: number) => boolean): boolean {
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

/** The maximum number of successive loops that match the same characters: the degree of the backtracking. */
function maxOverlappingLoops(
  { next }: Automaton,
  loops: readonly number[],
  meets: (one: number, other: number) => boolean,
): number {
  const isRepeated = (at: number) => [...(next[at]?.keys() ?? [])].some((to) => loops[to] === loops[at]);
  const counts = new Map<number, number>();
  /** From a state in a loop, over states that match the same characters. */
  const count = (at: number): number => {
    const known = counts.get(at);
    if (known !== undefined) return known;
    counts.set(at, 1);
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
    counts.set(at, best);
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
      const top = work.at(-1) as [number, number]; // the loop condition
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
