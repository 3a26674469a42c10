import { expect, test } from 'vitest';
import { linesOf } from '../../../schema/diagnostics/positions.ts';
import { renderFrame, splitGraphemes } from '../../../scripts/reporters/code-frame.ts';

// Characters of one and two columns, so that lines are cut next to and inside them.
const line = Array.from({ length: 150 }, (_, index) =>
  index % 9 === 4 ? '漢字'[index % 2] : String.fromCodePoint(97 + (index % 26)),
).join('');
const widthOf = (text: string) => splitGraphemes(text).reduce((sum, { width }) => sum + width, 0);

/** Returns the characters of a text in a range of columns. */
function inColumns(text: string, from: number, to: number): string {
  let column = 0;
  return splitGraphemes(text)
    .filter(({ width }) => (column += width) > from && column - width < to)
    .map(({ text }) => text)
    .join('');
}

test.each([40, 41, 60, 92])(
  'in %i columns, markers are below the problem, also in a shortened line',
  (columns) => {
    for (let from = 0; from < line.length; from++) {
      for (const length of [1, 9, 70]) {
        const range = {
          start: { line: 2, column: from + 1 },
          end: { line: 2, column: Math.min(from + length, line.length) + 1 },
        };
        const [source, marks] = renderFrame(
          {
            rule: 'wrong-value',
            severity: 'error',
            message: '',
            file: 'pages/index.yaml',
            range,
            path: [],
          },
          linesOf(`\n${line}`),
          columns,
        );
        if (source?.kind !== 'source' || marks?.kind !== 'marks')
          throw new Error('a frame must be a source line with marks below');
        const marked = inColumns(source.text, marks.text.indexOf('^'), marks.text.length);
        const wrong = line.slice(from, from + length);
        expect(
          [
            widthOf(source.text) <= columns,
            marks.text.length <= widthOf(source.text),
            wrong.startsWith(marked.replace(/…$/, '')) && marked.length > 0,
          ],
          `${source.text}\n${marks.text}`,
        ).toEqual([true, true, true]);
      }
    }
  },
);

test('two problems in one long line are both shown', () => {
  const place = (column: number) => ({ start: { line: 2, column }, end: { line: 2, column: column + 4 } });
  const frame = renderFrame(
    {
      rule: 'wrong-value',
      severity: 'error',
      message: '',
      file: 'pages/index.yaml',
      range: place(120),
      path: [],
      related: [{ range: place(3), label: 'here too' }],
    },
    linesOf(`\n${line}`),
    60,
  );
  expect(
    frame.map((one) => (one.kind === 'source' ? one.text.includes(line.slice(119, 123)) : one.kind)),
  ).toEqual([false, 'marks', true, 'marks']);
});
