import { expect, test } from 'vitest';
import { applyEdits } from '../../../schema/diagnostics/edits.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { findInvisibleCharacters } from '../../../schema/yaml/invisible-characters.ts';
import { checkExample } from '../../support/example-checks.ts';
import { takeSample } from '../../support/sample.ts';

// These characters have no glyph. The list contains all control characters, and samples from the other Unicode classes.
const listCodes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const controlCodes = [...listCodes(0, 0x1f), ...listCodes(0x7f, 0x9f)].filter(
  (code) => ![9, 10].includes(code),
);
const otherCodes = [
  ...listCodes(0x2028, 0x202e),
  0xd800,
  0xd83d,
  0xdbff,
  0xdc00,
  0xdfff,
  ...listCodes(0xe000, 0xf8ff).filter((code) => code % 97 === 0 || code > 0xf8fd),
  0xf0000,
  0x10fffd,
  ...listCodes(0xfdd0, 0xfdef),
  ...listCodes(0, 16).flatMap((plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]),
];
const formatCode = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const checkLines = (...lines: string[]) =>
  checkExample(`- type: hero\n${lines.join('\n')}\n`)
    // Ignore the diagnostics about characters that are missing in the built-in fonts.
    .diagnostics.filter(({ rule }) => rule !== 'missing-letters');

test('each invisible character is reported', () => {
  for (const code of [...controlCodes, ...otherCodes]) {
    if (code === 0 || code === 13) continue; // NUL marks a binary file, CR is a line end
    const { diagnostics } = findInvisibleCharacters(
      `heading: Ships ${String.fromCodePoint(code)} at the pier`,
    );
    expect([formatCode(code), diagnostics.length]).toEqual([formatCode(code), 1]);
  }
});

test('invisible characters in text are reported, whether literal or escaped', () => {
  for (const code of takeSample([...controlCodes, ...otherCodes], 16)) {
    const escape = `\\U${code.toString(16).padStart(8, '0')}`;
    const rawTexts = code === 0 || code === 13 ? [] : [`Ships ${String.fromCodePoint(code)} at the pier`];
    for (const heading of [`"Ships ${escape} at the pier"`, ...rawTexts])
      expect(checkLines(`  heading: ${heading}`)).toMatchObject([
        {
          rule: 'unseen-sign',
          message: `a text cannot contain the invisible character \`${formatCode(code)}\``,
          range: { start: { line: 5 } },
        },
      ]);
  }
});

test.each(['&#0;', '&#7;', '&#x1F;', '&#13;', '&#x85;', '&#x202E;', '&#xD800;', '&#xFFFE;', '&#9999999;'])(
  '%s is reported in Markdown, but not in code',
  (reference) => {
    const checkText = (text: string) =>
      checkLines('  heading: A', `  lead: ${text}`).map(({ rule, range: { start } }) => [rule, start]);
    expect(checkText(`Ships ${reference} here`)).toEqual([['unseen-sign', { line: 6, column: 17 }]]);
    expect(checkText(`Ships \`${reference}\` here`)).toEqual([]);
  },
);

test('the fix for invisible characters restores the intended text', () => {
  const applyFix = (text: string) => applyEdits(text, findInvisibleCharacters(text).edits);
  expect(applyFix('The master\u0092s \u0093ship\u0094\u2028at\u0007 the \uD800pier\u{1FFFE}')).toBe(
    'The master’s “ship” at the pier',
  );
});

test.each([
  ['direction marks of right-to-left scripts', 'שלום \u200Fעולם \u2067أهلا\u2069'],
  ['surrogate pairs and joined emoji', '👩‍🚀 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['soft hyphens and non-breaking spaces', 'Salz\u00ADquay 10\u00A0knots'],
])('%s are not reported', (_title, text) => {
  expect(findInvisibleCharacters(text).diagnostics).toEqual([]);
  expect(readYaml('a.yaml', `heading: ${text}\n`).diagnostics).toEqual([]);
});
