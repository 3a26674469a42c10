import type { Output } from '../base/command.ts';
import { prettyReport } from './pretty.ts';
import type { DiagnosticsReport } from './report.ts';
import { terminalOptions } from './terminal.ts';

/** Prints the diagnostics, if there are any, for commands that have another result of their own. */
export function reportDiagnostics(
  { diagnostics, files, milliseconds }: Omit<DiagnosticsReport, 'notChecked'>,
  stream: Output,
  env: NodeJS.ProcessEnv,
): void {
  if (diagnostics.length === 0) return;
  stream.write(
    prettyReport({ diagnostics, notChecked: [], files, milliseconds }, terminalOptions(stream, env)),
  );
}
