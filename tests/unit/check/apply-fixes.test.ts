import { expect, test } from 'vitest';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';
import type { Diagnostic, Fix } from '../../../schema/diagnostics/diagnostic.ts';

type Change = [line: number, from: number, to: number, text: string];

function createDiagnostic(safety: Fix['safety'], ...changes: Change[]): Diagnostic {
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

test('fixes up to the given level are applied, regardless of their order, and nothing else changes', () => {
  const diagnostics = [
    createDiagnostic('suggested', [4, 12, 17, 'hero']),
    createDiagnostic('safe', [2, 1, 6, 'title']),
  ];
  const safeResult = applyFixes(text, diagnostics, 'safe');
  expect(safeResult.text).toBe(text.replace('titel', 'title'));
  expect(safeResult.applied).toHaveLength(1);
  const expected = text.replace('heroo', 'hero').replace('titel', 'title');
  expect(applyFixes(text, diagnostics, 'suggested').text).toBe(expected);
  expect(applyFixes(text, diagnostics.toReversed(), 'suggested').text).toBe(expected);
  const withoutFixes = [createDiagnostic('safe'), { ...createDiagnostic('safe'), fix: undefined }];
  expect(applyFixes(text, withoutFixes, 'suggested')).toEqual({ text, applied: [] });
});

test('either all edits of a fix are applied or none', () => {
  const quoteFix = createDiagnostic('safe', [4, 18, 18, '"'], [4, 25, 25, '"']);
  const innerFix = createDiagnostic('suggested', [4, 18, 25, 'headings']);
  const { text: fixedText, applied } = applyFixes(text, [innerFix, quoteFix], 'suggested');
  expect(fixedText).toBe(text.replace('heading', '"heading"'));
  expect(applied.map(({ diagnostic: appliedDiagnostic }) => appliedDiagnostic)).toEqual([quoteFix]);
});

test('of two fixes at the same position, the safe fix is preferred', () => {
  const { text: fixedText, applied } = applyFixes(
    text,
    [createDiagnostic('suggested', [2, 1, 6, 'tile']), createDiagnostic('safe', [2, 1, 6, 'title'])],
    'suggested',
  );
  expect(fixedText).toBe(text.replace('titel', 'title'));
  expect(applied).toHaveLength(1);
});

test('applying fixes keeps the byte order mark and line endings of a file', () => {
  const windowsText = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const fixedText = applyFixes(
    windowsText,
    [createDiagnostic('safe', [2, 1, 6, 'description: |\n  A\ntitle'])],
    'safe',
  ).text;
  expect(fixedText).toBe(windowsText.replace('titel', 'description: |\r\n  A\r\ntitle'));
});
