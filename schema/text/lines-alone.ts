import type { TextFault } from './tree.ts';

interface Kind {
  /** How a line begins, or is as a whole. */
  line: RegExp;
  message: string;
  advice(line: string): string;
  /** Whether one such line below an entry of a list was meant as the next entry. */
  isEntry?: true;
}

const noList = 'this makes no list: its lines would be shown as one';
const withBlank = (mark: string) => `write a blank behind each \`${mark}\`: \`${mark} one\``;

/** What other programs begin the entries of a list with. */
export const otherBullets = '–—·◦○■□➢➤►→✓✔';

// What is no mark of Markdown, though lines that begin so one below the other mean something by it.
const kinds: readonly Kind[] = [
  { line: /^-(?=[^\s\d-])/, message: noList, advice: () => withBlank('-'), isEntry: true },
  { line: /^\*(?=[^\s*][^*]*$)/, message: noList, advice: () => withBlank('*'), isEntry: true },
  {
    line: /^\d{1,3}[.)](?=\p{L})/u,
    message: noList,
    advice: (line) => withBlank(/^\d+[.)]/.exec(line)?.[0] ?? '1.'),
    isEntry: true,
  },
  {
    line: new RegExp(`^[${otherBullets}](?=\\s*\\S)`),
    message: noList,
    advice: () => 'begin each entry with `- ` instead, in the `body` of a `text` block',
  },
  {
    line: /^\|.*\|$/,
    message: 'this is no table: visitors would see its lines as one, with the `|`',
    advice: (line) =>
      `write \`|${' --- |'.repeat(cellsIn(line))}\` right below the first row, and no text right above that`,
  },
];

const cellsIn = (row: string) => Math.min(Math.max(row.split(/(?<!\\)\|/).length - 2, 1), 12);

/** Lines of a paragraph that would be shown as one, though they were meant as a list or a table. */
export function linesAlone(source: string, from: number, isInList = false): TextFault[] {
  if (!source.includes('\n')) return [];
  let last: { kind: Kind; line: string; at: number } | undefined;
  let at = from;
  for (const [number, written] of source.split('\n').entries()) {
    const line = written.replace(/^[ \t>]+/, '').trimEnd();
    const kind = kinds.find((one) => one.line.test(line));
    const here = kind && { kind, line, at: at + written.indexOf(line) };
    if (last && last.kind === kind) return [fault(last)];
    if (here && isInList && here.kind.isEntry && number > 0) return [fault(here)];
    // Who ends a line by hand means each as a line.
    last = /\\$| {2}$/.test(written) ? undefined : here;
    at += written.length + 1;
  }
  return [];
}

const fault = ({ kind, line, at }: { kind: Kind; line: string; at: number }): TextFault => ({
  rule: 'text-marks',
  start: at,
  length: kind.line.exec(line)?.[0].length ?? 1,
  message: kind.message,
  label: 'visitors would see this',
  advice: kind.advice(line),
});

/** Code that has a first line of backticks and no last one. */
export function openCode(source: string): boolean {
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
