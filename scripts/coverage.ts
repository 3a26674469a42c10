import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The numbered sections of the specification that tests are named after; their titles stand in the names. */
export const sections = [
  '1',
  ...Array.from({ length: 14 }, (_, index) => `2.${index + 1}`),
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
];
export const coverageFile = 'docs/coverage.md';

export interface NamedTest {
  file: string;
  section: string;
  title: string;
  /** What the test states; `…` stands for what differs from row to row of a table. */
  says: string;
}

/** The tests of these files whose names begin like `2.6 team and culture: `. */
export function namedTests(files: readonly (readonly [file: string, text: string])[]): NamedTest[] {
  return files.flatMap(([file, text]) => {
    // A name stands behind `test(`, or behind the closing bracket of a table.
    const names = text.matchAll(/(?:\btest|\))(?:\.each)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g);
    return [...names].flatMap(([, , written = '']) => {
      const [, section, title, says] =
        /^(\d+(?:\.\d+)?) ([^:]+): (.+)$/s.exec(written.replaceAll(/\\(.)/g, '$1')) ?? [];
      return section && title && says
        ? [{ file, section, title, says: says.replaceAll(/%[sifdjo#]/g, '…').replaceAll(/ ?\(…\)$/g, '') }]
        : [];
    });
  });
}

/** All tests of this project that are named after a section. */
export function readTests(): NamedTest[] {
  const files = globSync('tests/**/*.test.{ts,tsx}').map((file) => file.replaceAll('\\', '/'));
  return namedTests(files.toSorted().map((file) => [file, readFileSync(file, 'utf8')]));
}

/** The page that says which tests hold which section. */
export function coverageDocument(tests: readonly NamedTest[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = sections.flatMap((section) =>
    tests
      .filter((test) => test.section === section)
      .map(
        ({ file, title, says }, index) =>
          `| ${index === 0 ? section : ''} | ${index === 0 ? cell(title) : ''} | ${cell(says)} | [${file.replace('tests/', '')}](${relative(dirname(coverageFile), file).replaceAll('\\', '/')}) |`,
      ),
  );
  return [
    '# The specification, section by section',
    '',
    'Which test holds which section of the specification, made from the names of the tests by `npm run coverage`.',
    'A name that begins like `2.6 team and culture: ` puts a test here. `…` stands for what differs from row to row of a table.',
    '',
    '| section | title | what is tested | where |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.main) {
  process.chdir(join(import.meta.dirname, '..'));
  const tests = readTests();
  writeFileSync(coverageFile, coverageDocument(tests));
  console.log(
    `${coverageFile}: ${tests.length} tests of ${new Set(tests.map(({ section }) => section)).size} sections.`,
  );
}
