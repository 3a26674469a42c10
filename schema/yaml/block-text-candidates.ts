import type { Lines } from '../diagnostics/positions.ts';
import { type FixCandidate, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { formatSpaceCount } from '../diagnostics/wording.ts';
import { createQuoteCandidate } from './lost-text.ts';
import { createQuotingEdits, createQuotingFix } from './quoting.ts';
import { findLineValues, type LineInfo, iterateLines, type LineValue, indentLine } from './recover-lines.ts';

/** Returns candidates for the multi-line text that a line is part of. */
export const findBlockTextCandidates = (lines: Lines, lineNumber: number): FixCandidate[] => [
  ...findMultilineTextCandidates(lines, lineNumber),
  ...findBlockScalarCandidates(lines, lineNumber),
];

/** Returns candidates for a multi-line text that contains characters with a special meaning in YAML. */
function findMultilineTextCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  for (const header of iterateLines(lines, lineNumber, -1)) {
    if (header.number <= lineNumber - 20) return [];
    const [value] = findLineValues(lines, header.number);
    const name = /^[ \t]*(?:- +)*([A-Za-z][\w-]*):[ \t]*(?:#.*)?$/.exec(header.text)?.[1];
    if (name === undefined && (!value || !/:[ \t]+\S/.test(header.text))) continue;
    const textLines: LineInfo[] = [];
    let comments: LineInfo[] = [];
    for (const line of iterateLines(lines, header.number + 1, 1)) {
      const isOutside = line.indent <= header.contentColumn;
      if ((isOutside && !/^[ \t]*#/.test(line.text)) || line.number > header.number + 200) break;
      comments.push(line);
      if (isOutside) continue;
      textLines.push(...comments);
      comments = [];
    }
    const last = textLines.at(-1);
    if (!last || last.number < lineNumber) continue;
    if (name === undefined)
      return value && !/^[{[|>]/.test(lines.text[value.from] ?? '')
        ? createSameLineTextCandidates(lines, header, value, textLines, last)
        : [];
    return isMultilineText(textLines)
      ? createNextLineTextCandidates(lines, header, name, textLines, last)
      : [];
  }
  return [];
}

/** Returns whether lines are probably text: no line is a list item, and at least one line is not a setting. */
const isMultilineText = (textLines: readonly LineInfo[]) =>
  !textLines.some(({ isItem }) => isItem) &&
  textLines.some(({ text }) => !commentLine.test(text) && !/^[ \t]*[\w-]+:(?:\s|$)/.test(text));

/** Returns candidates for text that starts on the line below the name of its setting. */
function createNextLineTextCandidates(
  lines: Lines,
  header: LineInfo,
  name: string,
  textLines: readonly LineInfo[],
  last: LineInfo,
): FixCandidate[] {
  const [first = header] = textLines;
  const colon = header.from + header.contentColumn + name.length + 1;
  const barEdit = [{ from: colon, to: colon, newText: ' |' }];
  const comments = collectComments(textLines.filter((line) => line !== last));
  if (comments.length > 0) return createCommentCandidates(lines, header, comments, barEdit, '`|` before it');
  const reason = describeQuotingReason(lines.text.slice(first.from + first.indent, last.to));
  return [
    createDiagnostic({
      rule: 'needs-quotes',
      message: `${reason}, so it needs a \`|\` before it`,
      label: reason.includes('colon')
        ? 'YAML reads this as the name of a setting'
        : 'YAML reads this as an instruction',
      from: first.from + first.indent,
      to: first.to,
      fix: { title: `write \`${name}: |\` on the line above`, safety: 'suggested', edits: barEdit },
    }),
  ];
}

/** Returns candidates for text that starts on the line of its setting and continues on the lines below. */
function createSameLineTextCandidates(
  lines: Lines,
  header: LineInfo,
  value: LineValue,
  textLines: readonly LineInfo[],
  last: LineInfo,
): FixCandidate[] {
  const { text } = lines;
  const rawText = text.slice(value.from, last.to);
  const comments = collectComments([header, ...textLines].filter((line) => line !== last));
  if (comments.length > 0) {
    const quotes = createQuotingEdits(text, value.from, last.to);
    return createCommentCandidates(lines, header, comments, quotes, 'quotation marks around it');
  }
  const reason = describeQuotingReason(rawText);
  const indents = textLines.map(({ indent }) => indent);
  const minIndent = Math.min(...indents);
  if (/\n[ \t]*\r?\n/.test(rawText) && !/^["']/.test(rawText))
    return [
      createDiagnostic({
        rule: 'needs-quotes',
        message: `${reason}, so it needs a \`|\` before it`,
        label: 'this text has several paragraphs',
        from: value.from,
        to: header.to,
        fix: {
          title: 'write `|` after the colon, and the text on the lines below',
          safety: 'suggested',
          edits: [
            insertBar(lines, header, value.from),
            ...textLines.map((line) => indentLine(line, line.indent + header.contentColumn + 2 - minIndent)),
          ],
        },
      }),
    ];
  const candidate = createQuoteCandidate(text, value, `${reason}, so it needs quotation marks`);
  const fix = createQuotingFix(text, value.from, last.to);
  // The lines below the first one may be comments, or settings that are indented too far, so the fix is not safe.
  const isUncertain = /[ \t\n]#|\s[a-z][\w-]*:(?:\s|$)/.test(rawText);
  const safety = isUncertain ? 'suggested' : fix.safety;
  return [{ ...candidate, label: 'put quotation marks around the whole text', fix: { ...fix, safety } }];
}

/** Returns the edit that inserts `|` after the colon, and moves the text to the line below. */
function insertBar(lines: Lines, header: LineInfo, from: number): TextEdit {
  const colon = header.from + lines.text.slice(header.from, from).trimEnd().length;
  return { from: colon, to: from, newText: ` |\n${' '.repeat(header.contentColumn + 2)}` };
}

/** Returns the reason why text needs quotation marks or a `|`, as the start of a message. */
function describeQuotingReason(rawText: string): string {
  if (/:(?:\s|$)/.test(rawText)) return 'this text contains a colon followed by a space';
  if (/^[^\p{L}\p{N}]/u.test(rawText)) return `this text starts with \`${rawText[0]}\``;
  if (/\s#/.test(rawText)) return 'this text contains a `#` that starts a private comment';
  return 'this text contains a character that YAML reads as an instruction';
}

// Matches a line that is a comment, such as `# note`. Does not match Markdown headings such as `## Winter`, or numbers
// such as `#1`.
const commentLine = /^[ \t]*(#(?!#+[ \t]+\S|\d).*)$/;
// Matches a comment after a value, such as ` # note`.
const trailingComment = /[ \t]+(#(?:[ \t].*)?)$/;

interface Comment extends Span {
  text: string;
  isWholeLine: boolean;
}

const collectComments = (lines: readonly LineInfo[]): Comment[] =>
  lines.flatMap(({ text, to }) => {
    const line = commentLine.exec(text)?.[1];
    const comment = (line ?? trailingComment.exec(text)?.[1])?.trimEnd();
    return comment === undefined
      ? []
      : [{ from: to - comment.length, to, text: comment, isWholeLine: line !== undefined }];
  });

/**
 * Returns candidates for a text that YAML ends at a private comment. The candidates move the comment above the text,
 * because a comment in the text would be shown to visitors.
 */
function createCommentCandidates(
  { text }: Lines,
  header: LineInfo,
  comments: readonly Comment[],
  marks: readonly TextEdit[] = [],
  markDescription = '',
): FixCandidate[] {
  const [first] = comments;
  if (!first) return [];
  const commentLines = comments.map((comment) => `${' '.repeat(header.indent)}${comment.text}\n`).join('');
  const removals = comments.map((comment) =>
    comment.isWholeLine
      ? {
          from: text.lastIndexOf('\n', comment.from) + 1,
          to: text.indexOf('\n', comment.to) + 1,
          newText: '',
        }
      : { from: text.slice(0, comment.from).trimEnd().length, to: comment.to, newText: '' },
  );
  const moveEdits = [{ from: header.from, to: header.from, newText: commentLines }, ...removals];
  const keptMarks = marks.filter(
    (edit) => !removals.some(({ from, to }) => edit.from >= from && edit.to < to),
  );
  const title = `move the ${comments.length === 1 ? 'comment' : 'comments'} above the text`;
  const fixes = [
    { title, edits: moveEdits },
    ...(marks.length > 0
      ? [{ title: `${title}, and write ${markDescription}`, edits: [...moveEdits, ...keptMarks] }]
      : []),
  ];
  return fixes.map((fix) =>
    createDiagnostic({
      rule: 'yaml-syntax',
      message: 'this private comment ends the text around it',
      label: 'YAML ends the text before the comment',
      note: `if visitors should see it, ${barHeader.test(header.text) ? 'start it in the same column as the text' : 'put quotation marks around the whole text'}`,
      from: first.from,
      to: first.to,
      fix: { ...fix, safety: 'suggested' },
    }),
  );
}

// Matches a setting whose text is on the lines below, such as `body: |`.
const barHeader = /^[ \t]*(?:- +)*[^\s#"'][^"'#]*:[ \t]+[|>][+-]?\d?[+-]?(?:[ \t]+#.*)?[ \t]*$/;

/** The text below a `|` or `>`. */
interface BlockScalar {
  /** The line with the `|` or `>`. */
  header: LineInfo;
  /** The lines of the text, including those that are not indented far enough. */
  textLines: LineInfo[];
  /** The column of the text. */
  indent: number;
}

/**
 * Finds the text below `|` or `>` to which a line belongs, even if YAML ends this text earlier because of another line
 * that is not indented far enough.
 */
export function findBlockScalar(lines: Lines, lineNumber: number): BlockScalar | undefined {
  for (const header of iterateLines(lines, lineNumber - 1, -1)) {
    if (header.number < lineNumber - 500) return undefined;
    if (!barHeader.test(header.text)) continue;
    const allLines: LineInfo[] = [];
    for (const line of iterateLines(lines, header.number + 1, 1)) {
      if (line.indent <= header.contentColumn && !/^[ \t]*#/.test(line.text)) break;
      allLines.push(line);
    }
    const last = allLines.findLastIndex(({ indent }) => indent > header.contentColumn);
    const indent = allLines.find((line) => line.indent > header.contentColumn)?.indent;
    const textLines = allLines.slice(0, last + 1);
    return indent === undefined || lineNumber > (textLines.at(-1)?.number ?? 0)
      ? undefined
      : { header, textLines, indent };
  }
  return undefined;
}

/**
 * Returns candidates for lines that start with `#` and end the text below a `|`, because they are not indented far
 * enough.
 */
function findBlockScalarCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const block = findBlockScalar(lines, lineNumber);
  if (!block) return [];
  const { header, textLines, indent } = block;
  const outsideLines = textLines.filter((line) => line.indent < indent && /^[ \t]*#/.test(line.text));
  const headings = outsideLines.filter(({ text }) => !commentLine.test(text));
  const [first] = headings;
  const comments = createCommentCandidates(lines, header, collectComments(outsideLines));
  if (!first) return comments;
  return [
    ...comments,
    createDiagnostic({
      rule: 'wrong-indentation',
      message: 'this line is indented less than its text, so YAML reads it as a private comment',
      label: `move it ${formatSpaceCount(indent - first.indent)} to the right`,
      note: 'the text ends before it',
      from: first.from + first.indent,
      to: first.to,
      fix: {
        title: `start the line with ${formatSpaceCount(indent)}`,
        safety: 'suggested',
        edits: headings.map((line) => indentLine(line, indent)),
      },
    }),
  ];
}

/** Returns whether edits change the indentation of only some lines below a `|`, which would change the text. */
export function splitsBlockScalar(
  { header, textLines, indent }: BlockScalar,
  edits: readonly TextEdit[],
): boolean {
  const [first] = edits;
  if (first === undefined || first.newText.length <= header.contentColumn) return false;
  const blockLines = textLines.filter((line) => line.indent >= indent);
  const movedLines = blockLines.filter(({ from }) => edits.some((edit) => edit.from === from));
  return movedLines.length > 0 && movedLines.length < blockLines.length;
}

// Matches a setting, with its name and its value: `- lead: Hello`.
const namedValue = /^([ \t]*(?:- +)*)([A-Za-z][\w-]*):(?:[ \t]+(\S.*?))?[ \t]*$/;
// Matches the start of a setting. Its name starts with a lower-case letter and contains no spaces.
const settingLine = /^[ \t]*(?:- +)*[a-z][\w-]*:(?:\s|$)/;

function findSettingAbove(lines: Lines, lineNumber: number): LineInfo | undefined {
  for (const line of iterateLines(lines, lineNumber, -1)) {
    if (line.number < lineNumber - 200) return undefined;
    if (settingLine.test(line.text)) return line;
  }
  return undefined;
}

/** Returns candidates for text whose lines are not indented further than its setting. */
export function findUnindentedTextCandidates(lines: Lines, lineNumber: number): FixCandidate[] {
  const header = findSettingAbove(lines, lineNumber);
  if (!header) return [];
  const [, , name = '', value = ''] = namedValue.exec(header.text) ?? [];
  // Text in quotation marks or brackets, or before a comment, is complete: it does not continue on the lines below.
  if (name === '' || /^["'[{#]|\s#/.test(value)) return [];
  const allLines: LineInfo[] = [];
  const column = header.contentColumn;
  for (const line of iterateLines(lines, header.number + 1, 1)) {
    const isOutside = line.indent <= column;
    if (isOutside && (settingLine.test(line.text) || (line.isItem && line.indent < column))) break;
    allLines.push(line);
  }
  const isComment = ({ text }: LineInfo) => /^[ \t]*#(?!#+[ \t]|\d)/.test(text);
  const textLines = allLines.filter((line) => !isComment(line));
  const outsideLines = textLines.filter(({ indent }) => indent <= column);
  const [first, last] = [textLines[0], textLines.at(-1)];
  if (!first || !last || outsideLines.length === 0 || last.number < lineNumber) return [];
  const isFirstInside = first.indent > column;
  const minIndent = Math.min(...outsideLines.map(({ indent }) => indent));
  const shift = (isFirstInside ? first.indent : column + 2) - minIndent;
  const movedLines = isFirstInside ? outsideLines : textLines;
  // Move only the comments between the lines of the text. Comments below the text stay there.
  const comments = allLines.filter((line) => isComment(line) && line.number < last.number);
  return [createUnindentedTextCandidate(lines, header, { name, value, movedLines, shift, comments, last })];
}

function createUnindentedTextCandidate(
  lines: Lines,
  header: LineInfo,
  {
    name,
    value,
    movedLines,
    shift,
    comments,
    last,
  }: {
    name: string;
    value: string;
    movedLines: readonly LineInfo[];
    shift: number;
    comments: readonly LineInfo[];
    last: LineInfo;
  },
): FixCandidate {
  const [first = header] = movedLines;
  const commentLines = comments.map(({ text }) => `${' '.repeat(header.indent)}${text.trim()}\n`).join('');
  // Without `|`, YAML would join the lines, and the dash of an item would become part of a paragraph.
  const isOneLine =
    !/\n[ \t]*\r?\n/.test(lines.text.slice(header.to, last.to)) && !movedLines.some(({ isItem }) => isItem);
  const hasBar = /^[|>][+-]?\d?[+-]?$/.test(value) || (value !== '' && isOneLine);
  const barEdit =
    value === ''
      ? { from: header.to, to: header.to, newText: ' |' }
      : insertBar(lines, header, header.to - value.length);
  return createDiagnostic({
    rule: 'wrong-indentation',
    message: `the text of \`${name}\` must be indented further than \`${name}\``,
    label: 'this line is not indented far enough to be part of the text',
    from: first.from + first.indent,
    to: first.to,
    fix: {
      title: [
        ...(hasBar ? [] : [`write \`${name}: |\``]),
        'move the lines of the text to the right',
        ...(commentLines === '' ? [] : ['move the comment above it']),
      ].join(', and '),
      safety: 'suggested',
      edits: [
        ...(commentLines === '' ? [] : [{ from: header.from, to: header.from, newText: commentLines }]),
        ...comments.map(({ number: lineNumber, from }) => ({
          from,
          to: lines.starts[lineNumber] ?? lines.text.length,
          newText: '',
        })),
        ...(hasBar ? [] : [barEdit]),
        ...movedLines.map((line) => indentLine(line, line.indent + shift)),
      ],
    },
  });
}
