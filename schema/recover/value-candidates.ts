import { type Lines, lineText } from '../base/lines.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';
import { quotingEdits, quotingFix } from '../yaml/quoting.ts';
import { balanced, closingQuote } from './brackets.ts';
import type { Cause } from './cause.ts';
import { lineWithText, placeOf } from './line-info.ts';
import { type LineValue, valuesOf } from './line-values.ts';

/** What may be wrong with the values of a line. */
export function valueCauses(lines: Lines, number: number): Cause[] {
  const { from, to } = placeOf(lines, number);
  return valuesOf(lines.text, from, to).flatMap((value) => causesOfValue(lines, number, value));
}

function causesOfValue(lines: Lines, number: number, value: LineValue): Cause[] {
  const { text } = lines;
  const written = text.slice(value.from, value.to);
  const quote = (message: string, note?: string): Cause => {
    const fix = /^[“”„«][^"]*[“”»]$/.test(written)
      ? straightFix(value, written)
      : quotingFix(text, value.from, value.to);
    return {
      diagnostic: {
        rule: 'needs-quotes',
        message,
        label: 'put quotes around this text',
        ...(note === undefined ? {} : { note }),
        from: value.from,
        to: value.to,
        fix,
      },
      edits: fix.edits,
    };
  };
  const first = written[0] ?? '';
  if (first === '"' || first === "'") return causesOfQuotedValue(text, value, written);
  const causes: Cause[] = [];
  if (/^[|>][^\s\d+-]|^[|>][\d+-]*[ \t]+[^\s#]/.test(written))
    causes.push(...causesOfMarker(lines, number, value, written));
  else if (/^[@`%&*!|>]/.test(written))
    causes.push(
      quote(
        `a text cannot start with ${first === '`' ? 'a backtick' : `\`${first}\``} unless there are quotation marks around it`,
      ),
    );
  else if (written.startsWith('- '))
    causes.push(
      quote(
        'a text cannot start with `- ` unless there are quotation marks around it',
        'an item of a list stands on a line of its own',
      ),
    );
  if (/^[{[]/.test(written)) {
    if (!balanced(written)) {
      const end = written.startsWith('{') ? '}' : ']';
      const shown = written.replace(/,?\s*$/, '');
      const at = value.from + shown.length;
      const edits = [{ from: at, to: value.to, text: end === '}' ? ' }' : ']' }];
      causes.push({
        diagnostic: {
          rule: 'unclosed-bracket',
          message: `a \`${end}\` is missing`,
          label: `this \`${first}\` is never closed`,
          from: value.from,
          to: value.to,
          fix: { title: `add \`${end}\` at the end`, safety: 'suggested', edits },
        },
        edits,
      });
    }
    causes.push(
      quote(
        `a text that starts with \`${written.startsWith('{{') ? '{{' : first}\` needs quotation marks around it`,
      ),
    );
  } else if (/^[}\],?]/.test(written))
    causes.push(quote(`a text cannot start with \`${first}\` unless there are quotation marks around it`));
  if (/:(\s|$)/.test(written)) {
    causes.push(
      quote(
        written.endsWith(':') && !/:\s/.test(written)
          ? 'this text ends with a colon, so it needs quotation marks'
          : 'this text contains a colon followed by a space, so it needs quotation marks',
      ),
    );
  }
  if (value.inBrackets && /\s#/.test(written))
    causes.push(quote('inside `{ }` a text with ` #` needs quotation marks around it'));
  if (value.inBrackets && /[,{}[\]]/.test(written))
    causes.push(quote('inside `{ }` a text with a comma or a bracket needs quotation marks around it'));
  return causes;
}

/** The curly marks were meant as the ones that YAML knows. */
function straightFix({ from, to }: LineValue, written: string): NonNullable<TextDiagnostic['fix']> {
  return {
    title: `write "${written.slice(1, -1)}"`,
    safety: 'suggested',
    edits: [
      { from, to: from + 1, text: '"' },
      { from: to - 1, to, text: '"' },
    ],
  };
}

