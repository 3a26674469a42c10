import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { applyEdits } from '../../../schema/diagnostics/edits.ts';
import { readYaml } from '../../../schema/yaml/read-yaml.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { invisibleCharacters } from '../../../schema/yaml/invisible-characters.ts';

// Every character that Unicode has no picture for, by its classes.
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const controls = [...from(0, 0x1f), ...from(0x7f, 0x9f)].filter((code) => ![9, 10].includes(code));
const others = [
  ...from(0x2028, 0x202e),
  0xd800,
  0xd83d,
  0xdbff,
  0xdc00,
  0xdfff,
  ...from(0xe000, 0xf8ff).filter((code) => code % 97 === 0 || code > 0xf8fd),
  0xf0000,
  0x10fffd,
  ...from(0xfdd0, 0xfdef),
  ...from(0, 16).flatMap((plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff]),
];
const name = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const toldOf = (heading: string) =>
  check(exampleFiles({ 'index.yaml': `- type: hero\n  heading: ${heading}\n` }), exampleAssets({}))
    // The letter that was meant may be one that fonts lack.
    .diagnostics.filter(({ rule }) => rule !== 'missing-letters')
    .map(({ rule, message, range }) => `${range.start.line} ${rule} ${message}`);

test('no text holds a sign that nobody sees, whichever it is and however it is written', () => {
  const told = (code: number) => [
    `5 unseen-sign a text cannot hold the sign \`${name(code)}\`, which nobody sees`,
  ];
  for (const code of [...controls, ...others]) {
    const escape = `\\U${code.toString(16).padStart(8, '0')}`;
    expect(toldOf(`"Ships ${escape} at the pier"`), name(code)).toEqual(told(code));
    // The first is no text file at all, and the second may end a line.
    if (code === 0 || code === 13) continue;
    expect(toldOf(`Ships ${String.fromCodePoint(code)} at the pier`), name(code)).toEqual(told(code));
  }
});

test.each(['&#0;', '&#7;', '&#x1F;', '&#13;', '&#x85;', '&#x202E;', '&#xD800;', '&#xFFFE;', '&#9999999;'])(
  '%s stands for such a sign in a text with marks, and not in code',
  (written) => {
    const told = (text: string) =>
      check(
        exampleFiles({ 'index.yaml': `- type: hero\n  heading: A\n  lead: ${text}\n` }),
        exampleAssets({}),
      ).diagnostics.map(({ rule, range }) => `${range.start.line}:${range.start.column} ${rule}`);
    expect(told(`Ships ${written} here`)).toEqual(['6:17 unseen-sign']);
    expect(told(`Ships \`${written}\` here`)).toEqual([]);
  },
);

test('what its fix leaves is what was meant', () => {
  const fixed = (text: string) => applyEdits(text, invisibleCharacters(text).edits);
  expect(fixed('The master\u0092s \u0093ship\u0094\u2028at\u0007 the \uD800pier\u{1FFFE}')).toBe(
    'The master’s “ship” at the pier',
  );
});

test.each([
  ['marks of scripts that are written from right to left', 'שלום \u200Fעולם \u2067أهلا\u2069'],
  ['letters of two halves, and joined ones', '👩‍🚀 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
  ['signs at which a word may be parted, or not', 'Salz\u00ADquay 10\u00A0knots'],
])('%s stay', (_what, text) => {
  expect(invisibleCharacters(text).diagnostics).toEqual([]);
  expect(readYaml('a.yaml', `heading: ${text}\n`).diagnostics).toEqual([]);
});
