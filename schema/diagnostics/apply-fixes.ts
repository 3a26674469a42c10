import { indexLines, offsetAt, removeByteOrderMark } from './positions.ts';
import { applyEdits } from './edits.ts';
import type { Diagnostic, Fix } from './diagnostic.ts';

/** A text with fixes applied, and the applied fixes, each with its diagnostic. */
export interface FixedText {
  text: string;
  applied: { diagnostic: Diagnostic; fix: Fix }[];
}

/**
 * Applies the fixes of diagnostics to the content of their file: only the safe fixes, or also the suggested ones. All
 * other text stays the same. If fixes overlap, only one of them is applied. To apply the others, check and fix the file
 * again.
 */
export function applyFixes(
  text: string,
  diagnostics: readonly Diagnostic[],
  safety: Fix['safety'],
): FixedText {
  const textWithoutMark = removeByteOrderMark(text);
  const lines = indexLines(textWithoutMark);
  const lineEnd = textWithoutMark.slice(0, lines.starts[1]).endsWith('\r\n') ? '\r\n' : '\n';
  const candidates = diagnostics.flatMap((diagnostic) => {
    const { fix } = diagnostic;
    if (!fix?.edits.length || (safety === 'safe' && fix.safety === 'suggested')) return [];
    const edits = fix.edits.map(({ range, newText }) => ({
      from: offsetAt(lines, range.start),
      to: offsetAt(lines, range.end),
      newText: newText.replaceAll(/\r?\n/g, lineEnd),
    }));
    const from = Math.min(...edits.map((edit) => edit.from));
    return [{ diagnostic, fix, edits, from, to: Math.max(...edits.map((edit) => edit.to)) }];
  });
  // Apply safe fixes first, so that a suggested fix that overlaps a safe one does not prevent it.
  candidates.sort(
    (a, b) => Number(a.fix.safety === 'suggested') - Number(b.fix.safety === 'suggested') || a.from - b.from,
  );
  const selectedCandidates: typeof candidates = [];
  for (const candidate of candidates)
    if (selectedCandidates.every(({ from, to }) => candidate.to < from || candidate.from > to))
      selectedCandidates.push(candidate);
  const changedText = applyEdits(
    textWithoutMark,
    selectedCandidates.flatMap(({ edits }) => edits),
  );
  return {
    text: `${text.slice(0, text.length - textWithoutMark.length)}${changedText}`,
    applied: selectedCandidates.map(({ diagnostic, fix }) => ({ diagnostic, fix })),
  };
}