function causesOfQuotedValue(text: string, value: LineValue, written: string): Cause[] {
  const mark = written[0] ?? '"';
  const close = closingQuote(written);
  const { from, to } = value;
  if (close === -1) {
    const closing = [{ from: to, to, text: mark }];
    const unclosed: Cause = {
      diagnostic: {
        rule: 'unclosed-quote',
        message: 'a quotation mark is missing at the end of this text',
        label: `this text starts with \`${mark}\`, so it must end with \`${mark}\``,
        from,
        to,
        fix: { title: `write ${written}${mark}`, safety: 'suggested', edits: closing },
      },
      edits: closing,
    };
    const fix = quotingFix(text, from, to);
    const apostrophe: Cause = {
      diagnostic: {
        rule: 'needs-quotes',
        message: 'a text that starts with an apostrophe needs quotation marks around it',
        label: 'put quotes around this text',
        from,
        to,
        fix,
      },
      edits: fix.edits,
    };
    return mark === "'" && /^'(?:tis|twas|em|n|cause|round|til|\d\ds?)\b/i.test(written)
      ? [apostrophe]
      : [unclosed];
  }
  const rest = written.slice(close + 1);
  if (rest.trim() === '' || /^\s+#/.test(rest)) return [];
  const whole = written.endsWith(mark);
  const inside = whole ? written.slice(1, -1) : written;
  const other = mark === '"' ? "'" : '"';
  const edits = whole
    ? inside.includes(other)
      ? [...inside.matchAll(mark === '"' ? /(?<!\\)"/g : /'/g)].map(({ index }) => ({
          from: from + 1 + index,
          to: from + 1 + index,
          text: mark === '"' ? '\\' : "'",
        }))
      : [
          { from, to: from + 1, text: other },
          { from: to - 1, to, text: other },
        ]
    : quotingEdits(text, from, to);
  const title =
    whole && !inside.includes(other)
      ? `write ${other}${inside}${other}`
      : whole
        ? 'mark the inner quotation marks as part of the text'
        : quotingFix(text, from, to).title;
  const apostrophe = mark === "'" && whole;
  return [
    {
      diagnostic: {
        rule: 'needs-quotes',
        message: apostrophe
          ? 'the apostrophe inside this text ends it too early'
          : 'the quotation marks inside this text end it too early',
        label: apostrophe
          ? 'use double quotes around this text'
          : `use \`${whole ? other : mark === '"' ? "'" : '"'}\` around the whole text`,
        from,
        to,
        fix: { title, safety: 'safe', edits },
      },
      edits,
    },
  ];
}

/** `>` or `|` begins a text on the lines below, so nothing may follow on the same line. */
function causesOfMarker(lines: Lines, number: number, value: LineValue, written: string): Cause[] {
  const mark = /^[|>][+-]?/.exec(written)?.[0] ?? '|';
  const rest = written.slice(mark.length).trimStart();
  const below = lineWithText(lines, number + 1, 1);
  const here = placeOf(lines, number);
  const next = below === 0 ? undefined : placeOf(lines, below);
  const continued = next !== undefined && next.indent > here.indent;
  const start = value.to - rest.length;
  // With a blank behind it the mark is not part of the text.
  const isMark = !continued && /^\s+\D/.test(written.slice(mark.length));
  const edits = continued
    ? [{ from: value.from + mark.length, to: start, text: `\n${' '.repeat(next.indent)}` }]
    : isMark
      ? [{ from: value.from, to: start, text: '' }]
      : quotingEdits(lines.text, value.from, value.to);
  const title = continued
    ? 'move the text to the next line'
    : isMark
      ? `leave out the \`${mark}\``
      : quotingFix(lines.text, value.from, value.to).title;
  return [
    {
      diagnostic: {
        rule: 'needs-quotes',
        message: `text cannot follow \`${mark}\` on the same line`,
        label: continued
          ? 'move this text to a line of its own'
          : isMark
            ? 'the text ends on this line'
            : 'put quotes around this text',
        note: `\`${mark}\` says that the text stands on the lines below`,
        from: continued ? start : value.from,
        to: value.to,
        fix: { title, safety: isMark ? 'suggested' : 'safe', edits },
      },
      edits,
    },
  ];
}

/** A text over several lines, one of which looks like a setting. */
export function longTextCauses(lines: Lines, number: number): Cause[] {
  for (let start = number; start > 0 && start > number - 20; start--) {
    const { from, to, text } = placeOf(lines, start);
    const [value] = valuesOf(lines.text, from, to);
    if (!value || !/:[ \t]+\S/.test(text)) continue;
    const column = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
    let end = start;
    while (
      end < lines.starts.length &&
      placeOf(lines, end + 1).indent > column &&
      lineText(lines, end + 1).trim() !== ''
    )
      end++;
    if (end < number || end === start) return [];
    const stop = placeOf(lines, end).to;
    const fix = quotingFix(lines.text, value.from, stop);
    return [
      {
        diagnostic: {
          rule: 'needs-quotes',
          message: 'this text contains a colon followed by a space, so it needs quotation marks',
          label: 'put quotes around the whole text',
          from: value.from,
          to: value.to,
          fix,
        },
        edits: fix.edits,
      },
    ];
  }
  return [];
}
