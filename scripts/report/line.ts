import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { printable } from './printable.ts';
import type { DiagnosticsReport } from './report.ts';

/** One diagnostic a line, for editors and scripts. */
export function lineReport({ diagnostics, notChecked }: DiagnosticsReport): string {
  const lines = [
    ...diagnostics.map((diagnostic) => printable(formatDiagnostic(diagnostic))),
    ...notChecked.map((sentence) => `not checked: ${sentence}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
