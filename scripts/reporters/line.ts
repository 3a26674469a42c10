import { stripVTControlCharacters } from 'node:util';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { sortErrorsFirst, type DiagnosticsReport } from './report.ts';

/** Removes terminal escape sequences, and replaces control and bidirectional characters with spaces. */
export function escapeControls(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, ' ');
}

/** Formats a report with one diagnostic per line, for code editors and scripts. */
export function formatLineReport({ diagnostics, notChecked }: DiagnosticsReport): string {
  const lines = [
    ...sortErrorsFirst(diagnostics).map((diagnostic) => escapeControls(formatDiagnostic(diagnostic))),
    ...notChecked.map((sentence) => `not checked: ${sentence}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
