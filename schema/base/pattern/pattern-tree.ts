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
