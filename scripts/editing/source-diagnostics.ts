import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { indexLines, offsetAt, type Range, removeByteOrderMark } from '../../schema/diagnostics/positions.ts';
import type { SourceDiagnostic } from '../../src/editor/source-help.ts';

/** Converts a diagnostic to the form that the source editor shows. */
export function toSourceDiagnostic(diagnostic: Diagnostic, text: string): SourceDiagnostic {
  const { severity, message, label, didYouMean, advice, note, valid, validCount, fix } = diagnostic;
  const textWithoutBom = removeByteOrderMark(text);
  const lines = indexLines(textWithoutBom);
  const toSpan = ({ start, end }: Range) => {
    const shift = text.length - textWithoutBom.length;
    return { from: offsetAt(lines, start) + shift, to: offsetAt(lines, end) + shift };
  };
  const hint = didYouMean !== undefined ? label : (advice ?? note);
  return {
    ...toSpan(diagnostic.range),
    severity,
    message,
    ...(hint !== undefined && { hint }),
    ...(valid && !fix && { valid: validCount === undefined ? valid : [...valid, '…'] }),
    ...(fix && {
      fix: {
        title: fix.title,
        edits: fix.edits.map(({ range, newText }) => ({ ...toSpan(range), newText })),
      },
    }),
  };
}
