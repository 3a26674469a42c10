import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Rule } from '../../schema/diagnostics/rules/rule.ts';
import { rules } from '../../schema/diagnostics/rules.ts';

// Checks the parts of docs/style.md that a test can check.

const sources = globSync('{index.ts,{schema,src,scripts,supabase,tests}/**/*.{ts,tsx}}').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

/** Returns `file: match` for each match of a pattern in the source files. */
const findMatches = (pattern: RegExp): string[] =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.trim()}`),
  );

test('no function or type has a name such as `wordsOf`', () => {
  // `oneOf` is allowed, because JSON Schema uses this name.
  expect(
    findMatches(/\b(?:function\*?|const|let|class|interface|type) (?!(?:optionalO|o)neOf\b)\w+Of\b/g),
  ).toEqual([]);
});

test('no function name is an adjective, a participle or a preposition', () => {
  const words =
    'above|alone|along|apart|around|asked|below|beside|besides|beyond|done|drawn|given|gone|held|kept|known|left|lost|' +
    'made|meant|mended|named|near|odd|once|patiently|said|seen|sent|shown|softened|strictly|taken|told|typed|unbroken|' +
    'unread|used|whole|written|wrong';
  expect(
    findMatches(
      new RegExp(
        String.raw`\bfunction\*? (?:${words})\(|\bconst (?:${words}) = (?:async )?(?:\(|\w+ =>)`,
        'g',
      ),
    ),
  ).toEqual([]);
});

test('comments do not use words that the style guide rules out', () => {
  const words = 'anew|nobody|shall|somebody|thereof|whereof|whoever';
  const comments = String.raw`(?:^\s*(?:\/\/|\/?\*)|\s\/\/ )[^\n]*`;
  expect(findMatches(new RegExp(String.raw`${comments}\b(?:${words})\b[^\n]*`, 'gm'))).toEqual([]);
});

test('the summary of a rule says "must" only for errors, and "should" only for warnings', () => {
  const unexpectedRules = Object.entries<Rule>(rules).filter(([, { what, severity }]) =>
    (severity === 'warning' ? /\bmust\b/ : /\bshould\b/).test(what),
  );
  expect(unexpectedRules.map(([id]) => id)).toEqual([]);
});
