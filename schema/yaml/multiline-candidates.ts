import { type Lines, lineText } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { spaceCountText } from '../diagnostics/wording.ts';
import { quoteCandidate } from './lost-text.ts';
import { quotingEdits, quotingFix } from './quoting.ts';
import { collectValues, lineInfo, linesFrom, type LineValue } from './recover-lines.ts';

/** Candidates for a text of several lines with signs that mean something to YAML. */
export function multilineCandidates(lines: Lines, number: number): FixCandidate[] {
  for (let start = number; start > 0 && start > number - 20; start--) {
    const { text, to } = lineInfo(lines, start);
    const [value] = collectValues(lines, start);
    const name = /^[ \t]*(?:- +)*([A-Za-z][\w-]*):[ \t]*(?:#.*)?$/.exec(text)?.[1];
    if (name === undefined && (!value || !/:[ \t]+\S/.test(text))) continue;
    const column = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
    let end = start;
    for (const { number: line, indent, text: below } of linesFrom(lines, start + 1, 1)) {
      const isOutside = indent <= column;
      if ((isOutside && !/^[ \t]*#/.test(below)) || line > start + 200) break;
      if (!isOutside) end = line;
    }
    if (end < number || end === start) continue;
    if (name === undefined && blockMark.test(lines.text.slice(value?.from, value?.to))) return [];
    if (name !== undefined && !isText(lines, start + 1, end)) return [];
    if (name === undefined && /^[{[]/.test(lines.text.slice(value?.from, value?.to))) return [];
    const colon = name === undefined ? undefined : lines.text.indexOf(':', to - text.trim().length) + 1;
    const comments = commentsInText(lines, colon === undefined ? start : start + 1, end);
    if (comments.length > 0) return commentCandidates(lines, start, end, comments, colon);
    if (name !== undefined) return [markCandidate(lines, start, end, name, colon ?? to)];
    if (!value) return [];
    const hasParagraphs = /\n[ \t]*\r?\n/.test(lines.text.slice(value.from, lineInfo(lines, end).to));
    const found = hasParagraphs ? paragraphsCandidate(lines, start, end, value) : undefined;
    return [found ?? quotesCandidate(lines, value, end)];
  }
  return [];
}

/** Candidates for a text that continues on the lines below. */
function quotesCandidate(lines: Lines, value: LineValue, end: number): FixCandidate {
  const { to } = lineInfo(lines, end);
  const reason = reasonForMarks(lines.text.slice(value.from, to));
  const found = quoteCandidate(lines.text, value, `${reason}, so it needs quotation marks`);
  const fix = quotingFix(lines.text, value.from, to);
  // The lines below may be comments, or settings that are indented too far.
  const isUncertain = /[ \t\n]#|\n[ \t]*[a-z][\w-]*:(?:\s|$)/.test(lines.text.slice(value.from, to));
  const safety = isUncertain ? 'suggested' : fix.safety;
  return { ...found, label: 'put quotes around the whole text', fix: { ...fix, safety } };
}

/** Candidates for a text of several paragraphs that starts behind its name. */
function paragraphsCandidate(
  lines: Lines,
  start: number,
  end: number,
  value: LineValue,
): FixCandidate | undefined {
  const { from, to } = lineInfo(lines, start);
  const column = /^[ \t]*(?:- +)*/.exec(lineText(lines, start))?.[0].length ?? 0;
  const below = [...linesFrom(lines, start + 1, 1)].filter(({ number }) => number <= end);
  const indents = below.map(({ indent }) => indent);
  // Below `|`, lines much further to the right would be code.
  const isUneven = Math.max(...indents) - Math.min(...indents) > 3;
  if (isUneven || /["']/.test(lines.text[value.from] ?? '')) return undefined;
  const shift = column + 2 - Math.min(...indents);
  const written = lines.text.slice(value.from, lineInfo(lines, end).to);
  const colon = from + lines.text.slice(from, value.from).trimEnd().length;
  return diagnostic({
    rule: 'needs-quotes',
    message: `${reasonForMarks(written)}, so it needs a \`|\` in front of it`,
    label: 'this text has several paragraphs',
    from: value.from,
    to,
    fix: {
      title: 'write `|` behind the colon, and the text on the lines below',
      safety: 'suggested',
      edits: [
        { from: colon, to: value.from, newText: ` |\n${' '.repeat(column + 2)}` },
        ...below.map((line) => ({
          from: line.from,
          to: line.from + line.indent,
          newText: ' '.repeat(line.indent + shift),
        })),
      ],
    },
  });
}

/** Why a text needs quotation marks or a `|`. */
function reasonForMarks(written: string): string {
  if (/:(?:\s|$)/.test(written)) return 'this text contains a colon followed by a space';
  if (/^[^\p{L}\p{N}]/u.test(written)) return `this text starts with \`${written[0]}\``;
  if (/\s#/.test(written)) return 'this text contains a `#` that starts a private comment';
  return 'this text has a sign that is an instruction to YAML';
}

// `## Winter` is meant as a heading, and `#1` as a number.
const commentLine = /^[ \t]*(#(?!#+[ \t]+\S|\d).*)$/;
const commentBehind = /[ \t]+(#(?:[ \t].*)?)$/;

interface Comment extends Span {
  text: string;
  isLine: boolean;
}

/** The private comments in front of the last line of a text. */
function commentsInText(lines: Lines, start: number, end: number): Comment[] {
  const found: Comment[] = [];
  for (let number = start; number < end; number++) {
    const { text, to } = lineInfo(lines, number);
    const [, line, behind] = commentLine.exec(text) ?? [undefined, undefined, commentBehind.exec(text)?.[1]];
    const comment = line ?? behind;
    if (comment === undefined) continue;
    const length = comment.trimEnd().length;
    found.push({ from: to - length, to, text: comment.trimEnd(), isLine: line !== undefined });
  }
  return found;
}

/** Candidates for a text that a private comment ends: the comment above it, and never in the text. */
function commentCandidates(
  lines: Lines,
  start: number,
  end: number,
  comments: readonly Comment[],
  colon?: number,
): FixCandidate[] {
  const [first] = comments;
  if (!first) return [];
  const { from, indent } = lineInfo(lines, start);
  const above = comments.map(({ text }) => `${' '.repeat(indent)}${text}\n`).join('');
  const removed = comments.map((one) => {
    const before = lines.text.slice(0, one.from);
    return one.isLine
      ? { from: before.lastIndexOf('\n') + 1, to: lines.text.indexOf('\n', one.to) + 1, newText: '' }
      : { from: before.trimEnd().length, to: one.to, newText: '' };
  });
  const moved = [{ from, to: from, newText: above }, ...removed];
  const [value] = collectValues(lines, start);
  const marks =
    colon !== undefined
      ? [{ from: colon, to: colon, newText: ' |' }]
      : value
        ? quotingEdits(lines.text, value.from, lineInfo(lines, end).to)
        : [];
  const isOutside = (edit: Span) => !removed.some((one) => edit.from >= one.from && edit.to < one.to);
  const isBelowMark = blockHeader.test(lineText(lines, start));
  const title = `move the ${comments.length === 1 ? 'comment' : 'comments'} above the text`;
  return [
    { title, edits: moved },
    {
      title: `${title}, and write ${colon === undefined ? 'quotation marks around it' : '`|` in front of it'}`,
      edits: [...moved, ...marks.filter(isOutside)],
    },
  ].map((fix) =>
    diagnostic({
      rule: 'yaml-syntax',
      message: 'a private comment stands in the middle of a text, and ends it',
      label: 'to YAML the text ends in front of it',
      note: `if visitors are to read this too, ${isBelowMark ? 'start it in the column of the text' : 'put quotation marks around the whole text'}`,
      from: first.from,
      to: first.to,
      fix: { ...fix, safety: 'suggested' },
    }),
  );
}

/** Whether these lines contain no list item, and at least one that is not a setting. */
function isText(lines: Lines, first: number, last: number): boolean {
  const all = Array.from({ length: last - first + 1 }, (_, at) => lineText(lines, first + at).trim()).filter(
    (line) => line !== '' && !commentLine.test(line),
  );
  return !all.some((line) => /^-\s/.test(line)) && all.some((line) => !/^[\w-]+:(?:\s|$)/.test(line));
}

/** Candidates for a text that starts on the line below its name. */
function markCandidate(lines: Lines, number: number, end: number, name: string, at: number): FixCandidate {
  const first = lineInfo(lines, number + 1);
  const written = lines.text.slice(first.from + first.indent, lineInfo(lines, end).to);
  const hasColon = /:(?:\s|$)/.test(written);
  return diagnostic({
    rule: 'needs-quotes',
    message: `${reasonForMarks(written)}, so it needs a \`|\` in front of it`,
    label: hasColon ? 'to YAML this is the name of a setting' : 'to YAML this is an instruction',
    from: first.from + first.indent,
    to: first.to,
    fix: {
      title: `write \`${name}: |\` on the line above`,
      safety: 'suggested',
      edits: [{ from: at, to: at, newText: ' |' }],
    },
  });
}

const blockMark = /^[|>][+-]?\d?[+-]?(?:[ \t]+#.*)?[ \t]*$/;
const blockHeader = /^[ \t]*(?:- +)*[^\s#"'][^"'#]*:[ \t]+[|>][+-]?\d?[+-]?(?:[ \t]+#.*)?[ \t]*$/;

/** A text below `|` or `>`: its lines, the column of its name, and the one where it starts. */
interface BlockText {
  header: number;
  column: number;
  last: number;
  indent: number;
}

/** The text below `|` or `>` that a line is in, even if a line further to the left ends it. */
export function blockTextAround(lines: Lines, number: number): BlockText | undefined {
  for (const { number: header, text } of linesFrom(lines, number - 1, -1)) {
    if (header < number - 500) return undefined;
    if (!blockHeader.test(text)) continue;
    const column = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? 0;
    let last = header;
    let indent: number | undefined;
    for (const line of linesFrom(lines, header + 1, 1)) {
      if (line.indent > column) {
        indent ??= line.indent;
        last = line.number;
      } else if (!/^[ \t]*#/.test(line.text)) break;
    }
    return indent === undefined || number > last ? undefined : { header, column, last, indent };
  }
  return undefined;
}

/** Candidates for lines with `#` that end a text below `|`, because they start too far to the left. */
export function blockTextCandidates(lines: Lines, number: number): FixCandidate[] {
  const block = blockTextAround(lines, number);
  if (!block) return [];
  const { header, last, indent } = block;
  const outside = [...linesFrom(lines, header + 1, 1)].filter(
    (line) => line.number < last && line.indent < indent && /^[ \t]*#/.test(line.text),
  );
  const comments = outside.flatMap(({ text, from, to, indent: start }) =>
    commentLine.test(text) ? [{ from: from + start, to, text: text.trim(), isLine: true }] : [],
  );
  const headings = outside.filter(({ text }) => !commentLine.test(text));
  const [first] = headings;
  return [
    ...commentCandidates(lines, header, last, comments).slice(0, 1),
    ...(first
      ? [
          diagnostic({
            rule: 'wrong-indentation',
            message: 'this line is not indented as far as its text, so YAML takes it as a private comment',
            label: `move it ${spaceCountText(indent - first.indent)} to the right`,
            note: 'the text ends in front of it',
            from: first.from + first.indent,
            to: first.to,
            fix: {
              title: `start the line with ${spaceCountText(indent)}`,
              safety: 'suggested',
              edits: headings.map(({ from, indent: start }) => ({
                from,
                to: from + start,
                newText: ' '.repeat(indent),
              })),
            },
          }),
        ]
      : []),
  ];
}

/** Whether an edit moves some lines inside a text below `|` and not the others, so that they mean something else. */
export function partsBlockText(lines: Lines, block: BlockText, edits: readonly TextEdit[]): boolean {
  const [first] = edits;
  if (first === undefined || first.newText.length <= block.column) return false;
  const moved = new Set(edits.map(({ from }) => from));
  const all = [...linesFrom(lines, block.header + 1, 1)].filter(
    (line) => line.number <= block.last && line.indent >= block.indent,
  );
  const count = all.filter(({ from }) => moved.has(from)).length;
  return count > 0 && count < all.length;
}
