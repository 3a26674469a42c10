import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { count } from '../base/count.ts';
import { printable } from './printable.ts';
import { allCommand, countsOf, type DiagnosticsReport, fixCommand, type FormatOptions } from './report.ts';

/** GitHub refuses the summary of a step from 1 MiB on. */
const mostBytes = 1_000_000;

/** All diagnostics on one page, in Markdown: what GitHub shows as the summary of a run. */
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
      ? `${count(errors, 'error')} to mend before these pages can go live`
      : `${count(warnings, 'warning')}, and nothing that keeps these pages from going live`;
  const byFile = Map.groupBy(diagnostics, ({ file }) => file);
  const suggested = `${suggestedFixes}${safeFixes > 0 ? ' more' : ' of them'}`;
  const commands = [
    ...(safeFixes > 0 ? [`\`${fixCommand('safe')}\` mends ${safeFixes} of them`] : []),
    ...(suggestedFixes > 0 ? [`\`${fixCommand('suggested')}\` guesses how to mend ${suggested}`] : []),
  ];
  const besides = errors > 0 && warnings > 0 ? `, ${count(warnings, 'warning')} besides the errors` : '';
  const fixes = commands.length > 0 ? ` ${commands.join('; ')}.` : '';
  const end = [`${count(files, 'file')} checked${besides}.${fixes}\n`, open].filter(Boolean).join('\n');
  let text = `### Pages: ${todo}\n`;
  let left = diagnostics.length;
  for (const [file, own] of byFile) {
    const part = `\n#### ${markdown(repositoryPath(file))}\n\n${own.map(item).join('')}`;
    if (Buffer.byteLength(text) + Buffer.byteLength(part) + Buffer.byteLength(end) > mostBytes)
      return `${text}\n… and ${left} more, which \`${allCommand}\` shows.\n\n${end}`;
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

/** Text in which only `code` means something: no word of a page can become a link, a picture or a tag. */
function markdown(text: string): string {
  const plain = (part: string) => part.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&$@:^=]/g, '\\$&');
  return printable(text).replaceAll(/`([^`]*)`|[^`]+|`/g, (part, code: string | undefined) =>
    code === undefined ? plain(part) : `<code>${plain(code)}</code>`,
  );
}
