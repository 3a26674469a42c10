import { styleText } from 'node:util';
import type { Lines } from '../../schema/base/lines.ts';
import type { Fault } from '../../schema/diagnostics/diagnostic.ts';
import { count } from '../base/count.ts';
import { frameOf } from './code-frame.ts';
import { printable } from './printable.ts';
import {
  countsOf,
  explainCommand,
  type FaultsReport,
  fixCommand,
  fixLine,
  linesByFile,
  type PrettyOptions,
} from './report.ts';

/** Every fault with its lines, for people. */
export function prettyReport(report: FaultsReport, options: PrettyOptions): string {
  const lines = linesByFile(report.files);
  return `${[...report.faults.map((fault) => prettyFault(fault, lines(fault.file), options)), prettySummary(report)].join('\n\n')}\n`;
}

/** One fault: what is wrong, where, and how to mend it. */
export function prettyFault(
  fault: Fault,
  lines: Lines | undefined,
  { color, columns }: PrettyOptions,
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const tone = fault.severity === 'error' ? 'red' : 'yellow';
  const frame = frameOf(fault, lines, Math.max(columns - 8, 40));
  const gutter = Math.max(
    1,
    ...frame.map((line) => (line.kind === 'source' ? String(line.number).length : 1)),
  );
  const margin = ' '.repeat(gutter);
  const bar = paint('blue', `${margin} |`);
  const facts = factsOf(fault);
  return [
    `${paint([tone, 'bold'], `${fault.severity}[${fault.rule}]`)}${paint('bold', `: ${printable(fault.message)}`)}`,
    `${margin}${paint('blue', '-->')} ${fault.file}:${fault.range.start.line}:${fault.range.start.column}`,
    ...(frame.length > 0 ? [bar] : []),
    ...frame.map((line) => {
      if (line.kind === 'gap') return `${margin} ${paint('blue', '...')}`;
      if (line.kind === 'source')
        return `${paint('blue', `${String(line.number).padStart(gutter)} |`)} ${line.text}`.trimEnd();
      return `${bar} ${paint(line.related ? 'blue' : tone, `${line.text} ${printable(line.label)}`.trimEnd())}`;
    }),
    ...(frame.length > 0 ? [bar] : []),
    ...facts.map(
      ([name, text]) => `${margin} ${paint('blue', '=')} ${`${name}:`.padEnd(6)} ${printable(text)}`,
    ),
  ].join('\n');
}

/** What stands below the frame. */
export function factsOf(fault: Fault): [name: string, text: string][] {
  const { where, fixes, advice, valid, validCount, note, rule } = fault;
  const [fix] = fixes;
  const list =
    valid && valid.length > 0
      ? `${valid.join(', ')}${validCount !== undefined && validCount > valid.length ? `, … (the nearest of ${validCount})` : ''}`
      : undefined;
  const facts: [string, string | undefined][] = [
    ['where', where],
    ['fix', fix ? fixLine(fix) : advice],
    ['valid', list],
    ['note', note],
    ['more', explainCommand(rule)],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
}

/** The last lines: how many, in how many files, and what mends them. */
export function prettySummary(report: FaultsReport): string {
  const { faults, notChecked, files, milliseconds } = report;
  const open = notChecked.map((sentence) => `not checked: ${sentence}`);
  const time = `${Math.round(milliseconds)} ms`;
  if (faults.length === 0)
    return [...open, `${count(files.length, 'file')} checked, no faults (${time}).`].join('\n');
  const { errors, warnings, safeFixes, suggestedFixes } = countsOf(report);
  const counts = [count(errors, 'error'), ...(warnings > 0 ? [count(warnings, 'warning')] : [])].join(
    ' and ',
  );
  const fixes = (
    [
      ['safe', safeFixes],
      ['suggested', suggestedFixes],
    ] as const
  )
    .filter(([, amount]) => amount > 0)
    .map(
      ([safety, amount]) =>
        `${amount} ${amount === 1 ? 'has' : 'have'} a ${safety} fix (\`${fixCommand(safety)}\`)`,
    );
  return [
    ...open,
    `${counts} in ${new Set(faults.map(({ file }) => file)).size} of ${count(files.length, 'file')} (${time})`,
    ...(fixes.length > 0 ? [fixes.join(', ')] : []),
  ].join('\n');
}
