import { createHash } from 'node:crypto';
import { lineText } from '../../schema/base/lines.ts';
import type { SourceFile } from '../../schema/base/source-file.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { linesByFile } from './report.ts';

/** A name for each diagnostic that stays the same when its line moves, so that two runs can be compared. */
export function fingerprintsOf(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): Map<Diagnostic, string> {
  const linesOfFile = linesByFile(files);
  const seen = new Map<string, number>();
  return new Map(
    diagnostics.map((diagnostic) => {
      const lines = linesOfFile(diagnostic.file);
      const about = JSON.stringify([
        diagnostic.rule,
        diagnostic.file,
        diagnostic.message,
        lines ? lineText(lines, diagnostic.range.start.line).trim() : '',
      ]);
      // The same line may stand in a file twice, with the same diagnostic.
      const number = seen.get(about) ?? 0;
      seen.set(about, number + 1);
      return [diagnostic, createHash('sha256').update(`${about}${number}`).digest('hex').slice(0, 32)];
    }),
  );
}
