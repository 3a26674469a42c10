import { diff } from 'node:util';

interface Line {
  kind: '+' | '-' | ' ';
  text: string;
}

const around = 3;

/** What changed in a file, in the form that `patch` and `git apply` read. Nothing, if nothing changed. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const lines = diff(linesOf(before), linesOf(after)).map(([operation, text]): Line => ({
    kind: operation === 1 ? '-' : operation === -1 ? '+' : ' ',
    text,
  }));
  return [`--- a/${file}`, `+++ b/${file}`, ...hunksOf(lines)].join('\n').concat('\n');
}

function hunksOf(lines: readonly Line[]): string[] {
  const changed = lines.flatMap(({ kind }, index) => (kind === ' ' ? [] : [index]));
  const stretches: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = stretches.at(-1);
    if (last && index - around <= last.to) last.to = Math.min(index + around + 1, lines.length);
    else
      stretches.push({ from: Math.max(0, index - around), to: Math.min(index + around + 1, lines.length) });
  }
  return stretches.flatMap(({ from, to }) => {
    const inside = lines.slice(from, to);
    return [
      `@@ -${spanOf(lines, from, inside, '+')} +${spanOf(lines, from, inside, '-')} @@`,
      ...inside.flatMap(shown),
    ];
  });
}

/** First line and number of lines on one side: `without` are the lines that the side does not have. */
function spanOf(
  lines: readonly Line[],
  from: number,
  inside: readonly Line[],
  without: Line['kind'],
): string {
  const before = lines.slice(0, from).filter(({ kind }) => kind !== without).length;
  const count = inside.filter(({ kind }) => kind !== without).length;
  return `${count === 0 ? before : before + 1},${count}`;
}

function shown({ kind, text }: Line): string[] {
  return text.endsWith('\n')
    ? [`${kind}${text.slice(0, -1)}`]
    : [`${kind}${text}`, '\\ No newline at end of file'];
}

/** The lines with their ends, so that an end that changed shows as a change. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
