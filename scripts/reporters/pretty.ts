import { styleText } from 'node:util';
import type { Lines } from '../../schema/diagnostics/positions.ts';
import type { Diagnostic, Fix } from '../../schema/diagnostics/diagnostic.ts';
import { count } from '../../schema/base/text.ts';
import { renderFrame } from './code-frame.ts';
import { escapeControls } from './line.ts';
import {
  allCommand,
  countsOf,
  errorsFirst,
  explainCommand,
  type DiagnosticsReport,
  fixCommand,
  linesByFile,
  type PrettyOptions,
} from './report.ts';
import type { Output } from '../system/command.ts';

/** Maximum number of diagnostics shown per rule. */
const maxPerRule = 3;

/** Returns the report for the terminal, with code frames. */
export function prettyReport(report: DiagnosticsReport, options: PrettyOptions): string {
  const lines = linesByFile(report.files);
  const max = options.all ? Infinity : maxPerRule;
  const diagnostics = errorsFirst(report.diagnostics);
  const hidden = [...Map.groupBy(diagnostics, ({ rule }) => rule).values()].map((own) => own.slice(max));
  const isHidden = new Set(hidden.flat());
  const frames = diagnostics
    .filter((diagnostic) => !isHidden.has(diagnostic))
    .map((diagnostic) => prettyDiagnostic(diagnostic, lines(diagnostic.file), options));
  const counts = hidden.flatMap((own) => {
    const files = count(new Set(own.map(({ file }) => file)).size, 'file');
    const [first] = own;
    return first
      ? `${first.severity}[${first.rule}]: ${own.length} more in ${files} (\`${allCommand()}\`)`
      : [];
  });
  const rest = counts.length > 0 ? [counts.join('\n')] : [];
  return `${[...frames, ...rest, prettySummary(report)].join('\n\n')}\n`;
}

/** Returns a diagnostic with its code frame and fix. */
export function prettyDiagnostic(
  diagnostic: Diagnostic,
  lines: Lines | undefined,
  { color, columns }: PrettyOptions,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const { severity, rule, message, file, range } = diagnostic;
  const tone = severity === 'error' ? 'red' : 'yellow';
  const frame = renderFrame(diagnostic, lines, Math.max(columns - 8, 40));
  const gutter = Math.max(1, ...frame.map((line) => (line.kind === 'source' ? `${line.number}`.length : 1)));
  const margin = ' '.repeat(gutter);
  const bar = paint('blue', `${margin} |`);
  const edge = frame.length > 0 ? [bar] : [];
  return [
    paint([tone, 'bold'], `${severity}[${rule}]`) + paint('bold', `: ${escapeControls(message)}`),
    `${margin}${paint('blue', '-->')} ${file}:${range.start.line}:${range.start.column}`,
    ...edge,
    ...frame.map((line) => {
      if (line.kind === 'gap') return `${margin} ${paint('blue', '...')}`;
      if (line.kind === 'source')
        return `${paint('blue', `${String(line.number).padStart(gutter)} |`)} ${line.text}`.trimEnd();
      const marks = `${line.text} ${escapeControls(line.label)}`.trimEnd();
      return `${bar} ${paint(line.related ? 'blue' : tone, marks)}`;
    }),
    ...edge,
    ...factsOf(diagnostic).map(
      ([name, text]) => `${margin} ${paint('blue', '=')} ${`${name}:`.padEnd(6)} ${escapeControls(text)}`,
    ),
  ].join('\n');
}

/** Returns the rows to show below a code frame. */
export function factsOf(diagnostic: Diagnostic): [name: string, text: string][] {
  const { where, fix, advice, valid = [], validCount = 0, note, rule } = diagnostic;
  const more = validCount > valid.length ? `, … (the nearest of ${validCount})` : '';
  const facts: [string, string | undefined][] = [
    ['where', where],
    ['fix', fix ? `${fix.title}   [${fix.safety}: \`${fixCommand(fix.safety)}\`]` : advice],
    ['valid', valid.length > 0 ? `${valid.join(', ')}${more}` : undefined],
    ['note', note],
    ['more', explainCommand(rule)],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/** Returns the summary: counts, and the commands that fix problems. */
function prettySummary(report: DiagnosticsReport): string {
  const { diagnostics, notChecked, files, milliseconds, nextChange } = report;
  const due = nextChange === undefined ? [] : [nextChange];
  const open = notChecked.map((sentence) => `not checked: ${sentence}`);
  const time = `${Math.round(milliseconds)} ms`;
  const checked = count(files.length, 'file');
  if (diagnostics.length === 0)
    return [...open, `${checked} checked, no faults (${time}).`, ...due].join('\n');
  const { errors, warnings, safeFixes, suggestedFixes } = countsOf(report);
  const counts = count(errors, 'error') + (warnings > 0 ? ` and ${count(warnings, 'warning')}` : '');
  const fixable = (amount: number, safety: Fix['safety']) =>
    amount > 0
      ? [`${amount} ${amount === 1 ? 'has' : 'have'} a ${safety} fix (\`${fixCommand(safety)}\`)`]
      : [];
  const fixes = [...fixable(safeFixes, 'safe'), ...fixable(suggestedFixes, 'suggested')];
  const wrongFiles = new Set(diagnostics.map(({ file }) => file)).size;
  return [
    ...open,
    `${counts} in ${wrongFiles} of ${checked} (${time})`,
    ...(fixes.length > 0 ? [fixes.join(', ')] : []),
    ...due,
  ].join('\n');
}

/** Returns the options for a stream: colours on a terminal, unless NO_COLOR or FORCE_COLOR is set. */
export function terminalOptions(stream: Output, env: NodeJS.ProcessEnv): PrettyOptions {
  const { NO_COLOR: never, FORCE_COLOR: always } = env;
  const color = never ? false : always !== undefined && always !== '' ? always !== '0' : stream.isTTY;
  return { color: Boolean(color), columns: Math.min(stream.columns || 100, 120) };
}

/** Prints the diagnostics, if any, of a command whose main result is something else. */
export function reportDiagnostics(
  found: Omit<DiagnosticsReport, 'notChecked'>,
  stream: Output,
  env: NodeJS.ProcessEnv,
): void {
  if (found.diagnostics.length === 0) return;
  stream.write(prettyReport({ ...found, notChecked: [] }, terminalOptions(stream, env)));
}
