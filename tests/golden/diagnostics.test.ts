import { expect, test } from 'vitest';
import { blockTypes } from '../../schema/blocks/index.ts';
import { exampleFiles } from '../../schema/check/example-site.ts';
import { type RuleId, rules } from '../../schema/diagnostics/rules.ts';
import { prettyDiagnostic } from '../../scripts/reporters/pretty.ts';
import { linesByFile } from '../../scripts/reporters/report.ts';
import { checkExample } from '../support/example-checks.ts';
import { filesIn, testGoldenTexts } from '../support/golden.ts';

// The input of a case is the blocks of a home page, or files (`@ path`). The output is everything that the checker prints.

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
const visible = (text: string) =>
  Object.entries(signs).reduce((now, [name, sign]) => now.replaceAll(name, sign), text);

// This sentence is printed with every error.
const unused = 'which pages, shared blocks and pictures nothing leads to, because of the errors';

function outputOf(input: string): string {
  const text = visible(input);
  const example = /^@ /m.test(text) ? filesIn(text) : text;
  const lines = linesByFile(exampleFiles(example));
  const { diagnostics, notChecked } = checkExample(example);
  return [
    ...diagnostics.map((diagnostic) =>
      prettyDiagnostic(diagnostic, lines(diagnostic.file), { color: false, columns: 110 }),
    ),
    ...notChecked.filter((sentence) => sentence !== unused).map((sentence) => `not checked: ${sentence}`),
  ]
    .join('\n\n')
    .replaceAll(blockTypes.join(', '), '<all types>');
}

const all = testGoldenTexts('diagnostics', outputOf);

test('unused files are not reported while there are errors, and the report says so', () => {
  const { diagnostics, notChecked } = checkExample({
    'boats.yaml': '- type: hero\n  headin: Boats\n',
  });
  expect(diagnostics.map(({ rule }) => rule)).not.toContain('unlinked-page');
  expect(notChecked).toEqual([unused]);
});

// The message of `missing-words` would change with each new word.
const tooLargeToPrint: RuleId[] = ['too-large', 'heavy-drawing', 'missing-words'];

test.skipIf(process.env['GOLDEN'] === 'write')('every rule has a case', () => {
  const shown = new Set(
    all.flatMap(({ output }) => [...output.matchAll(/^(?:error|warning)\[([\w-]+)\]/gm)].map(([, id]) => id)),
  );
  expect(
    (Object.keys(rules) as RuleId[]).filter((id) => !shown.has(id) && !tooLargeToPrint.includes(id)),
  ).toEqual([]);
});

test("no message contains programmers' jargon", () => {
  const forbidden =
    /\b(discriminator|union|undefined|mapping|scalar|object|array|string|boolean|regex|null)\b/i;
  const sentences = all.flatMap(({ output }) =>
    output.split('\n').filter((line) => /^(error|warning)\[| = |\^/.test(line)),
  );
  expect(sentences.filter((line) => forbidden.test(line.replaceAll(/`[^`]*`/g, '')))).toEqual([]);
});
