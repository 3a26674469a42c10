import type { TextProblem } from './tree.ts';

/** Fast test: returns whether a text may contain Markdown. */
export const canHaveMarkdown = (text: string): boolean => /[*`\]]|<[a-z/]|&[a-z#]|^#/i.test(text);

interface MarkPattern {
  pattern: RegExp;
  message(mark: string): string;
  advice: string;
  /** Returns the replacement that the author probably intended. */
  suggestReplacement?(mark: string): string;
}

// Patterns of marks that Markdown renders literally, although the author meant formatting.
const markPatterns: readonly MarkPattern[] = [
  {
    pattern: /(?<=^|[\s("“])\*{3,10}(?=$|[\s.,;:!?)"”])/m,
    message: () => 'visitors will see these stars',
    advice: 'write `★` for each star of a rating, or `\\*` to show a star',
  },
  {
    pattern: /(?<!\\)\*\*|(?<![\w\\_])__(?=[^\s_])|(?<=[^\s\\_])__(?![\w_])/,
    message: (mark) => `visitors will see this \`${mark}\`, because it has no matching mark`,
    advice: 'put two stars directly before the first word and after the last: `**words**`',
  },
  {
    pattern: /(?<![\\~])~~(?![~\s])|(?<=[^\s~\\])~~(?!~)/,
    message: (mark) => `visitors will see this \`${mark}\`, because it has no matching mark`,
    advice: 'put two tildes directly before the first word and after the last: `~~words~~`',
  },
  {
    // Matches a star before a word. Does not match a star after a word, which refers to a note, or a star at the start
    // of a text, which begins the note.
    pattern: /(?<=\p{L}[,;:]? )\*(?=\p{L}[^*]*$)/u,
    message: (mark) => `visitors will see this \`${mark}\`, because it has no matching mark`,
    advice: 'put a star directly before the first word and after the last: `*words*`',
  },
  {
    pattern: /(?<=^|[\s("„“])\*(?=\p{L}[^*\n]*[ \t]\*(?:[\s.,;:!?)]|$))/mu,
    message: (mark) =>
      `visitors will see this \`${mark}\`, because there is a space before its matching mark`,
    advice: 'put a star directly before the first word and after the last: `*words*`',
  },
  {
    // Matches a single backtick, but not in `90s or `tis, where it replaces an apostrophe.
    pattern: /(?<![\\`\p{L}\p{N}])`(?=[\p{L}<$./{-])(?!(?:n|tis|twas|em|til|cause)\b)(?!`)/u,
    message: () => 'visitors will see this backtick, because it has no matching mark',
    advice: 'put code between two backticks',
  },
  {
    pattern: /(?<=\]\()(?:\/|https:\/\/)[^()<>"\s]*(?:[ \t]+[^()<>"\s]+)+(?=\))/,
    message: () => 'this address contains a space, so visitors see the marks around it',
    advice: 'write `<` before the address and `>` after it',
    suggestReplacement: (address) => `<${address}>`,
  },
  {
    pattern: /!\[|(?<!\\)\](?=\(|\[| \((?:[/#]|https?:|mailto:|tel:))/,
    message: () => 'this is not a link, so visitors will see its marks',
    advice:
      'write `[words](/about/us)`: no space between `]` and `(` or in the address, ' +
      'and `https://` before the address of another site',
  },
  {
    pattern: /(?<!\\)\[\^[^\]\s]*\]/,
    message: (mark) => `there is no footnote \`${mark}\` in this text`,
    advice: 'add it in a `body`, on its own line below the text: `[^1]: Where this is from.`',
  },
  {
    pattern: /(?<!\\)`{3,}/,
    message: () => 'visitors will see these backticks',
    advice: 'put code between two lines that only contain three backticks',
  },
  {
    pattern: /(?<!\\)\\$/,
    message: () => 'visitors will see this backslash, because no line follows it',
    advice: 'delete it; to show a backslash, write two',
  },
];

const lineStartPatterns: readonly MarkPattern[] = [
  {
    pattern: /^[•‣▪●](?=\s)/m,
    message: () => 'this is not a list: its lines would be shown as one line',
    advice: 'begin each item with `- ` instead, in the `body` of a `text` block',
  },
  {
    pattern: /^#+(?=[^\s\d#])/m,
    message: (mark) => `visitors will see this \`${mark}\`, because no space follows it`,
    advice: 'write `## ` for a heading, or `\\#` to show the mark',
  },
  {
    pattern: /^\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/m,
    message: () => 'this is not a table, because the rows above and below have a different number of cells',
    advice: 'write one `---` for each cell of the first row, with `|` between them',
  },
];

/**
 * Returns the problem with the first unintended mark that visitors would see, if any. `offset` is the position of
 * `source` in the text.
 */
export function findStrayMark(source: string, offset: number, isAtStart: boolean): TextProblem[] {
  for (const { pattern, message, advice, suggestReplacement } of isAtStart
    ? [...markPatterns, ...lineStartPatterns]
    : markPatterns) {
    const match = pattern.exec(source);
    if (!match) continue;
    const newText = suggestReplacement?.(match[0]);
    const fix = newText && ({ title: `write \`${newText}\``, safety: 'suggested', newText } as const);
    const problem = createMarkProblem(offset + match.index, match[0], message(match[0]), advice);
    return [fix ? { ...problem, fix } : problem];
  }
  return [];
}

const createMarkProblem = (start: number, mark: string, message: string, advice: string): TextProblem => ({
  rule: 'text-marks',
  start,
  length: mark.length,
  message,
  label: 'visitors would see this',
  advice,
});

interface LineKind {
  /** Matches the start of a line, or the whole line. */
  line: RegExp;
  message: string;
  advice(line: string): string;
  /** Whether a single line of this kind below a list item is intended as the next item. */
  isItem?: true;
}

const noListMessage = 'this is not a list: its lines would be shown as one line';
const createSpaceAdvice = (mark: string) => `write a space after each \`${mark}\`: \`${mark} one\``;

/** Bullet characters that other programs insert and Markdown does not recognise. */
const foreignBullets = '–—·◦○■□➢➤►→✓✔';

// Kinds of lines that look like part of a list or a table, but are not Markdown. Two lines of the same kind in a row
// are reported.
const lineKinds: readonly LineKind[] = [
  { line: /^-(?=[^\s\d-])/, message: noListMessage, advice: () => createSpaceAdvice('-'), isItem: true },
  { line: /^\*(?=[^\s*][^*]*$)/, message: noListMessage, advice: () => createSpaceAdvice('*'), isItem: true },
  {
    line: /^\d{1,3}[.)](?=\p{L})/u,
    message: noListMessage,
    advice: (line) => createSpaceAdvice(/^\d+[.)]/.exec(line)?.[0] ?? '1.'),
    isItem: true,
  },
  {
    line: new RegExp(`^[${foreignBullets}](?=\\s*\\S)`),
    message: noListMessage,
    advice: () => 'begin each item with `- ` instead, in the `body` of a `text` block',
  },
  // Matches letters, Roman numerals and bracketed numbers, such as `a.`, `iv)` and `(1)`.
  {
    line: /^(?:\((?:\d{1,3}|[A-Za-z]|[ivx]{2,4})\)|(?:[A-Za-z]|[ivx]{2,4})[.)])(?=\s+\S)/,
    message: noListMessage,
    advice: () =>
      'begin each item with `1. `, `a) ` or `- ` in the `body` of a `text` block, or end each line with a backslash, `\\`',
  },
  {
    line: /^\|.*\|$|^[^|\s][^|]*(?:\s\|\s[^|]+)+$/,
    message: 'this is not a table: visitors would see its lines as one line, with the `|`',
    advice: (line) =>
      `write \`|${' --- |'.repeat(countCells(line))}\` directly below the first row, with no text directly above the table`,
  },
];

const countCells = (row: string) => Math.min(row.replaceAll(/^\||\|$/g, '').split(/(?<!\\)\|/).length, 12);

/** Returns the problems with lines in a paragraph that the author intended as a list or a table. */
export function findRunTogetherLines(source: string, offset: number, isInList = false): TextProblem[] {
  if (!source.includes('\n')) return [];
  let previousLine: { kind: LineKind; line: string; at: number } | undefined;
  let lineStart = offset;
  for (const [number, rawLine] of source.split('\n').entries()) {
    const line = rawLine.replace(/^[ \t>]+/, '').trimEnd();
    const kind = lineKinds.find((lineKind) => lineKind.line.test(line));
    const current = kind && { kind, line, at: lineStart + rawLine.indexOf(line) };
    if (previousLine && previousLine.kind === kind) return [createLineProblem(previousLine)];
    if (current && isInList && current.kind.isItem && number > 0) return [createLineProblem(current)];
    // A line that ends with a manual line break stays separate.
    previousLine = /\\$| {2}$/.test(rawLine) ? undefined : current;
    lineStart += rawLine.length + 1;
  }
  return [];
}

const createLineProblem = ({ kind, line, at }: { kind: LineKind; line: string; at: number }): TextProblem =>
  createMarkProblem(at, kind.line.exec(line)?.[0] ?? ' ', kind.message, kind.advice(line));

/** Returns whether a code block has no closing fence. */
export function hasUnclosedFence(source: string): boolean {
  const [, fence = ''] = /^(`{3,}|~{3,})/.exec(source) ?? [];
  if (fence === '') return false;
  const last =
    source
      .trimEnd()
      .split('\n')
      .slice(1)
      .at(-1)
      ?.replace(/^[ \t>]+/, '') ?? '';
  return !(last.startsWith(fence) && last === (fence[0] ?? '').repeat(last.length));
}
