import { linesOf, offsetAt, withoutByteOrderMark } from './positions.ts';
import { applyEdits } from './edits.ts';
import type { Diagnostic, Fix } from './diagnostic.ts';

/** A fixed text, and the diagnostics that its fixes resolve. */
export interface Fixed {
  text: string;
  applied: { diagnostic: Diagnostic; fix: Fix }[];
}

/**
 * Applies the safe fixes of a file's diagnostics to its text, and optionally the suggested ones. The rest of
 * the text is unchanged. If fixes overlap, only one is applied. Check and fix again to apply the others.
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[], safety: Fix['safety']): Fixed {
  const bare = withoutByteOrderMark(text);
  const lines = linesOf(bare);
  const lineEnd = bare.slice(0, lines.starts[1]).endsWith('\r\n') ? '\r\n' : '\n';
  const wanted = diagnostics.flatMap((diagnostic) => {
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
  // A suggested fix must not prevent a safe one.
  wanted.sort(
    (a, b) => Number(a.fix.safety === 'suggested') - Number(b.fix.safety === 'suggested') || a.from - b.from,
  );
  const taken: typeof wanted = [];
  for (const one of wanted)
    if (taken.every(({ from, to }) => one.to < from || one.from > to)) taken.push(one);
  const changed = applyEdits(
    bare,
    taken.flatMap(({ edits }) => edits),
  );
  return {
    text: `${text.slice(0, text.length - bare.length)}${changed}`,
    applied: taken.map(({ diagnostic, fix }) => ({ diagnostic, fix })),
  };
}
