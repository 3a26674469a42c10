import { expect, test } from 'vitest';
import { blockTypes } from '../../schema/blocks/index.ts';
import { createExampleFiles } from '../../schema/check/example-site.ts';
import { type RuleId, rules } from '../../schema/diagnostics/rules.ts';
import { formatPrettyDiagnostic } from '../../scripts/reporters/pretty.ts';
import { createLineReader } from '../../scripts/reporters/report.ts';
import { checkExample } from '../support/example-checks.ts';
import { parseFiles, testGoldenTexts } from '../support/golden.ts';

// The input of a case contains the blocks of a home page, or files
// (`@ path`). The output is everything that the checker prints.

const signs: Record<string, string> = {
  '<TAB>': '\t',
  '<NBSP>': '\u00A0',
  '<BOM>': '\uFEFF',
  '<CR>': '\r',
  '<NUL>': '\0',
  '<BAD>': '\uFFFD',
  '<BEL>': '\u0007',
  '<C1>': '\u0092',
  '<RLO>': '\u202E',
  '<ZWSP>': '\u200B',
  '<ZWJ>': '\u200D',
};
const decodeSigns = (text: string) =>
  Object.entries(signs).reduce((decoded, [name, sign]) => decoded.replaceAll(name, sign), text);

// The checker prints this sentence with every error, so the output omits it.
const unusedNotice = 'which pages, shared blocks and pictures are unused, because of the errors';

function createOutput(input: string): string {
  const text = decodeSigns(input);
  const example = /^@ /m.test(text) ? parseFiles(text) : text;
  const lines = createLineReader(createExampleFiles(example));
  const { diagnostics, notChecked } = checkExample(example);
  return [
    ...diagnostics.map((diagnostic) =>
      formatPrettyDiagnostic(diagnostic, lines(diagnostic.file), { color: false, columns: 110 }),
    ),
    ...notChecked
      .filter((sentence) => sentence !== unusedNotice)
      .map((sentence) => `not checked: ${sentence}`),
  ]
    .join('\n\n')
    .replaceAll(blockTypes.join(', '), '<all types>');
}

const cases = testGoldenTexts('diagnostics', createOutput);

test('unused files are not reported while there are errors, and the report says so', () => {
  const { diagnostics, notChecked } = checkExample({
    'boats.yaml': '- type: hero\n  headin: Boats\n',
  });
  expect(diagnostics.map(({ rule }) => rule)).not.toContain('unlinked-page');
  expect(notChecked).toEqual([unusedNotice]);
});

// No case shows these rules: the first two need large files, and
// the message of `missing-words` changes with each new word.
const tooLargeToPrint: RuleId[] = ['too-large', 'heavy-drawing', 'missing-words'];

test.skipIf(process.env['GOLDEN'] === 'write')('every rule has a test case', () => {
  const shownRules = new Set(
    cases.flatMap(({ output }) =>
      [...output.matchAll(/^(?:error|warning)\[([\w-]+)\]/gm)].map(([, id]) => id),
    ),
  );
  expect(
    (Object.keys(rules) as RuleId[]).filter((id) => !shownRules.has(id) && !tooLargeToPrint.includes(id)),
  ).toEqual([]);
});

test("no message contains programmers' jargon", () => {
  const forbidden =
    /\b(discriminator|union|undefined|mapping|scalar|object|array|string|boolean|regex|null)\b/i;
  const sentences = cases.flatMap(({ output }) =>
    output.split('\n').filter((line) => /^(error|warning)\[| = |\^/.test(line)),
  );
  expect(sentences.filter((line) => forbidden.test(line.replaceAll(/`[^`]*`/g, '')))).toEqual([]);
});
