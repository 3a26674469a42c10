import { expect, test } from 'vitest';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';
import type { Diagnostic, Fix } from '../../../schema/diagnostics/diagnostic.ts';

type Change = [line: number, from: number, to: number, text: string];

function diagnostic(safety: Fix['safety'], ...changes: Change[]): Diagnostic {
  const edits = changes.map(([line, from, to, newText]) => ({
    range: { start: { line, column: from }, end: { line, column: to } },
    newText,
  }));
  const [edit] = edits;
  const range = edit?.range ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  return {
    rule: 'unknown-key',
    severity: 'error',
    message: 'a message',
    file: 'pages/a.yaml',
    range,
    path: [],
    fix: { title: JSON.stringify(changes), safety, edits },
  };
}

const text = `# why this page is here\ntitel: 'Boats'   # keep\nblocks:\n  - {type: heroo,heading: "A"}\n\n`;

test('applies fixes of one level in any order and changes nothing else', () => {
  const diagnostics = [diagnostic('suggested', [4, 12, 17, 'hero']), diagnostic('safe', [2, 1, 6, 'title'])];
  const safe = applyFixes(text, diagnostics, 'safe');
  expect(safe.text).toBe(text.replace('titel', 'title'));
  expect(safe.applied).toHaveLength(1);
  const both = text.replace('heroo', 'hero').replace('titel', 'title');
  expect(applyFixes(text, diagnostics, 'suggested').text).toBe(both);
  expect(applyFixes(text, diagnostics.toReversed(), 'suggested').text).toBe(both);
  const without = [diagnostic('safe'), { ...diagnostic('safe'), fix: undefined }];
  expect(applyFixes(text, without, 'suggested')).toEqual({ text, applied: [] });
});

test('applies all edits of a fix or none', () => {
  const quotes = diagnostic('safe', [4, 18, 18, '"'], [4, 25, 25, '"']);
  const inside = diagnostic('suggested', [4, 18, 25, 'headings']);
  const { text: fixed, applied } = applyFixes(text, [inside, quotes], 'suggested');
  expect(fixed).toBe(text.replace('heading', '"heading"'));
  expect(applied.map(({ diagnostic: one }) => one)).toEqual([quotes]);
});

test('prefers the safe one of two fixes at the same position', () => {
  const { text: fixed, applied } = applyFixes(
    text,
    [diagnostic('suggested', [2, 1, 6, 'tile']), diagnostic('safe', [2, 1, 6, 'title'])],
    'suggested',
  );
  expect(fixed).toBe(text.replace('titel', 'title'));
  expect(applied).toHaveLength(1);
});

test('keeps the byte order mark and line endings of a file', () => {
  const windows = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const fixed = applyFixes(
    windows,
    [diagnostic('safe', [2, 1, 6, 'description: |\n  A\ntitle'])],
    'safe',
  ).text;
  expect(fixed).toBe(windows.replace('titel', 'description: |\r\n  A\r\ntitle'));
});
