import type { Output } from '../base/command.ts';
import { prettyReport } from './pretty.ts';
import type { DiagnosticsReport, PrettyOptions } from './report.ts';

/** How to print on a stream: in colour on a terminal, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function terminalOptions(stream: Output, env: NodeJS.ProcessEnv): PrettyOptions {
  const { NO_COLOR: never, FORCE_COLOR: always } = env;
  const color = never ? false : always !== undefined && always !== '' ? always !== '0' : stream.isTTY;
  return { color: Boolean(color), columns: Math.min(stream.columns || 100, 120) };
}

/** Prints the diagnostics, if there are any, for commands that have another result of their own. */
export function reportDiagnostics(
  found: Omit<DiagnosticsReport, 'notChecked'>,
  stream: Output,
  env: NodeJS.ProcessEnv,
): void {
  if (found.diagnostics.length === 0) return;
  stream.write(prettyReport({ ...found, notChecked: [] }, terminalOptions(stream, env)));
}
