import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { spaceCountText } from '../diagnostics/wording.ts';
import { quoteCandidate } from './lost-text.ts';
import { quotingEdits, quotingFix } from './quoting.ts';
import { collectValues, type LineInfo, linesFrom, type LineValue, movedTo } from './recover-lines.ts';

/** Returns candidates for a text of several lines that contains a line. */
export const blockTextCandidates = (lines: Lines, number: number): FixCandidate[] => [
  ...continuedTextCandidates(lines, number),
  ...textBelowBarCandidates(lines, number),
];

/** Returns candidates for a text of several lines with characters that have a meaning in YAML. */
function continuedTextCandidates(lines: Lines, number: number): FixCandidate[] {
  for (const header of linesFrom(lines, number, -1)) {
    if (header.number <= number - 20) return [];
    const [value] = collectValues(lines, header.number);
    const name = /^[ \t]*(?:- +)*([A-Za-z][\w-]*):[ \t]*(?:#.*)?$/.exec(header.text)?.[1];
    if (name === undefined && (!value || !/:[ \t]+\S/.test(header.text))) continue;
    const below: LineInfo[] = [];
    let comments: LineInfo[] = [];
    for (const line of linesFrom(lines, header.number + 1, 1)) {
      const isOutside = line.indent <= header.inner;
      if ((isOutside && !/^[ \t]*#/.test(line.text)) || line.number > header.number + 200) break;
      comments.push(line);
      if (isOutside) continue;
      below.push(...comments);
      comments = [];
    }
    const last = below.at(-1);
    if (!last || last.number < number) continue;
    if (name === undefined)
      return value && !/^[{[|>]/.test(lines.text[value.from] ?? '')
        ? textBehindName(lines, header, value, below, last)
        : [];
    return isText(below) ? textBelowName(lines, header, name, below, last) : [];
  }
  return [];
}

/** Whether lines are a text: they contain no list item, and at least one line that is not a setting. */
const isText = (below: readonly LineInfo[]) =>
  !below.some(({ isItem }) => isItem) &&
  below.some(({ text }) => !commentLine.test(text) && !/^[ \t]*[\w-]+:(?:\s|$)/.test(text));

/** Returns candidates for a text that starts on the line below its name. */
function textBelowName(
  lines: Lines,
  header: LineInfo,
  name: string,
  below: readonly LineInfo[],
  last: LineInfo,
): FixCandidate[] {
  const [first = header] = below;
  const colon = header.from + header.inner + name.length + 1;
  const bar = [{ from: colon, to: colon, newText: ' |' }];
  const comments = commentsIn(below.filter((line) => line !== last));
  if (comments.length > 0) return commentCandidates(lines, header, comments, bar, '`|` before it');
  const reason = reasonForMarks(lines.text.slice(first.from + first.indent, last.to));
  return [
    diagnostic({
      rule: 'needs-quotes',
      message: `${reason}, so it needs a \`|\` before it`,
      label: reason.includes('colon')
        ? 'YAML reads this as the name of a setting'
        : 'YAML reads this as an instruction',
      from: first.from + first.indent,
      to: first.to,
      fix: { title: `write \`${name}: |\` on the line above`, safety: 'suggested', edits: bar },
    }),
  ];
}

/** Returns candidates for a text that starts after its name and continues on the lines below. */
function textBehindName(
  lines: Lines,
  header: LineInfo,
  value: LineValue,
  below: readonly LineInfo[],
  last: LineInfo,
): FixCandidate[] {
  const { text } = lines;
  const written = text.slice(value.from, last.to);
  const comments = commentsIn([header, ...below].filter((line) => line !== last));
  if (comments.length > 0) {
    const quotes = quotingEdits(text, value.from, last.to);
    return commentCandidates(lines, header, comments, quotes, 'quotation marks around it');
  }
  const reason = reasonForMarks(written);
  const indents = below.map(({ indent }) => indent);
  const least = Math.min(...indents);
  if (/\n[ \t]*\r?\n/.test(written) && !/^["']/.test(written))
    return [
      diagnostic({
        rule: 'needs-quotes',
        message: `${reason}, so it needs a \`|\` before it`,
        label: 'this text has several paragraphs',
        from: value.from,
        to: header.to,
        fix: {
          title: 'write `|` after the colon, and the text on the lines below',
          safety: 'suggested',
          edits: [
            barBefore(lines, header, value.from),
            ...below.map((line) => movedTo(line, line.indent + header.inner + 2 - least)),
          ],
        },
      }),
    ];
  const found = quoteCandidate(text, value, `${reason}, so it needs quotation marks`);
  const fix = quotingFix(text, value.from, last.to);
  // The lines below may contain comments, or settings that are indented too far.
  const isUncertain = /[ \t\n]#|\s[a-z][\w-]*:(?:\s|$)/.test(written);
  const safety = isUncertain ? 'suggested' : fix.safety;
  return [{ ...found, label: 'put quotes around the whole text', fix: { ...fix, safety } }];
}

/** Writes `|` after the colon, and moves the text to the line below. */
function barBefore(lines: Lines, header: LineInfo, from: number): TextEdit {
  const colon = header.from + lines.text.slice(header.from, from).trimEnd().length;
  return { from: colon, to: from, newText: ` |\n${' '.repeat(header.inner + 2)}` };
}

/** Returns the reason why a text needs quotation marks or a `|`. */
function reasonForMarks(written: string): string {
  if (/:(?:\s|$)/.test(written)) return 'this text contains a colon followed by a space';
  if (/^[^\p{L}\p{N}]/u.test(written)) return `this text starts with \`${written[0]}\``;
  if (/\s#/.test(written)) return 'this text contains a `#` that starts a private comment';
  return 'this text contains a character that YAML reads as an instruction';
}

// `## Winter` is a heading of Markdown, and `#1` is a number.
const commentLine = /^[ \t]*(#(?!#+[ \t]+\S|\d).*)$/;
const commentBehind = /[ \t]+(#(?:[ \t].*)?)$/;

interface Comment extends Span {
  text: string;
  isLine: boolean;
}

const commentsIn = (all: readonly LineInfo[]): Comment[] =>
  all.flatMap(({ text, to }) => {
    const line = commentLine.exec(text)?.[1];
    const comment = (line ?? commentBehind.exec(text)?.[1])?.trimEnd();
    return comment === undefined
      ? []
      : [{ from: to - comment.length, to, text: comment, isLine: line !== undefined }];
  });

/** Returns candidates for a text that a private comment ends. They move the comment above the text, never into it. */
function commentCandidates(
  { text }: Lines,
  header: LineInfo,
  comments: readonly Comment[],
  marks: readonly TextEdit[] = [],
  what = '',
): FixCandidate[] {
  const [first] = comments;
  if (!first) return [];
  const above = comments.map((one) => `${' '.repeat(header.indent)}${one.text}\n`).join('');
  const removed = comments.map((one) =>
    one.isLine
      ? { from: text.lastIndexOf('\n', one.from) + 1, to: text.indexOf('\n', one.to) + 1, newText: '' }
      : { from: text.slice(0, one.from).trimEnd().length, to: one.to, newText: '' },
  );
  const moved = [{ from: header.from, to: header.from, newText: above }, ...removed];
  const outside = marks.filter((edit) => !removed.some(({ from, to }) => edit.from >= from && edit.to < to));
  const title = `move the ${comments.length === 1 ? 'comment' : 'comments'} above the text`;
  const fixes = [
    { title, edits: moved },
    ...(marks.length > 0 ? [{ title: `${title}, and write ${what}`, edits: [...moved, ...outside] }] : []),
  ];
  return fixes.map((fix) =>
    diagnostic({
      rule: 'yaml-syntax',
      message: 'a private comment in the middle of a text ends it',
      label: 'YAML ends the text before it',
      note: `if it is for visitors, ${barHeader.test(header.text) ? 'start it in the same column as the text' : 'put quotation marks around the whole text'}`,
      from: first.from,
      to: first.to,
      fix: { ...fix, safety: 'suggested' },
    }),
  );
}

const barHeader = /^[ \t]*(?:- +)*[^\s#"'][^"'#]*:[ \t]+[|>][+-]?\d?[+-]?(?:[ \t]+#.*)?[ \t]*$/;

/** A text below `|` or `>`: the line with the mark, the lines of the text (even if too far to the left), and their column. */
interface TextBelowBar {
  header: LineInfo;
  below: LineInfo[];
  indent: number;
}

/** Finds the text below `|` or `>` that contains a line, even if a line too far to the left ends the text in YAML. */
export function textBelowBarAround(lines: Lines, number: number): TextBelowBar | undefined {
  for (const header of linesFrom(lines, number - 1, -1)) {
    if (header.number < number - 500) return undefined;
    if (!barHeader.test(header.text)) continue;
    const all: LineInfo[] = [];
    for (const line of linesFrom(lines, header.number + 1, 1)) {
      if (line.indent <= header.inner && !/^[ \t]*#/.test(line.text)) break;
      all.push(line);
    }
    const last = all.findLastIndex(({ indent }) => indent > header.inner);
    const indent = all.find((line) => line.indent > header.inner)?.indent;
    const below = all.slice(0, last + 1);
    return indent === undefined || number > (below.at(-1)?.number ?? 0)
      ? undefined
      : { header, below, indent };
  }
  return undefined;
}

/** Returns candidates for lines with `#` that end a text below `|` because they start too far to the left. */
function textBelowBarCandidates(lines: Lines, number: number): FixCandidate[] {
  const block = textBelowBarAround(lines, number);
  if (!block) return [];
  const { header, below, indent } = block;
  const outside = below.filter((line) => line.indent < indent && /^[ \t]*#/.test(line.text));
  const headings = outside.filter(({ text }) => !commentLine.test(text));
  const [first] = headings;
  const comments = commentCandidates(lines, header, commentsIn(outside));
  if (!first) return comments;
  return [
    ...comments,
    diagnostic({
      rule: 'wrong-indentation',
      message: 'this line is indented less than its text, so YAML reads it as a private comment',
      label: `move it ${spaceCountText(indent - first.indent)} to the right`,
      note: 'the text ends before it',
      from: first.from + first.indent,
      to: first.to,
      fix: {
        title: `start the line with ${spaceCountText(indent)}`,
        safety: 'suggested',
        edits: headings.map((line) => movedTo(line, indent)),
      },
    }),
  ];
}

/** Whether edits move only some of the lines of a text below `|`, which changes their meaning. */
export function partsTextBelowBar(
  { header, below, indent }: TextBelowBar,
  edits: readonly TextEdit[],
): boolean {
  const [first] = edits;
  if (first === undefined || first.newText.length <= header.inner) return false;
  const all = below.filter((line) => line.indent >= indent);
  const moved = all.filter(({ from }) => edits.some((edit) => edit.from === from));
  return moved.length > 0 && moved.length < all.length;
}

const named = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?:[ \t]+(\S.*?))?[ \t]*$/;
// Names of settings start with a lower-case letter and contain no spaces.
const settingLine = /^[ \t]*(?:- +)*[a-z][\w-]*:(?:\s|$)/;

function settingAbove(lines: Lines, number: number): LineInfo | undefined {
  for (const line of linesFrom(lines, number, -1)) {
    if (line.number < number - 200) return undefined;
    if (settingLine.test(line.text)) return line;
  }
  return undefined;
}

/** Returns candidates for a text whose lines are not indented further than the name of its setting. */
export function unindentedTextCandidates(lines: Lines, number: number): FixCandidate[] {
  const header = settingAbove(lines, number);
  if (!header) return [];
  const [, , name = '', value = ''] = named.exec(header.text) ?? [];
  // Quotation marks or brackets mark the end of a text, and a comment ends any other text.
  if (name === '' || /^["'[{#]|\s#/.test(value)) return [];
  const all: LineInfo[] = [];
  const column = header.inner;
  for (const line of linesFrom(lines, header.number + 1, 1)) {
    const isOutside = line.indent <= column;
    if (isOutside && (settingLine.test(line.text) || (line.isItem && line.indent < column))) break;
    all.push(line);
  }
  const isComment = ({ text }: LineInfo) => /^[ \t]*#(?!#+[ \t]|\d)/.test(text);
  const below = all.filter((line) => !isComment(line));
  const outside = below.filter(({ indent }) => indent <= column);
  const [first, last] = [below[0], below.at(-1)];
  if (!first || !last || outside.length === 0 || last.number < number) return [];
  const isFirstInside = first.indent > column;
  const least = Math.min(...outside.map(({ indent }) => indent));
  const shift = (isFirstInside ? first.indent : column + 2) - least;
  const moved = isFirstInside ? outside : below;
  // Comments below the text stay there.
  const comments = all.filter((line) => isComment(line) && line.number < last.number);
  return [unindentedText(lines, header, { name, value, moved, shift, comments, last })];
}

function unindentedText(
  lines: Lines,
  header: LineInfo,
  {
    name,
    value,
    moved,
    shift,
    comments,
    last,
  }: {
    name: string;
    value: string;
    moved: readonly LineInfo[];
    shift: number;
    comments: readonly LineInfo[];
    last: LineInfo;
  },
): FixCandidate {
  const [first = header] = moved;
  const above = comments.map(({ text }) => `${' '.repeat(header.indent)}${text.trim()}\n`).join('');
  // Without `|`, the dash of an item would become part of a paragraph.
  const isOneLine =
    !/\n[ \t]*\r?\n/.test(lines.text.slice(header.to, last.to)) && !moved.some(({ isItem }) => isItem);
  const hasBar = /^[|>][+-]?\d?[+-]?$/.test(value) || (value !== '' && isOneLine);
  const bar =
    value === ''
      ? { from: header.to, to: header.to, newText: ' |' }
      : barBefore(lines, header, header.to - value.length);
  return diagnostic({
    rule: 'wrong-indentation',
    message: `the text of \`${name}\` must be indented further than \`${name}\``,
    label: 'this line is not indented far enough to be part of it',
    from: first.from + first.indent,
    to: first.to,
    fix: {
      title: [
        ...(hasBar ? [] : [`write \`${name}: |\``]),
        'move the lines of the text to the right',
        ...(above === '' ? [] : ['move the comment above it']),
      ].join(', and '),
      safety: 'suggested',
      edits: [
        ...(above === '' ? [] : [{ from: header.from, to: header.from, newText: above }]),
        ...comments.map(({ number, from }) => ({
          from,
          to: lines.starts[number] ?? lines.text.length,
          newText: '',
        })),
        ...(hasBar ? [] : [bar]),
        ...moved.map((line) => movedTo(line, line.indent + shift)),
      ],
    },
  });
}
