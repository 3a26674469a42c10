import type { SourceFile } from '../../schema/base/source-file.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { prettyReport } from './pretty.ts';
import { terminalOptions } from './terminal.ts';

/** Prints every fault and a closing line on stderr, for commands that have another result of their own. */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  milliseconds: number,
): void {
  process.stderr.write(
    prettyReport({ diagnostics, notChecked: [], files, milliseconds }, terminalOptions(process.stderr)),
  );
}
