import { styleText } from 'node:util';
import type { Lines } from '../../schema/diagnostics/positions.ts';
import type { Diagnostic, Fix } from '../../schema/diagnostics/diagnostic.ts';
import { formatCount } from '../../schema/base/text.ts';
import { renderFrame } from './code-frame.ts';
import { escapeControls } from './line.ts';
import {
  formatShowAllCommand,
  countDiagnostics,
  sortErrorsFirst,
  formatExplainCommand,
  type DiagnosticsReport,
  formatFixCommand,
  createLineReader,
  type PrettyOptions,
} from './report.ts';
import type { Output } from '../system/command.ts';

/** Maximum number of diagnostics shown per rule. */
const maxPerRule = 3;

/** Formats a report for terminals, with code frames. */
export function formatPrettyReport(report: DiagnosticsReport, options: PrettyOptions): string {
  const lines = createLineReader(report.files);
  const maxShown = options.all ? Infinity : maxPerRule;
  const diagnostics = sortErrorsFirst(report.diagnostics);
  const hiddenByRule = [...Map.groupBy(diagnostics, ({ rule }) => rule).values()].map((ruleDiagnostics) =>
    ruleDiagnostics.slice(maxShown),
  );
  const hiddenDiagnostics = new Set(hiddenByRule.flat());
  const frames = diagnostics
    .filter((diagnostic) => !hiddenDiagnostics.has(diagnostic))
    .map((diagnostic) => formatPrettyDiagnostic(diagnostic, lines(diagnostic.file), options));
  const counts = hiddenByRule.flatMap((ruleDiagnostics) => {
    const files = formatCount(new Set(ruleDiagnostics.map(({ file }) => file)).size, 'file');
    const [first] = ruleDiagnostics;
    return first
      ? `${first.severity}[${first.rule}]: ${ruleDiagnostics.length} more in ${files} (\`${formatShowAllCommand()}\`)`
      : [];
  });
  const hiddenSummary = counts.length > 0 ? [counts.join('\n')] : [];
  return `${[...frames, ...hiddenSummary, formatPrettySummary(report)].join('\n\n')}\n`;
}

/** Formats a diagnostic with its code frame and fix. */
export function formatPrettyDiagnostic(
  diagnostic: Diagnostic,
  lines: Lines | undefined,
  { color, columns }: PrettyOptions,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const { severity, rule, message, file, range } = diagnostic;
  const severityColor = severity === 'error' ? 'red' : 'yellow';
  const frame = renderFrame(diagnostic, lines, Math.max(columns - 8, 40));
  const gutter = Math.max(1, ...frame.map((line) => (line.kind === 'source' ? `${line.number}`.length : 1)));
  const margin = ' '.repeat(gutter);
  const bar = paint('blue', `${margin} |`);
  const edgeLines = frame.length > 0 ? [bar] : [];
  return [
    paint([severityColor, 'bold'], `${severity}[${rule}]`) + paint('bold', `: ${escapeControls(message)}`),
    `${margin}${paint('blue', '-->')} ${file}:${range.start.line}:${range.start.column}`,
    ...edgeLines,
    ...frame.map((line) => {
      if (line.kind === 'gap') return `${margin} ${paint('blue', '...')}`;
      if (line.kind === 'source')
        return `${paint('blue', `${String(line.number).padStart(gutter)} |`)} ${line.text}`.trimEnd();
      const marks = `${line.text} ${escapeControls(line.label)}`.trimEnd();
      return `${bar} ${paint(line.related ? 'blue' : severityColor, marks)}`;
    }),
    ...edgeLines,
    ...listDetails(diagnostic).map(
      ([name, text]) => `${margin} ${paint('blue', '=')} ${`${name}:`.padEnd(6)} ${escapeControls(text)}`,
    ),
  ].join('\n');
}

/** Lists the details of a diagnostic to show below its code frame. */
export function listDetails(diagnostic: Diagnostic): [name: string, text: string][] {
  const { where, fix, advice, valid = [], validCount = 0, note, rule } = diagnostic;
  const moreNote = validCount > valid.length ? `, … (the nearest of ${validCount})` : '';
  const details: [string, string | undefined][] = [
    ['where', where],
    ['fix', fix ? `${fix.title}   [${fix.safety}: \`${formatFixCommand(fix.safety)}\`]` : advice],
    ['valid', valid.length > 0 ? `${valid.join(', ')}${moreNote}` : undefined],
    ['note', note],
    ['more', formatExplainCommand(rule)],
  ];
  return details.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/** Formats the summary: counts of problems, and the commands that fix them. */
function formatPrettySummary(report: DiagnosticsReport): string {
  const { diagnostics, notChecked, files, milliseconds, nextChange } = report;
  const nextChangeLines = nextChange === undefined ? [] : [nextChange];
  const notCheckedLines = notChecked.map((sentence) => `not checked: ${sentence}`);
  const time = `${Math.round(milliseconds)} ms`;
  const checkedFiles = formatCount(files.length, 'file');
  if (diagnostics.length === 0)
    return [...notCheckedLines, `${checkedFiles} checked, no problems (${time}).`, ...nextChangeLines].join(
      '\n',
    );
  const { errors, warnings, safeFixes, suggestedFixes } = countDiagnostics(report);
  const counts =
    formatCount(errors, 'error') + (warnings > 0 ? ` and ${formatCount(warnings, 'warning')}` : '');
  const describeFixes = (amount: number, safety: Fix['safety']) =>
    amount > 0
      ? [`${amount} ${amount === 1 ? 'has' : 'have'} a ${safety} fix (\`${formatFixCommand(safety)}\`)`]
      : [];
  const fixes = [...describeFixes(safeFixes, 'safe'), ...describeFixes(suggestedFixes, 'suggested')];
  const invalidFileCount = new Set(diagnostics.map(({ file }) => file)).size;
  return [
    ...notCheckedLines,
    `${counts} in ${invalidFileCount} of ${checkedFiles} (${time})`,
    ...(fixes.length > 0 ? [fixes.join(', ')] : []),
    ...nextChangeLines,
  ].join('\n');
}

/**
 * Returns the format options for a stream. Only terminals get colours, unless NO_COLOR or FORCE_COLOR overrides this.
 */
export function getTerminalOptions(stream: Output, env: NodeJS.ProcessEnv): PrettyOptions {
  const { NO_COLOR: noColor, FORCE_COLOR: forceColor } = env;
  const color = noColor
    ? false
    : forceColor !== undefined && forceColor !== ''
      ? forceColor !== '0'
      : stream.isTTY;
  return { color: Boolean(color), columns: Math.min(stream.columns || 100, 120) };
}

/** Prints the diagnostics, if any, for a command whose main result is not a report. */
export function reportDiagnostics(
  result: Omit<DiagnosticsReport, 'notChecked'>,
  stream: Output,
  env: NodeJS.ProcessEnv,
): void {
  if (result.diagnostics.length === 0) return;
  stream.write(formatPrettyReport({ ...result, notChecked: [] }, getTerminalOptions(stream, env)));
}
