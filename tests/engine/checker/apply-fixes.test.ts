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

test('puts in the new text and leaves everything else as it is', () => {
  const { text: fixed, applied } = applyFixes(text, [diagnostic('safe', [2, 1, 6, 'title'])], 'safe');
  expect(fixed).toBe(text.replace('titel', 'title'));
  expect(applied).toHaveLength(1);
});

test('guesses only when asked to', () => {
  const diagnostics = [diagnostic('suggested', [4, 12, 17, 'hero'])];
  expect(applyFixes(text, diagnostics, 'safe')).toEqual({ text, applied: [] });
  expect(applyFixes(text, diagnostics, 'suggested').text).toBe(text.replace('heroo', 'hero'));
});

test('applies several fixes of one text at once, whatever their order', () => {
  const diagnostics = [diagnostic('suggested', [4, 12, 17, 'hero']), diagnostic('safe', [2, 1, 6, 'title'])];
  const both = text.replace('heroo', 'hero').replace('titel', 'title');
  expect(applyFixes(text, diagnostics, 'suggested').text).toBe(both);
  expect(applyFixes(text, diagnostics.toReversed(), 'suggested').text).toBe(both);
});

test('applies all edits of a fix or none', () => {
  const quotes = diagnostic('safe', [4, 18, 18, '"'], [4, 25, 25, '"']);
  const inside = diagnostic('suggested', [4, 18, 25, 'headings']);
  const { text: fixed, applied } = applyFixes(text, [inside, quotes], 'suggested');
  expect(fixed).toBe(text.replace('heading', '"heading"'));
  expect(applied.map(({ diagnostic: one }) => one)).toEqual([quotes]);
});

test('of two fixes at the same place the certain one is applied', () => {
  const { text: fixed, applied } = applyFixes(
    text,
    [diagnostic('suggested', [2, 1, 6, 'tile']), diagnostic('safe', [2, 1, 6, 'title'])],
    'suggested',
  );
  expect(fixed).toBe(text.replace('titel', 'title'));
  expect(applied).toHaveLength(1);
});

test('keeps the mark at the beginning of a file and its line ends', () => {
  const windows = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const fixed = applyFixes(
    windows,
    [diagnostic('safe', [2, 1, 6, 'description: |\n  A\ntitle'])],
    'safe',
  ).text;
  expect(fixed).toBe(windows.replace('titel', 'description: |\r\n  A\r\ntitle'));
});

test('a fault without a fix, or with words only, changes nothing', () => {
  expect(
    applyFixes(text, [diagnostic('safe'), { ...diagnostic('safe'), fix: undefined }], 'suggested'),
  ).toEqual({
    text,
    applied: [],
  });
});
