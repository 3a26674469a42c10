import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic, type Fix } from '../diagnostics/diagnostic.ts';
import { otherMarks, quoteCandidate, straightQuotes } from './lost-text.ts';
import { balanced, lineInfo, collectValues, lineWithText, type LineValue } from './recover-lines.ts';
import { closingQuote } from './quoting.ts';
import type { Span } from '../diagnostics/edits.ts';

/** Returns candidates for the values of a line. `flowCandidates` handles values in brackets. */
export function valueCandidates(lines: Lines, number: number): FixCandidate[] {
  return collectValues(lines, number).flatMap((value) => valueCandidatesOf(lines, number, value));
}

function valueCandidatesOf(lines: Lines, number: number, value: LineValue): FixCandidate[] {
  const written = lines.text.slice(value.from, value.to);
  return /^["']/.test(written)
    ? quotedCandidates(lines.text, value, written)
    : plainCandidates(lines, number, value, written);
}

const namesOnly = /^[ \t]*(?:- +)*(?:type|use|kind|layout): [\w-]+[ \t]+[a-z][\w-]*:\s/;

function plainCandidates(lines: Lines, number: number, value: LineValue, written: string): FixCandidate[] {
  if (value.inBrackets) return [];
  // A list or a group is not a text.
  if (value.isGroup) return /[}\]]\s*[,;]$/.test(written) ? [trailingComma(value, written)] : [];
  const [first = ''] = written;
  const candidates: FixCandidate[] = [];
  const quote = (message: string, note?: string) => {
    const found = quoteCandidate(lines.text, value, message, note);
    const isCurly = /^[“”„«][^"]*[“”»]$/.test(written);
    const fix = isCurly ? straightQuotes(value, written) : found.fix;
    // A bracket may be missing instead.
    candidates.push({ ...found, fix: balanced(written) ? fix : { ...fix, safety: 'suggested' } });
  };
  const cannotStart = (mark: string, note?: string) =>
    quote(`a text cannot start with ${mark} unless there are quotation marks around it`, note);

  // On a line of its own, `> ` begins a quotation: the text above needs a `|`.
  const startsLine = lineInfo(lines, number).from + lineInfo(lines, number).indent === value.from;
  if (startsLine && /^[>|][ \t]/.test(written)) return [];
  if (/^[|>][^\s\d+-]|^[|>][\d+-]*[ \t]+[^\s#]/.test(written))
    candidates.push(...blockMarkCandidates(lines, number, value, written));
  else if (/^[@`%&*!|>]/.test(written)) cannotStart(first === '`' ? 'a backtick' : `\`${first}\``);
  else if (written.startsWith('- ')) cannotStart('`- `', 'an item of a list needs its own line');
  // A group of settings is not a text, even if something follows it.
  if (/^\{\s*[a-z][\w-]*:\s/.test(written)) return [];
  if (/^[{[]/.test(written)) {
    const start = written.startsWith('{{') ? '{{' : first;
    quote(`a text that starts with \`${start}\` needs quotation marks around it`);
  } else if (/^[}\],?]/.test(written)) cannotStart(`\`${first}\``);
  // The name of a block or a layout contains no spaces.
  if (namesOnly.test(lines.text.slice(lineInfo(lines, number).from, value.to))) return candidates;
  if (/:\s/.test(written))
    quote('this text contains a colon followed by a space, so it needs quotation marks');
  else if (written.endsWith(':')) quote('this text ends with a colon, so it needs quotation marks');
  return candidates;
}

function quotedCandidates(text: string, span: Span, written: string): FixCandidate[] {
  const { from } = span;
  const [mark = '"'] = written;
  const isSingle = mark === "'";
  const close = closingQuote(written);
  if (close === -1) {
    if (
      isSingle &&
      !endsInOtherQuote(written) &&
      /^'(?:tis|twas|em|n|cause|round|til|\d\ds?)\b/i.test(written)
    ) {
      const message = 'a text that starts with an apostrophe needs quotation marks around it';
      return [quoteCandidate(text, span, message)];
    }
    return [unclosedQuote(span, written)];
  }
  const isOdd = !isSingle && [...written.slice(0, close).matchAll(escape)].some(([, known]) => !known);
  if (isOdd) return [oddBackslashes(span, written.slice(0, close))];
  const rest = written.slice(close + 1);
  if (rest.trim() === '' || /^\s+#/.test(rest)) return [];
  if (/^\s*[,;]$/.test(rest)) return [trailingComma(span, written)];
  const other = isSingle ? '"' : "'";
  // In `"One" and "two"`, the outer marks are part of the text.
  if (
    !written.endsWith(mark) ||
    (!isSingle && /^"[^"\s](?:[^"]*[^"\s])?"\s.*\s"[^"\s](?:[^"]*[^"\s])?"$/.test(written))
  ) {
    const message = 'the quotation marks inside this text end it too early';
    const found = quoteCandidate(text, span, message);
    // A dash probably starts another item, whose line was joined with this one.
    const fix: Fix<Span> = { ...found.fix, safety: /^\s+-\s/.test(rest) ? 'suggested' : found.fix.safety };
    return [{ ...found, label: `use \`${other}\` around the whole text`, fix }];
  }
  const [message, label] = isSingle
    ? ['the apostrophe inside this text ends it too early', 'use double quotes around this text']
    : ['the quotation marks inside this text end it too early', `use \`${other}\` around the whole text`];
  const inside = written.slice(1, -1);
  const escaped = [...inside.matchAll(isSingle ? /'/g : /(?<!\\)"/g)].map(({ index }) => {
    const at = from + 1 + index;
    return { from: at, to: at, newText: isSingle ? "'" : '\\' };
  });
  const fix: Fix<Span> = inside.includes(other)
    ? { title: 'escape the quotation marks inside the text', safety: 'safe', edits: escaped }
    : { title: `write ${other}${inside}${other}`, safety: 'safe', edits: otherMarks(span, other) };
  return [{ ...quoteCandidate(text, span, message), label, fix }];
}

/** Returns the candidate for a text without a closing quotation mark, or with a different closing mark. */
function unclosedQuote({ from, to }: Span, written: string): FixCandidate {
  const mark = written[0] ?? '"';
  const other = endsInOtherQuote(written) ? 1 : 0;
  return diagnostic({
    rule: 'unclosed-quote',
    message: other
      ? 'this text starts and ends with different quotation marks'
      : 'a quotation mark is missing at the end of this text',
    label: `this text starts with \`${mark}\`, so it must end with \`${mark}\``,
    from,
    to,
    fix: {
      title: `write ${written.slice(0, written.length - other)}${mark}`,
      safety: 'suggested',
      edits: [{ from: to - other, to, newText: mark }],
    },
  });
}

const endsInOtherQuote = (written: string) => /[^"'“”„]["'”“]$/.test(written);

/** Returns the candidate for a comma after a setting, as in JSON. */
function trailingComma({ to }: Span, written: string): FixCandidate {
  const sign = written.at(-1) ?? ',';
  const from = to - (/\s*[,;]$/.exec(written)?.[0].length ?? 1);
  return diagnostic({
    rule: 'yaml-syntax',
    message: `a setting does not end with \`${sign}\``,
    label: 'a setting ends at the end of its line',
    from: to - 1,
    to,
    fix: { title: `delete this \`${sign}\``, safety: 'safe', edits: [{ from, to, newText: '' }] },
  });
}

// The escapes of YAML in double quotation marks. Group 1 is undefined for an unknown escape.
const escape = /\\([0abtnvfre "/\\N_LP\n\t]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U[\dA-Fa-f]{8})?/g;
// These two escapes are unambiguous.
const plainEscape = /^\\["\\]$/;

/** Returns the candidate for unknown escapes. The other escapes are then unintended too: `C:\Users\boats`. */
function oddBackslashes({ from, to }: Span, written: string): FixCandidate {
  const found = [...written.matchAll(escape)].filter(([whole]) => !plainEscape.test(whole));
  return diagnostic({
    rule: 'needs-quotes',
    message: 'a backslash in a text between `"` must be written twice',
    label: 'this text has a backslash before a character that YAML does not expect there',
    note: "between ' and ' a backslash is an ordinary character",
    from,
    to,
    fix: {
      title: found.length === 1 ? 'write the backslash twice' : 'write each of these backslashes twice',
      safety: found.some(([, known]) => known) ? 'suggested' : 'safe',
      edits: found.map(({ index }) => ({ from: from + index, to: from + index, newText: '\\' })),
    },
  });
}

// Settings with long texts, which can contain a quotation.
const longText = /(?:^|[ \t])(?:body|bio|answer|transcript):[ \t]*$/;

/** Returns candidates for text after `>` or `|`, which must start on the next line. */
function blockMarkCandidates(
  lines: Lines,
  number: number,
  { from, to }: Span,
  written: string,
): FixCandidate[] {
  const mark = /^[|>][+-]?/.exec(written)?.[0] ?? '|';
  const rest = written.slice(mark.length);
  const { inner, from: start } = lineInfo(lines, number);
  const below = lineWithText(lines, number + 1, 1);
  const next = below === 0 ? undefined : lineInfo(lines, below);
  const continued = next && next.indent > inner ? next : undefined;
  const found = quoteCandidate(
    lines.text,
    { from, to },
    `text cannot follow \`${mark}\` on the same line`,
    `\`${mark}\` means that the text is on the lines below`,
  );
  const textStart = to - rest.trimStart().length;
  const indent = ' '.repeat(continued?.indent ?? inner + 2);
  // `> ` and `| ` also start a quotation and a table row in Markdown. Otherwise, a mark before a space is not part of the text.
  const hasBlank = /^\s+\D/.test(rest);
  const isLong = longText.test(lines.text.slice(start, from));
  const isMarkdown =
    hasBlank && mark.length === 1 && (continued ? continued.text.trimStart().startsWith(mark) : isLong);
  const what = mark === '>' ? 'quotation' : 'table';
  const withMark: FixCandidate = {
    ...found,
    label: `a ${what} must be below a \`|\``,
    fix: {
      title: `write \`|\`, and the ${what} on the ${continued ? 'lines' : 'line'} below`,
      safety: 'suggested',
      edits: [{ from, to: from, newText: `|\n${indent}` }],
    },
  };
  if (continued) {
    if (isMarkdown) return [withMark];
    const edits = [{ from: from + mark.length, to: textStart, newText: `\n${indent}` }];
    // Only the first line of a quotation needs its mark.
    const safety = mark === '>' && isLong ? 'suggested' : 'safe';
    const fix: Fix<Span> = { title: 'move the text to the next line', safety, edits };
    return [{ ...found, from: textStart, label: 'move this text to the next line', fix }];
  }
  if (!hasBlank) return [found];
  const edits = [{ from, to: textStart, newText: '' }];
  const fix: Fix<Span> = { title: `delete the \`${mark}\``, safety: 'suggested', edits };
  const without = { ...found, label: 'the text ends on this line', fix };
  return mark === '>' && isMarkdown ? [withMark, without] : [without];
}
