import { type AST, RegExpParser } from '@eslint-community/regexpp';

// The libraries for this judge worse: recheck 4.5 does not know the flag `v` and accepts `(a{1,10}){1,10}b`;
// redos-detector 6.1 rejects `(\d+,)*\d+` and takes seconds for some patterns.

/**
 * Why a form must not use a pattern: it does not compile, uses unsupported syntax, or backtracks so much that a
 * wrong answer would block the browser and the server.
 */
export type PatternProblem = 'invalid' | 'looks-around' | 'slow';

/** Thrown at parts of a pattern that are not supported. */
class BadPart extends Error {
  readonly problem: PatternProblem;

  constructor(problem: PatternProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** A character of the pattern: the samples that it matches, and what can follow it, once for each way. */
interface Position {
  samples: ReadonlySet<string>;
  next: Position[];
}

/** The first and last positions of a part, and whether it matches the empty string. */
interface Part {
  first: Position[];
  last: Position[];
  canBeEmpty: boolean;
}

/** No real pattern has more. */
const maxPositions = 120;
/** A part is copied for each of a few exact repetitions, and a loop otherwise. */
const maxCopies = 10;
/** For one character, repeated as often as this. Two loops in succession have as many ways as characters. */
const maxWays = 10_000;
const repetitions = 300;

const commonCharacters = [...'azAZ09_-.,:;/@+ \t\nßéЖ日😀'];

/** Checks the `pattern` of a form field. Returns undefined if it is safe. */
export function checkPattern(pattern: string): PatternProblem | undefined {
  try {
    void new RegExp(`^(?:${pattern})$`, 'v');
  } catch {
    return 'invalid';
  }
  const samples = new Set([...commonCharacters, ...neighbours(pattern)]);
  const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicodeSets: true });
  try {
    const { first } = new PositionBuilder(samples).choice(tree);
    return [...samples].some((sample) => hasTooManyWays(sample, first)) ? 'slow' : undefined;
  } catch (error) {
    if (error instanceof BadPart) return error.problem;
    throw error;
  }
}

/** The characters that are written, and the next ones, which distinguish ranges. */
const neighbours = (pattern: string): string[] =>
  [...pattern].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((one) => one > 0).map((one) => String.fromCodePoint(one));
  });

/** Builds the positions of a pattern (Glushkov). In a loop, the next character must decide what matches it. */
class PositionBuilder {
  readonly #samples: ReadonlySet<string>;
  readonly #positions: Position[] = [];

  constructor(samples: ReadonlySet<string>) {
    this.#samples = samples;
  }

  choice({ alternatives }: { alternatives: AST.Alternative[] }): Part {
    const parts = alternatives.map(({ elements }) => sequence(elements.map((one) => this.#element(one))));
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      canBeEmpty: parts.some(({ canBeEmpty }) => canBeEmpty),
    };
  }

  #element(element: AST.Element): Part {
    switch (element.type) {
      case 'Assertion':
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') throw new BadPart('looks-around');
        return sequence([]);
      case 'Backreference':
        throw new BadPart('looks-around');
      case 'Group':
      case 'CapturingGroup':
        return this.choice(element);
      case 'Quantifier':
        return this.#repeated(element);
      default:
        return this.#character(element.raw);
    }
  }

  #character(raw: string): Part {
    if (this.#positions.length >= maxPositions) throw new BadPart('slow');
    const pattern = new RegExp(`^(?:${raw})$`, 'v');
    const samples = new Set([...this.#samples].filter((sample) => pattern.test(sample)));
    const position: Position = { samples, next: [] };
    this.#positions.push(position);
    return { first: [position], last: [position], canBeEmpty: false };
  }

  #repeated({ element, min, max }: AST.Quantifier): Part {
    if (max === 0) return sequence([]);
    if (min === max && max <= maxCopies)
      return sequence(Array.from({ length: max }, () => this.#element(element)));
    const start = this.#positions.length;
    const part = this.#element(element);
    if (max > 1) {
      linkPositions(part.last, part.first);
      const inside = this.#positions.slice(start);
      const isDecided = [part.first, ...inside.map(({ next }) => next)].every(areDisjoint);
      if (part.canBeEmpty || !isDecided) throw new BadPart('slow');
    }
    return { ...part, canBeEmpty: part.canBeEmpty || min === 0 };
  }
}

function sequence(parts: readonly Part[]): Part {
  let whole: Part = { first: [], last: [], canBeEmpty: true };
  for (const { first, last, canBeEmpty } of parts) {
    linkPositions(whole.last, first);
    whole = {
      first: whole.canBeEmpty ? [...whole.first, ...first] : whole.first,
      last: canBeEmpty ? [...whole.last, ...last] : last,
      canBeEmpty: whole.canBeEmpty && canBeEmpty,
    };
  }
  return whole;
}

function linkPositions(from: readonly Position[], to: readonly Position[]): void {
  for (const { next } of from) next.push(...to);
}

/** Whether no two positions match the same character. */
function areDisjoint(positions: readonly Position[]): boolean {
  const all = positions.flatMap(({ samples }) => [...samples]);
  return new Set(all).size === all.length;
}

/** Whether there are too many ways to match a text of one repeated character. */
function hasTooManyWays(sample: string, first: readonly Position[]): boolean {
  let ways = new Map<Position, number>();
  const count = (positions: readonly Position[], times: number, into: Map<Position, number>) => {
    for (const one of positions) if (one.samples.has(sample)) into.set(one, (into.get(one) ?? 0) + times);
  };
  count(first, 1, ways);
  for (let length = 1; length < repetitions && ways.size > 0; length++) {
    const longer = new Map<Position, number>();
    for (const [{ next }, times] of ways) count(next, times, longer);
    ways = longer;
    if ([...ways.values()].reduce((sum, times) => sum + times, 0) > maxWays) return true;
  }
  return false;
}
