import { randomUUID } from 'node:crypto';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { count } from '../../schema/base/text.ts';
import { prettyReport } from './pretty.ts';
import { escapeControls } from './line.ts';
import { type DiagnosticsReport, fixCommand, type FormatOptions, allCommand, countsOf } from './report.ts';

/** GitHub's limit per severity and step. */
const maxAnnotations = 10;

/** Returns the annotations of a pull request, as workflow commands. */
export function reportAnnotations(
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
      `::notice title=Some problems are not shown::${rest.join(' and ')}: GitHub shows ${maxAnnotations} of each. ` +
        'The summary of this run lists all of them.',
    );
  if (notChecked.length > 0)
    annotations.push(
      `::notice title=Not checked::${escapeMessage(notChecked.map(escapeControls).join('\n'))}`,
    );
  return annotations.map((line) => `${line}\n`).join('');
}

/** Returns the log for GitHub Actions: the pretty report, then the annotations. */
export function reportForActions(report: DiagnosticsReport, options: FormatOptions): string {
  // Page text must not be parsed as workflow commands.
  const token = randomUUID();
  const text = prettyReport(report, { color: true, columns: 120, all: options.all });
  return `::stop-commands::${token}\n${text}::${token}::\n${reportAnnotations(report, options)}`;
}

/** Chooses the annotations to show: the first of each file, then the second ones, up to the limit. */
function choose(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  return [...byFile.values()]
    .flatMap((own) => own.map((diagnostic, rank) => ({ diagnostic, rank })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxAnnotations)
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
    // Columns are only valid within one line.
    ...(isOneLine ? { col: start.column, endColumn: end.column } : {}),
    title: rule,
  };
  const how = fix ? `${fix.title} (${fix.safety}: \`${fixCommand(fix.safety)}\`)` : advice;
  const text = [diagnostic.message, how === undefined ? undefined : `Fix: ${how}`, diagnostic.note]
    .filter((part) => part !== undefined)
    .map(escapeControls)
    .join('\n');
  return `::${severity} ${Object.entries(properties)
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',')}::${escapeMessage(text)}`;
}

const escapeMessage = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** GitHub's limit for a step summary is 1 MiB. */
const maxSummaryBytes = 1_000_000;

/** Returns all diagnostics as Markdown, for the summary of a run. */
export function jobSummary(
  report: DiagnosticsReport,
  { repositoryPath }: Pick<FormatOptions, 'repositoryPath'>,
): string {
  const { files, errors, warnings, safeFixes, suggestedFixes } = countsOf(report);
  const { diagnostics, notChecked } = report;
  const open = notChecked.map((sentence) => `- Not checked: ${markdown(sentence)}\n`).join('');
  if (diagnostics.length === 0)
    return [`### Pages: ${count(files, 'file')} checked, no faults\n`, open].filter(Boolean).join('\n');
  const todo =
    errors > 0
      ? `${count(errors, 'error')} to fix before these pages can go live`
      : `${count(warnings, 'warning')}, no errors: these pages can go live`;
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  const suggested = `${suggestedFixes}${safeFixes > 0 ? ' more' : ' of them'}`;
  const commands = [
    ...(safeFixes > 0 ? [`\`${fixCommand('safe')}\` fixes ${safeFixes} of them`] : []),
    ...(suggestedFixes > 0 ? [`\`${fixCommand('suggested')}\` applies suggested fixes to ${suggested}`] : []),
  ];
  const besides =
    errors > 0 && warnings > 0 ? `, with ${count(warnings, 'warning')} in addition to the errors` : '';
  const fixes = commands.length > 0 ? ` ${commands.join('; ')}.` : '';
  const end = [`${count(files, 'file')} checked${besides}.${fixes}\n`, open].filter(Boolean).join('\n');
  let text = `### Pages: ${todo}\n`;
  let left = diagnostics.length;
  for (const [file, own] of byFile) {
    const part = `\n#### ${markdown(repositoryPath(file))}\n\n${own.map(item).join('')}`;
    if (Buffer.byteLength(text) + Buffer.byteLength(part) + Buffer.byteLength(end) > maxSummaryBytes)
      return `${text}\n… and ${left} more. Run \`${allCommand()}\` to see them all.\n\n${end}`;
    text += part;
    left -= own.length;
  }
  return `${text}\n${end}`;
}

function item(diagnostic: Diagnostic): string {
  const { severity, range, message, where, fix, advice, note, valid = [] } = diagnostic;
  const { validCount = valid.length } = diagnostic;
  const how = fix?.title ?? advice;
  const place = `line ${range.start.line}${where === undefined ? '' : `, ${markdown(where)}`}`;
  const showsValid = !fix && valid.length > 0 && validCount <= valid.length;
  const lines = [
    `**${severity}**, ${place}: ${markdown(message)}`,
    how === undefined ? undefined : `Fix: ${markdown(how)}`,
    showsValid ? `Valid: ${valid.map((one) => markdown(`\`${one}\``)).join(', ')}` : undefined,
    note === undefined ? undefined : markdown(note),
  ].filter((line) => line !== undefined);
  return `- ${lines.join('<br>')}\n`;
}

/** Escapes Markdown except `code`, so that page text cannot add links, pictures or tags. */
function markdown(text: string): string {
  const plain = (part: string) => part.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&$@:^=]/g, '\\$&');
  return escapeControls(text).replaceAll(/`([^`]*)`|[^`]+|`/g, (part, code: string | undefined) =>
    code === undefined ? plain(part) : `<code>${plain(code)}</code>`,
  );
}
