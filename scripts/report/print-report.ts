import type { SourceFile } from '../../schema/base/source-file.ts';
import type { Fault } from '../../schema/diagnostics/diagnostic.ts';
import { prettyReport } from './pretty.ts';
import { terminalOptions } from './terminal.ts';

/** Prints every fault and a closing line on stderr, for commands that have another result of their own. */
export function reportFaults(
  faults: readonly Fault[],
  files: readonly SourceFile[],
  milliseconds: number,
): void {
  process.stderr.write(
    prettyReport({ faults, notChecked: [], files, milliseconds }, terminalOptions(process.stderr)),
  );
}
