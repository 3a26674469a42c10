import type { TextProblem } from './tree.ts';

/** Nobody wraps sentences at fewer letters than these. */
const narrowest = 60;
const namedValue = /^(?:\*\*)?\p{L}[^\n:：*]{0,30}(?:(?::\*\*|\*\*:|:)[ \t]|：)/u;
// A sentence goes on in small letters, and in scripts that have no others. Addresses of mail and web are written in them.
const goesOn = /^[("“„«]?[\p{Ll}\p{Lo}](?!\S*(?:@\S|\.\p{L}{2}))/u;
// Not so `Acme Ltd.`, `12 Canal St.` and `5 p.m.`.
const sentenceEnd = /(?<!\s\p{Lu}\p{L}{0,3}|[ap]\.m)[.!?…]["”“’»)*_]*$/u;
// `and`, `of the`: words at which no line of an address ends, other than `9 am`.
const shortWord = /(?<!\d)\s\p{Ll}{1,3}$/u;
const isBreak = (line: string) => /\\$| {2}$/.test(line);

/** Whether a line ends where nobody would have had to wrap a sentence, and another kind of line follows. */
function isMeantAsLine(line: string, next: string, areShort: boolean): boolean {
  if (namedValue.test(line) && namedValue.test(next)) return true;
  const [word = ''] = /^\S+/.exec(next) ?? [];
  const hasRoom = line.endsWith(':') || line.length + 1 + word.length <= narrowest;
  const isMark = line.startsWith('[!');
  return (
    hasRoom && !isMark && (areShort || !goesOn.test(next)) && !sentenceEnd.test(line) && !shortWord.test(line)
  );
}

/** Reports lines of a paragraph that visitors would read as one: an address, opening hours, names with values. */
export function joinedLines(source: string, from: number, isInList = false): TextProblem[] {
  if (!source.includes('\n')) return [];
  const written = source.split('\n');
  const lines = written.map((line) => line.replace(/^[ \t>]+/, '').trimEnd());
  const last = lines.at(-1) ?? '';
  // Ingredients, say, in small letters.
  const areShort =
    lines.length > 2 && lines.every(({ length }) => length <= narrowest / 2) && !sentenceEnd.test(last);
  const pairs = lines.slice(1).map((next, at) => ({ line: lines[at] ?? '', next, at }));
  const open = pairs.filter(({ at }) => !isBreak(written[at] ?? ''));
  const meant = open.filter(({ line, next }) => isMeantAsLine(line, next, areShort));
  const areNamed = meant.some(({ line, next }) => namedValue.test(line) && namedValue.test(next));
  const areLines = meant.length === open.length && (open.length > 2 || !sentenceEnd.test(last));
  if (meant.length === 0 || !(areNamed || areLines)) return [];
  // Settings that slipped into the text are lines as well.
  const maySlip = lines.some((line) => /(?:^|\s)[a-z][\w-]*:\s+[[{]/.test(line));
  const ends = new Set(meant.map(({ at }) => at));
  let start = from;
  const edits = written.flatMap((line, at) => {
    const within = { start: start + line.trimEnd().length, length: 0 };
    start += line.length + 1;
    return ends.has(at) ? [{ path: [], within, newText: '\\' }] : [];
  });
  return [
    {
      rule: 'joined-lines',
      start: from,
      length: source.length,
      message: 'these lines are joined, so visitors read them as one',
      label: 'a line ends where a backslash stands at its end',
      note: 'if they belong to one sentence, write them in one line',
      advice: 'begin each item with `- `, or end the line with a backslash, `\\`',
      fix: isInList
        ? undefined
        : {
            title: 'write a backslash, `\\`, at the end of each line',
            safety: maySlip ? 'suggested' : 'safe',
            edits,
          },
    },
  ];
}
