import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Golden texts contain inputs and the expected outputs, in files that can be reviewed like prose. A case in
// `tests/golden/<folder>/<name>.txt` has the form
//
//   ### headline
//   input
//   --->
//   output
//
// In `tests/golden/<folder>/<name>.lines.txt`, each line below a headline is a case:
//
//   ### headline
//   input ⇒ output
//
// `⏎` stands for a line break. After an intended change, run `GOLDEN=write npm test -- golden/blocks` to rewrite the
// expected outputs of a test file. Then review the diff.

const isWriting = process.env['GOLDEN'] === 'write';
const lineArrow = ' ⇒ ';

/** A case in a file of golden texts. */
export interface GoldenCase {
  /** The headline. If the case is a single line, the input follows the headline. */
  title: string;
  headline: string;
  input: string;
  output: string;
}

type CreateOutput = (input: string, headline: string) => string | Promise<string>;

/** Declares a test for each case in a folder. `createOutput` must return the expected output. Returns the cases. */
export function testGoldenTexts(folder: string, createOutput: CreateOutput): GoldenCase[] {
  const cases = readCases(folder);
  test.runIf(isWriting)(`writes the golden texts in ${folder}`, { timeout: 600_000 }, async () => {
    expect(cases.length).toBeGreaterThan(0);
    for (const file of goldenFiles(folder)) writeFileSync(file, await createUpdatedText(file, createOutput));
  });
  test.skipIf(isWriting).each(cases.map((goldenCase) => [goldenCase.title, goldenCase] as const))(
    '%s',
    async (_title, { headline, input, output }) => {
      expect((await createOutput(input, headline)).trimEnd()).toBe(output);
    },
  );
  test(`no two golden texts in ${folder} have the same title`, () => {
    const titles = cases.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
  return cases;
}

/** Reads all cases in a folder, in the order of the file names. */
export const readCases = (folder: string): GoldenCase[] =>
  goldenFiles(folder).flatMap((file) => readSections(file).flatMap(({ cases }) => cases));

/** Decodes escapes such as `\u0308`. Golden texts use them for invisible characters and line ends. */
export const decodeEscapes = (text: string): string =>
  text.replaceAll(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));

/** Returns the files in a case, by path. Each file begins with a line `@ path`. */
export function parseFiles(input: string): Record<string, string> {
  const [, ...parts] = input.split(/^@ (\S.*)\n/m);
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
  );
}

const goldenFiles = (folder: string) =>
  globSync(join(import.meta.dirname, '../golden', folder, '*.txt')).toSorted();

const isLinesFile = (file: string) => file.endsWith('.lines.txt');

/** Reads the sections of a file of golden texts. Each section has a headline and cases. */
function readSections(file: string): { headline: string; cases: GoldenCase[] }[] {
  return readFileSync(file, 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      const [headline, text] = [part.slice(0, end), part.slice(end + 1)];
      if (!isLinesFile(file)) {
        const [input = '', output = ''] = text.split(/^--->\n?/m);
        return { headline, cases: [{ title: headline, headline, input, output: output.trimEnd() }] };
      }
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const cases = lines.map((line) => {
        const [input = '', output = ''] = line.split(lineArrow);
        return {
          title: `${headline}: ${input}`,
          headline,
          input: decodeLineBreaks(input),
          output: decodeLineBreaks(output).trimEnd(),
        };
      });
      return { headline, cases };
    });
}

async function createUpdatedText(file: string, createOutput: CreateOutput): Promise<string> {
  const sections: string[] = [];
  for (const { headline, cases } of readSections(file)) {
    const parts: string[] = [];
    for (const { input } of cases) {
      const output = (await createOutput(input, headline)).trimEnd();
      parts.push(
        isLinesFile(file)
          ? `${encodeLineBreaks(input)}${lineArrow}${encodeLineBreaks(output)}\n`
          : `${input.trimEnd()}\n--->\n${output}\n`,
      );
    }
    sections.push(`### ${headline}\n${parts.join('')}`);
  }
  return sections.join('\n');
}

const encodeLineBreaks = (text: string) => text.replaceAll('\n', '⏎');
const decodeLineBreaks = (text: string) => text.replaceAll('⏎', '\n');
