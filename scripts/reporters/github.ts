import { randomUUID } from 'node:crypto';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { formatCount } from '../../schema/base/text.ts';
import { formatPrettyReport } from './pretty.ts';
import { escapeControls } from './line.ts';
import {
  type DiagnosticsReport,
  formatFixCommand,
  type FormatOptions,
  formatShowAllCommand,
  countDiagnostics,
} from './report.ts';

/** GitHub's maximum number of annotations per severity and step. */
const maxAnnotations = 10;

/** Returns the annotations for a pull request, as workflow commands. */
export function formatAnnotations(
  { diagnostics, notChecked }: DiagnosticsReport,
  options: Pick<FormatOptions, 'repositoryPath'>,
): string {
  const severities = ['error', 'warning'] as const;
  const shownDiagnostics = new Set(
    severities.flatMap((severity) =>
      chooseAnnotated(diagnostics.filter((diagnostic) => diagnostic.severity === severity)),
    ),
  );
  const annotations = diagnostics
    .filter((diagnostic) => shownDiagnostics.has(diagnostic))
    .map((diagnostic) => formatAnnotation(diagnostic, options));
  const hiddenDiagnostics = diagnostics.filter((diagnostic) => !shownDiagnostics.has(diagnostic));
  const hiddenCounts = severities.flatMap((severity) => {
    const hiddenCount = hiddenDiagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return hiddenCount > 0 ? [formatCount(hiddenCount, `more ${severity}`)] : [];
  });
  if (hiddenCounts.length > 0)
    annotations.push(
      `::notice title=Some problems are not shown::${hiddenCounts.join(' and ')}: GitHub shows ${maxAnnotations} of each. ` +
        'The summary of this run lists all of them.',
    );
  if (notChecked.length > 0)
    annotations.push(
      `::notice title=Not checked::${escapeMessage(notChecked.map(escapeControls).join('\n'))}`,
    );
  return annotations.map((line) => `${line}\n`).join('');
}

/** Returns the log for GitHub Actions: the pretty report, then the annotations. */
export function formatActionsLog(report: DiagnosticsReport, options: FormatOptions): string {
  // The random token stops GitHub from parsing page text as workflow commands.
  const token = randomUUID();
  const text = formatPrettyReport(report, { color: true, columns: 120, all: options.all });
  return `::stop-commands::${token}\n${text}::${token}::\n${formatAnnotations(report, options)}`;
}

/** Chooses the diagnostics to annotate: the first of each file, then the second of each file, up to the limit. */
function chooseAnnotated(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  return [...byFile.values()]
    .flatMap((fileDiagnostics) => fileDiagnostics.map((diagnostic, rank) => ({ diagnostic, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxAnnotations)
    .map(({ diagnostic }) => diagnostic);
}

function formatAnnotation(
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
    // GitHub supports columns only within one line.
    ...(isOneLine ? { col: start.column, endColumn: end.column } : {}),
    title: rule,
  };
  const fixText = fix ? `${fix.title} (${fix.safety}: \`${formatFixCommand(fix.safety)}\`)` : advice;
  const text = [diagnostic.message, fixText === undefined ? undefined : `Fix: ${fixText}`, diagnostic.note]
    .filter((part) => part !== undefined)
    .map(escapeControls)
    .join('\n');
  return `::${severity} ${Object.entries(properties)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(',')}::${escapeMessage(text)}`;
}

const escapeMessage = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Maximum size of the summary in bytes. GitHub's limit for a step summary is 1 MiB. */
const maxSummaryBytes = 1_000_000;

/** Formats all diagnostics as Markdown, for the job summary. */
export function formatJobSummary(
  report: DiagnosticsReport,
  { repositoryPath }: Pick<FormatOptions, 'repositoryPath'>,
): string {
  const { files, errors, warnings, safeFixes, suggestedFixes } = countDiagnostics(report);
  const { diagnostics, notChecked } = report;
  const notCheckedLines = notChecked
    .map((sentence) => `- Not checked: ${escapeMarkdown(sentence)}\n`)
    .join('');
  if (diagnostics.length === 0)
    return [`### Pages: ${formatCount(files, 'file')} checked, no problems\n`, notCheckedLines]
      .filter(Boolean)
      .join('\n');
  const headline =
    errors > 0
      ? `${formatCount(errors, 'error')} to fix before these pages can go live`
      : `${formatCount(warnings, 'warning')}, no errors: these pages can go live`;
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  const suggestedCount = `${suggestedFixes}${safeFixes > 0 ? ' more' : ' of them'}`;
  const commands = [
    ...(safeFixes > 0 ? [`\`${formatFixCommand('safe')}\` fixes ${safeFixes} of them`] : []),
    ...(suggestedFixes > 0
      ? [`\`${formatFixCommand('suggested')}\` applies suggested fixes to ${suggestedCount}`]
      : []),
  ];
  const warningNote = errors > 0 && warnings > 0 ? `. Also found: ${formatCount(warnings, 'warning')}` : '';
  const fixes = commands.length > 0 ? ` ${commands.join('; ')}.` : '';
  const footer = [`${formatCount(files, 'file')} checked${warningNote}.${fixes}\n`, notCheckedLines]
    .filter(Boolean)
    .join('\n');
  let text = `### Pages: ${headline}\n`;
  let remaining = diagnostics.length;
  for (const [file, fileDiagnostics] of byFile) {
    const part = `\n#### ${escapeMarkdown(repositoryPath(file))}\n\n${fileDiagnostics.map(formatItem).join('')}`;
    if (Buffer.byteLength(text) + Buffer.byteLength(part) + Buffer.byteLength(footer) > maxSummaryBytes)
      return `${text}\n… and ${remaining} more. Run \`${formatShowAllCommand()}\` to see them all.\n\n${footer}`;
    text += part;
    remaining -= fileDiagnostics.length;
  }
  return `${text}\n${footer}`;
}

function formatItem(diagnostic: Diagnostic): string {
  const { severity, range, message, where, fix, advice, note, valid = [] } = diagnostic;
  const { validCount = valid.length } = diagnostic;
  const fixText = fix?.title ?? advice;
  const position = `line ${range.start.line}${where === undefined ? '' : `, ${escapeMarkdown(where)}`}`;
  const showsValid = !fix && valid.length > 0 && validCount <= valid.length;
  const lines = [
    `**${severity}**, ${position}: ${escapeMarkdown(message)}`,
    fixText === undefined ? undefined : `Fix: ${escapeMarkdown(fixText)}`,
    showsValid
      ? `Valid: ${valid.map((validValue) => escapeMarkdown(`\`${validValue}\``)).join(', ')}`
      : undefined,
    note === undefined ? undefined : escapeMarkdown(note),
  ].filter((line) => line !== undefined);
  return `- ${lines.join('<br>')}\n`;
}

/** Escapes Markdown except code spans, so that page text cannot add links, pictures or tags. */
function escapeMarkdown(text: string): string {
  const escapePlain = (part: string) => part.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&$@:^=]/g, '\\$&');
  return escapeControls(text).replaceAll(/`([^`]*)`|[^`]+|`/g, (part, code: string | undefined) =>
    code === undefined ? escapePlain(part) : `<code>${escapePlain(code)}</code>`,
  );
}
