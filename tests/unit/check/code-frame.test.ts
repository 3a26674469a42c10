import { expect, test } from 'vitest';
import { indexLines } from '../../../schema/diagnostics/positions.ts';
import { renderFrame, splitGraphemes } from '../../../scripts/reporters/code-frame.ts';

// The characters are one or two columns wide, so that the frame cuts lines next to characters and inside them.
const longLine = Array.from({ length: 150 }, (_, index) =>
  index % 9 === 4 ? '漢字'[index % 2] : String.fromCodePoint(97 + (index % 26)),
).join('');
const measureWidth = (text: string) => splitGraphemes(text).reduce((sum, { width }) => sum + width, 0);

/** Returns the characters that occupy a range of columns in a string. */
function sliceColumns(text: string, from: number, to: number): string {
  let column = 0;
  return splitGraphemes(text)
    .filter(({ width }) => (column += width) > from && column - width < to)
    .map(({ text }) => text)
    .join('');
}

test.each([40, 41, 60, 92])(
  'in %i columns, markers are below the problem, even in a shortened line',
  (columns) => {
    for (let from = 0; from < longLine.length; from++) {
      for (const length of [1, 9, 70]) {
        const range = {
          start: { line: 2, column: from + 1 },
          end: { line: 2, column: Math.min(from + length, longLine.length) + 1 },
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
          indexLines(`\n${longLine}`),
          columns,
        );
        if (source?.kind !== 'source' || marks?.kind !== 'marks')
          throw new Error('a frame must be a source line with marks below');
        const markedText = sliceColumns(source.text, marks.text.indexOf('^'), marks.text.length);
        const expectedText = longLine.slice(from, from + length);
        expect(
          [
            measureWidth(source.text) <= columns,
            marks.text.length <= measureWidth(source.text),
            expectedText.startsWith(markedText.replace(/…$/, '')) && markedText.length > 0,
          ],
          `${source.text}\n${marks.text}`,
        ).toEqual([true, true, true]);
      }
    }
  },
);

test('if one long line has two problems, both are shown', () => {
  const createRange = (column: number) => ({
    start: { line: 2, column },
    end: { line: 2, column: column + 4 },
  });
  const frame = renderFrame(
    {
      rule: 'wrong-value',
      severity: 'error',
      message: '',
      file: 'pages/index.yaml',
      range: createRange(120),
      path: [],
      related: [{ range: createRange(3), label: 'here too' }],
    },
    indexLines(`\n${longLine}`),
    60,
  );
  expect(
    frame.map((frameLine) =>
      frameLine.kind === 'source' ? frameLine.text.includes(longLine.slice(119, 123)) : frameLine.kind,
    ),
  ).toEqual([false, 'marks', true, 'marks']);
});
