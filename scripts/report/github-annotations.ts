import { randomUUID } from 'node:crypto';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { count } from '../base/count.ts';
import { prettyReport } from './pretty.ts';
import { printable } from './printable.ts';
import { type DiagnosticsReport, fixCommand, type FormatOptions } from './report.ts';

/** GitHub shows no more than this many of each severity for one step. */
const mostShown = 10;

/** Marks at the changed lines of a pull request, as commands to GitHub Actions. */
export function githubReport(
  { diagnostics, notChecked }: DiagnosticsReport,
  options: Pick<FormatOptions, 'repositoryPath'>,
): string {
  const severities = ['error', 'warning'] as const;
  const shown = new Set(
    severities.flatMap((severity) =>
      choose(diagnostics.filter((diagnostic) => diagnostic.severity === severity)),
    ),
  );
  const annotations = diagnostics
    .filter((diagnostic) => shown.has(diagnostic))
    .map((diagnostic) => annotation(diagnostic, options));
  const hidden = diagnostics.filter((diagnostic) => !shown.has(diagnostic));
  const rest = severities.flatMap((severity) => {
    const more = hidden.filter((diagnostic) => diagnostic.severity === severity).length;
    return more > 0 ? [count(more, `more ${severity}`)] : [];
  });
  if (rest.length > 0)
    annotations.push(
      `::notice title=Not all are shown here::${rest.join(' and ')}: GitHub shows ${mostShown} of each. ` +
        'The summary of this run has all of them.',
    );
  if (notChecked.length > 0)
    annotations.push(`::notice title=Not checked::${message(notChecked.map(printable).join('\n'))}`);
  return annotations.map((line) => `${line}\n`).join('');
}

/** What the log of a run in GitHub Actions shows: the report for people, then the annotations. */
export function actionsLog(report: DiagnosticsReport, options: FormatOptions): string {
  // The words of a page must not be taken for commands.
  const token = randomUUID();
  const text = prettyReport(report, { color: true, columns: 120, all: options.all });
  return `::stop-commands::${token}\n${text}::${token}::\n${githubReport(report, options)}`;
}

/** If there are too many, each file has its first one shown before any file has its second. */
function choose(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const before = new Map<string, number>();
  const ranked = diagnostics.map((diagnostic) => {
    const rank = before.get(diagnostic.file) ?? 0;
    before.set(diagnostic.file, rank + 1);
    return { diagnostic, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostShown)
    .map(({ diagnostic }) => diagnostic);
}

function annotation(
  diagnostic: Diagnostic,
  { repositoryPath }: Pick<FormatOptions, 'repositoryPath'>,
): string {
  const { severity, rule, file, range, fix, advice } = diagnostic;
  const { start, end } = range;
  const isOneLine = start.line === end.line;
  const properties = {
    file: repositoryPath(file),
    line: start.line,
    endLine: end.line,
    // Columns of two lines would be taken for those of one.
    ...(isOneLine ? { col: start.column, endColumn: end.column } : {}),
    title: rule,
  };
  const how = fix ? `${fix.title} (${fix.safety}: \`${fixCommand(fix.safety)}\`)` : advice;
  const text = [diagnostic.message, how === undefined ? undefined : `Fix: ${how}`, diagnostic.note]
    .filter((part) => part !== undefined)
    .map(printable)
    .join('\n');
  return `::${severity} ${Object.entries(properties)
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',')}::${message(text)}`;
}

const message = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => message(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
