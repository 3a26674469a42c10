import { type AST, RegExpParser, RegExpSyntaxError } from '@eslint-community/regexpp';
import { maxAnswerLength } from './form-rules.ts';

// Available libraries are less accurate: recheck 4.5 does not support the `v` flag and accepts `(a{1,10}){1,10}b`;
// redos-detector 6.1 rejects `(\d+,)*\d+` and takes seconds for some patterns.

/**
 * The reason why a form must not use a pattern: the pattern does not compile, uses unsupported syntax, or backtracks so
 * much that a wrong answer would block the browser and the server.
 */
export type PatternProblem = 'invalid' | 'unsupported' | 'slow';

/**
 * The maximum number of ways in which a pattern can match. A browser tries this many ways in less than 0.1 seconds. A
 * pattern with two repetitions can match in 90,000 ways.
 */
const maxWays = 1_000_000;

/** A set of possible next characters, written as in a character class (`\d`, `[a-z]`), or the end of the answer. */
type NextCharacter = string;
const endOfAnswer = '';

/** Checks the `pattern` of a form field. Returns `undefined` if the pattern is safe. */
export function checkPattern(pattern: string): PatternProblem | undefined {
  try {
    void new RegExp(`^(?:${pattern})$`, 'v');
  } catch {
    return 'invalid';
  }
  try {
    const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicodeSets: true });
    return countWays(tree, [endOfAnswer]) > maxWays ? 'slow' : undefined;
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return 'unsupported';
    throw error;
  }
}

/**
 * Returns the maximum number of ways in which a part of a pattern can match the start of an answer. Alternatives add no
 * ways if the next character decides between them. `next` contains the characters that can follow the part.
 */
function countWays(part: AST.Element | AST.Pattern | AST.Alternative, next: NextCharacter[]): number {
  switch (part.type) {
    case 'Alternative': {
      let ways = 1;
      let following = next;
      for (const element of part.elements.toReversed()) {
        ways *= countWays(element, following);
        following = findFirstCharacters(element, following);
      }
      return ways;
    }
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup': {
      if ('modifiers' in part && part.modifiers) throw createUnsupportedError(part);
      const ways = part.alternatives.map((one) => countWays(one, next));
      const isDecided = areDisjoint(part.alternatives.map((one) => findFirstCharacters(one, next)));
      return isDecided ? Math.max(...ways) : ways.reduce((sum, one) => sum + one, 0);
    }
    case 'Quantifier': {
      const { element, min, max } = part;
      const first = findFirstCharacters(element, []);
      if (max > 1 && canBeEmpty(element)) return Infinity;
      const times = Math.min(max, maxAnswerLength.line);
      const ways = countWays(element, max > 1 ? [...first, ...next] : next) ** times;
      const isDecided = min === max || areDisjoint([findFirstCharacters(element, next), next]);
      return isDecided ? ways : ways * (times - Math.min(min, times) + 1);
    }
    case 'Assertion':
      if (part.kind === 'lookahead' || part.kind === 'lookbehind') throw createUnsupportedError(part);
      return 1;
    case 'Backreference':
      throw createUnsupportedError(part);
    default:
      return 1;
  }
}

/** Returns the characters with which a part can begin, including those of `next` if the part can be empty. */
function findFirstCharacters(
  part: AST.Element | AST.Pattern | AST.Alternative,
  next: NextCharacter[],
): NextCharacter[] {
  switch (part.type) {
    case 'Alternative':
      return part.elements.reduceRight((following, element) => findFirstCharacters(element, following), next);
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return unique(part.alternatives.flatMap((alternative) => findFirstCharacters(alternative, next)));
    case 'Quantifier':
      if (part.max === 0) return next;
      return unique([...findFirstCharacters(part.element, next), ...(part.min === 0 ? next : [])]);
    case 'Assertion':
    case 'Backreference':
      return next;
    default:
      return [toCharacterClass(part)];
  }
}

const unique = (characters: readonly NextCharacter[]): NextCharacter[] => [...new Set(characters)];

const canBeEmpty = (part: AST.Element): boolean =>
  findFirstCharacters(part, [endOfAnswer]).includes(endOfAnswer);

const createUnsupportedError = ({ raw, start }: AST.Node): RegExpSyntaxError =>
  new RegExpSyntaxError(`${raw} is not supported`, start);

/** Returns a character or character class in a notation that can be nested in another character class. */
function toCharacterClass(
  part: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass,
) {
  if (part.type === 'Character') return `\\u{${part.value.toString(16)}}`;
  if (part.type === 'CharacterSet' && part.kind === 'any') return String.raw`[^\n\r\u2028\u2029]`;
  try {
    void new RegExp(`[^${part.raw}]`, 'v');
  } catch {
    throw createUnsupportedError(part); // a class of strings, such as emoji flags, cannot be negated
  }
  return part.raw;
}

/** Returns whether no two choices have a character in common, so that the next character decides between them. */
function areDisjoint(choices: readonly NextCharacter[][]): boolean {
  return choices.every((choice, index) =>
    choices
      .slice(index + 1)
      .every((otherChoice) =>
        choice.every((character) =>
          otherChoice.every((otherCharacter) => !haveCommonCharacter(character, otherCharacter)),
        ),
      ),
  );
}

let everyCharacter: string | undefined;
const commonCharacters = new Map<string, boolean>();

function haveCommonCharacter(character: NextCharacter, otherCharacter: NextCharacter): boolean {
  if (character === otherCharacter) return true;
  if (character === endOfAnswer || otherCharacter === endOfAnswer) return false;
  const intersection = `[${character}&&${otherCharacter}]`;
  let isCommon = commonCharacters.get(intersection);
  if (isCommon === undefined) {
    everyCharacter ??= Array.from({ length: 0x11_00_00 }, (_, code) => String.fromCodePoint(code)).join('');
    isCommon = new RegExp(intersection, 'v').test(everyCharacter);
    commonCharacters.set(intersection, isCommon);
  }
  return isCommon;
}
