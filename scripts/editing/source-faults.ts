import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { linesOf, offsetAt, type Range, withoutByteOrderMark } from '../../schema/diagnostics/positions.ts';
import type { SourceFault } from '../../src/editor/source-help.ts';

/** Converts a diagnostic for the text editor. */
export function sourceFault(found: Diagnostic, text: string): SourceFault {
  const { severity, message, label, didYouMean, advice, note, valid, validCount, fix } = found;
  const bare = withoutByteOrderMark(text);
  const lines = linesOf(bare);
  const spanOf = ({ start, end }: Range) => {
    const shift = text.length - bare.length;
    return { from: offsetAt(lines, start) + shift, to: offsetAt(lines, end) + shift };
  };
  const hint = didYouMean !== undefined ? label : (advice ?? note);
  return {
    ...spanOf(found.range),
    severity,
    message,
    ...(hint !== undefined && { hint }),
    ...(valid && !fix && { valid: validCount === undefined ? valid : [...valid, '…'] }),
    ...(fix && {
      fix: {
        title: fix.title,
        edits: fix.edits.map(({ range, newText }) => ({ ...spanOf(range), newText })),
      },
    }),
  };
}
