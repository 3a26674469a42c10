import type { TextProblem } from './tree.ts';

/**
 * The minimum width at which authors wrap sentences, in characters. An author who breaks shorter lines wants line
 * breaks.
 */
const minWrapWidth = 60;
const namedValue = /^(?:\*\*)?\p{L}[^\n:：*]{0,30}(?:(?::\*\*|\*\*:|:)[ \t]|：)/u;
// Matches the start of a line that continues a sentence: a lower-case letter, or a letter of a script without case.
// Email and web addresses do not match.
const sentenceContinuation = /^[("“„«]?[\p{Ll}\p{Lo}](?!\S*(?:@\S|\.\p{L}{2}))/u;
// Matches the end of a sentence, but not the end of `Acme Ltd.`, `12 Canal St.` or `5 p.m.`.
const sentenceEnd = /(?<!\s\p{Lu}\p{L}{0,3}|[ap]\.m)[.!?…]["”“’»)*_]*$/u;
// Matches a short word at the end of a line, such as `and` or `the`, which never ends a line of an address. `9 am` does
// not match.
const shortWord = /(?<!\d)\s\p{Ll}{1,3}$/u;
const hasManualBreak = (line: string) => /\\$| {2}$/.test(line);

/**
 * Returns whether the author wanted a line break: the line ends before the wrap width, and the next line does not
 * continue the sentence.
 */
function isIntendedLineEnd(line: string, nextLine: string, hasOnlyShortLines: boolean): boolean {
  if (namedValue.test(line) && namedValue.test(nextLine)) return true;
  const [word = ''] = /^\S+/.exec(nextLine) ?? [];
  const canFitNextWord = line.endsWith(':') || line.length + 1 + word.length <= minWrapWidth;
  const isAlertMarker = line.startsWith('[!');
  return (
    canFitNextWord &&
    !isAlertMarker &&
    (hasOnlyShortLines || !sentenceContinuation.test(nextLine)) &&
    !sentenceEnd.test(line) &&
    !shortWord.test(line)
  );
}

/**
 * Reports lines that Markdown joins into one paragraph although the author wanted line breaks, as in addresses and
 * opening hours.
 */
export function findJoinedLines(source: string, offset: number, isInList = false): TextProblem[] {
  if (!source.includes('\n')) return [];
  const rawLines = source.split('\n');
  const lines = rawLines.map((line) => line.replace(/^[ \t>]+/, '').trimEnd());
  const lastLine = lines.at(-1) ?? '';
  // If all lines of a text are short, it may be a list, such as ingredients, even if the lines start with lower-case
  // letters.
  const hasOnlyShortLines =
    lines.length > 2 &&
    lines.every(({ length }) => length <= minWrapWidth / 2) &&
    !sentenceEnd.test(lastLine);
  const pairs = lines.slice(1).map((next, index) => ({ line: lines[index] ?? '', next, at: index }));
  const joinedPairs = pairs.filter(({ at: index }) => !hasManualBreak(rawLines[index] ?? ''));
  const intendedPairs = joinedPairs.filter(({ line, next }) =>
    isIntendedLineEnd(line, next, hasOnlyShortLines),
  );
  const hasNamedValues = intendedPairs.some(
    ({ line, next }) => namedValue.test(line) && namedValue.test(next),
  );
  const hasIntendedLines =
    intendedPairs.length === joinedPairs.length && (joinedPairs.length > 2 || !sentenceEnd.test(lastLine));
  if (intendedPairs.length === 0 || !(hasNamedValues || hasIntendedLines)) return [];
  // Lines such as `items: [` may be settings that belong outside the text.
  const hasSettings = lines.some((line) => /(?:^|\s)[a-z][\w-]*:\s+[[{]/.test(line));
  const lineEnds = new Set(intendedPairs.map(({ at: index }) => index));
  let start = offset;
  const edits = rawLines.flatMap((line, index) => {
    const within = { start: start + line.trimEnd().length, length: 0 };
    start += line.length + 1;
    return lineEnds.has(index) ? [{ path: [], within, newText: '\\' }] : [];
  });
  return [
    {
      rule: 'joined-lines',
      start: offset,
      length: source.length,
      message: 'these lines are joined, so visitors see them as one line',
      label: 'a line break needs a backslash at the end of the line',
      note: 'if they are one sentence, write them on one line',
      advice: 'begin each item with `- `, or end the line with a backslash, `\\`',
      fix: isInList
        ? undefined
        : {
            title: 'add a backslash, `\\`, to the end of each line',
            safety: hasSettings ? 'suggested' : 'safe',
            edits,
          },
    },
  ];
}
