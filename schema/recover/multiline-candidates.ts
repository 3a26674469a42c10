import { type Lines, lineText } from '../base/lines.ts';
import { type Candidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { missingQuotes } from '../yaml/lost-text.ts';
import { quotingFix } from '../yaml/quoting.ts';
import { lineInfo } from './line-info.ts';
import { valuesOf } from './line-values.ts';

/** A text over several lines, one of which looks like a setting. */
export function multilineCandidates(lines: Lines, number: number): Candidate[] {
  for (let start = number; start > 0 && start > number - 20; start--) {
    const { text, to } = lineInfo(lines, start);
    const [value] = valuesOf(lines, start);
    const name = /^[ \t]*(?:- +)*([A-Za-z][\w-]*):[ \t]*$/.exec(text)?.[1];
    if (name === undefined && (!value || !/:[ \t]+\S/.test(text))) continue;
    const column = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
    const belongs = (line: number) =>
      lineInfo(lines, line).indent > column && lineText(lines, line).trim() !== '';
    let end = start;
    while (end < Math.min(lines.starts.length, start + 200) && belongs(end + 1)) end++;
    if (end < number || end === start) continue;
    if (name !== undefined)
      return isText(lines, start + 1, end) ? [markCandidate(lines, start, name, to)] : [];
    if (!value) return [];
    const message = 'this text contains a colon followed by a space, so it needs quotation marks';
    const fix = quotingFix(lines.text, value.from, lineInfo(lines, end).to);
    return [{ ...missingQuotes(lines.text, value, message), label: 'put quotes around the whole text', fix }];
  }
  return [];
}

/** Whether these lines have no item of a list, and one that is no setting. */
function isText(lines: Lines, first: number, last: number): boolean {
  const all = Array.from({ length: last - first + 1 }, (_, at) => lineText(lines, first + at).trim());
  return !all.some((line) => /^-\s/.test(line)) && all.some((line) => !/^[\w-]+:(?:\s|$)/.test(line));
}

/** A text that begins on the line below its name. */
function markCandidate(lines: Lines, number: number, name: string, at: number): Candidate {
  const first = lineInfo(lines, number + 1);
  return diagnostic({
    rule: 'needs-quotes',
    message: 'this text contains a colon followed by a space, so it needs a `|` in front of it',
    label: 'to YAML this is the name of a setting',
    from: first.from + first.indent,
    to: first.to,
    fix: {
      title: `write \`${name}: |\` on the line above`,
      safety: 'suggested',
      edits: [{ from: at, to: at, newText: ' |' }],
    },
  });
}
