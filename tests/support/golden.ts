import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Golden texts: what goes in and what comes out, in files that are read and reviewed like prose. Each case is
//
//   ### headline
//   input
//   --->
//   output
//
// After an intended change, `GOLDEN=write npm test -- golden` writes the outputs anew. Review the diff.

const isWriting = process.env['GOLDEN'] === 'write';

/** A case of a golden text. `headline` is unique in its folder. */
export interface GoldenCase {
  headline: string;
  input: string;
  output: string;
}

/** The cases in the files `tests/golden/<folder>/*.txt`, in the order of their names. */
export const goldenCases = (folder: string): GoldenCase[] =>
  goldenFiles(folder).flatMap((file) => parseCases(readFileSync(file, 'utf8')));

/** Declares a test for each case: `outputOf` its input equals its output. Returns the cases. */
export function testGoldenTexts(
  folder: string,
  outputOf: (input: string, headline: string) => string | Promise<string>,
): GoldenCase[] {
  const cases = goldenCases(folder);
  test.runIf(isWriting)(`writes the golden texts in ${folder}`, async () => {
    for (const file of goldenFiles(folder)) {
      const texts: string[] = [];
      for (const { headline, input } of parseCases(readFileSync(file, 'utf8'))) {
        const output = (await outputOf(input, headline)).trimEnd();
        texts.push(`### ${headline}\n${input.trimEnd()}\n--->\n${output}\n`);
      }
      expect(texts.length).toBeGreaterThan(0);
      writeFileSync(file, texts.join('\n'));
    }
  });
  test.skipIf(isWriting).each(cases.map((one) => [one.headline, one] as const))(
    '%s',
    async (headline, { input, output }) => {
      expect((await outputOf(input, headline)).trimEnd()).toBe(output);
    },
  );
  test(`no two golden texts in ${folder} have the same headline`, () => {
    expect(cases.length).toBeGreaterThan(0);
    const headlines = cases.map(({ headline }) => headline);
    expect(headlines.filter((headline, index) => headlines.indexOf(headline) !== index)).toEqual([]);
  });
  return cases;
}

/** The parts of a case with several files: each begins with a line `@ path`. */
export function filesIn(input: string): Record<string, string> {
  const [, ...parts] = input.split(/^@ (\S.*)\n/m);
  return Object.fromEntries(
    parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])),
  );
}

const goldenFiles = (folder: string) =>
  globSync(join(import.meta.dirname, '../golden', folder, '*.txt')).toSorted();

const parseCases = (text: string): GoldenCase[] =>
  text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [head = '', output = ''] = part.split(/^--->\n?/m);
      const [headline = '', ...input] = head.split('\n');
      return { headline, input: input.join('\n'), output: output.trimEnd() };
    });
