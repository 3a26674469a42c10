import { patternSteps, type PatternSteps } from './pattern-steps.ts';
import { patternTree, Unreadable } from './pattern-tree.ts';

/**
 * Why a pattern is not fit for a form: it does not compile, uses what cannot be judged, or can be read in so
 * many ways that a wrong answer keeps browser and server busy for ever. Nothing if it is fit.
 */
export type PatternFault = 'invalid' | 'looks-around' | 'slow';

const usualSigns = [...'azAZ09_-.,:;/@+ \t\nßéЖ日😀'];

export function patternFault(pattern: string): PatternFault | undefined {
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
  if ([...new Set(signs.flatMap((some) => [...some]))].some((sign) => waysFor(sign, steps) > mostWays))
    return true;
  const meets = (one: number, other: number) =>
    [...(signs[one] ?? [])].some((sign) => signs[other]?.has(sign));
  return loopsInARow(steps, loops, meets) > 2 || isSharedOut(steps, meets);
}

/** In how many ways a pattern can be read that has to do with one sign, three hundred times. */
function waysFor(sign: string, { signs, next, first }: PatternSteps): number {
  let ways = new Map(first.filter((at) => signs[at]?.has(sign)).map((at) => [at, 1]));
  let all = 0;
  for (let length = 1; length < 300 && ways.size > 0 && all <= mostWays; length++) {
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
const mostWays = 10_000;

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
