import type { Node } from 'yaml';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { formatSpaceCount } from '../diagnostics/wording.ts';
import { type FixCandidate, type Diagnostic, createDiagnostic, type Fix } from '../diagnostics/diagnostic.ts';
import { createQuotingFix } from './quoting.ts';

/** Creates the candidate that puts quotation marks around text, or adds its missing opening quotation mark. */
export function createQuoteCandidate(
  text: string,
  { from, to }: Span,
  message: string,
  note?: string,
): FixCandidate {
  if (hasOnlyClosingQuote(text.slice(from, to))) return createOpeningQuoteCandidate(text, { from, to });
  const fix = createQuotingFix(text, from, to);
  const hasComment = /^[ \t]+#/.test(text.slice(to, to + 100));
  return createDiagnostic({
    rule: 'needs-quotes',
    message,
    label: 'put quotation marks around this text',
    note,
    from,
    to,
    fix: hasComment ? { ...fix, safety: 'suggested' } : fix,
  });
}

/** Returns whether text ends with a quotation mark, but does not start with one. */
export const hasOnlyClosingQuote = (rawText: string): boolean => /^[^"]*[^"\s]"$/.test(rawText);

/** Creates the candidate that adds the missing opening quotation mark before text. */
function createOpeningQuoteCandidate(text: string, { from, to }: Span): FixCandidate {
  return createDiagnostic({
    rule: 'unclosed-quote',
    message: 'a quotation mark is missing at the start of this text',
    label: 'this text ends with `"`, so it must start with `"`',
    from,
    to,
    fix: {
      title: `write "${text.slice(from, to)}`,
      safety: 'suggested',
      edits: [{ from, to: from, newText: '"' }],
    },
  });
}

/**
 * Reports a missing opening quotation mark, which is not an error in YAML. Ignores a closing quotation mark after a
 * digit, because it may mean inches.
 */
export const checkLoneQuote = (text: string, span: Span): Diagnostic<Span> | undefined =>
  /\D"$/.test(text.slice(span.from, span.to)) && hasOnlyClosingQuote(text.slice(span.from, span.to))
    ? createOpeningQuoteCandidate(text, span)
    : undefined;

/** Returns whether a comment starts with a word such as `TODO`. Such a comment is not for visitors. */
const isTaskComment = (comment: string) => /^#+(?:TODO|FIXME|XXX|HACK|NOTE|NB)\b/i.test(comment);

/**
 * Reports text after ` #`, which YAML reads as a comment. If a number or a colour follows the `#`, the comment was
 * meant as text, and the result contains the whole text. `value` is the text before the comment, which starts at `from`
 * and ends at `end`.
 */
export function checkTrailingComment(
  text: string,
  end: number,
  value: string,
  from?: number,
): { diagnostic: Diagnostic<Span>; text?: string } | undefined {
  const [, spaces = '', comment = ''] = /^([ \t]+)(#[^\r\n]*)/.exec(text.slice(end, end + 2000)) ?? [];
  const trimmedComment = comment.trimEnd();
  const start = end + spaces.length;
  const to = start + trimmedComment.length;
  const commonFields = { message: `visitors will not see \`${trimmedComment}\``, from: start, to } as const;
  if (/^#[^\s#]/.test(comment) && !isTaskComment(comment)) {
    // A number at the end of a line may be a private comment: `name: Ann #2`.
    const isText =
      value === ''
        ? /^#(?:\d|(?:[\da-f]{3,4}|[\da-f]{6,8})$)/i.test(trimmedComment)
        : /^#\d+\S*\s+\S/.test(trimmedComment);
    return {
      diagnostic: createDiagnostic({
        ...commonFields,
        rule: 'text-lost',
        label: 'text after ` #` is read as a private comment',
        note: 'if this is a private comment, put a space after the `#`, or put it on its own line',
        ...(isText
          ? { fix: { ...createQuotingFix(text, from ?? start, to), safety: 'suggested' } }
          : { advice: 'if visitors should see it, put quotation marks around the whole text' }),
      }),
      text: isText && value !== '' ? `${value}${spaces}${trimmedComment}` : value || trimmedComment,
    };
  }
  const lineStart = text.lastIndexOf('\n', end - 1) + 1;
  const line = text.slice(lineStart, end);
  if (value === '' || !isPossibleText(value, trimmedComment, line)) return undefined;
  // Move the comment only if the text is on one line. Inside a multi-line text, a comment line would end the text.
  const isOneLine = line.endsWith(value) && /^[ \t]*(?:- +)*(?:[\w-]+:[ \t]|- )/.test(line);
  const [indentation = ''] = /^[ \t]*/.exec(line) ?? [];
  const edits = [
    { from: lineStart, to: lineStart, newText: `${indentation}${trimmedComment}\n` },
    { from: end, to, newText: '' },
  ];
  return {
    diagnostic: createDiagnostic({
      ...commonFields,
      rule: 'comment-after-text',
      label: 'this is read as a private comment',
      note: 'if visitors should see it, put quotation marks around the whole text',
      ...(isOneLine
        ? {
            fix: {
              title: 'move the comment to its own line above the text',
              safety: 'suggested',
              edits,
            },
          }
        : { advice: 'if it is private, put it on its own line above the text' }),
    }),
  };
}

/** Returns whether the comment after a value may be text for visitors. */
function isPossibleText(value: string, comment: string, line: string): boolean {
  // Accept `Room # 4` and `Sale ## now`, but not `- type: hero # 1`, because a type is not text for visitors.
  if (/^# *\d+[a-z]?(?:$|[,.;)])|^##+(?=.*\p{L})/su.test(comment))
    return (
      /\p{L}/u.test(value) &&
      !/^[ \t]*(?:- +)*(?:type|use|kind|layout|tone|status|icon|order|id): /.test(line)
    );
  // Private comments often follow a value of one or two words, but rarely a sentence.
  return /^#(?: |\S)/.test(comment) && !comment.startsWith('##') && /\S\s+\S+\s+\S/.test(value);
}

/** Matches a line that starts with a number such as `#1`. YAML reads this line as a comment. */
export const numberLine = /\n +#\d/;

/** Reports a line that starts with a number such as `#1`, if the line is indented like the text above. */
export function checkNumberLine(text: string, { from, to: end }: Span): Diagnostic<Span> | undefined {
  const [match = '', indent = '', numberText = ''] =
    /^[ \t]*\r?\n( +)(#\d[^\r\n]*)/.exec(text.slice(end, end + 2000)) ?? [];
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const column = line.trim() === '' ? line.length : line.search(/[^ -]/) + 1;
  if (numberText === '' || indent.length < column) return undefined;
  const start = end + match.length - numberText.length;
  return createDiagnostic({
    rule: 'comment-after-text',
    message: `visitors will not see \`${numberText.trimEnd()}\``,
    label: 'this is read as a private comment',
    note: 'if it is private, put a space after the `#`',
    advice:
      'if visitors should see it, put quotation marks around the whole text, or write a long text below `|`',
    from: start,
    to: start + numberText.trimEnd().length,
  });
}

/** Creates the fix that replaces curly quotation marks around text with straight ones. */
export function toStraightQuotes(span: Span, rawText: string): Fix<Span> {
  const title = `write "${rawText.slice(1, -1)}"`;
  return { title, safety: 'suggested', edits: replaceQuotes(span, '"') };
}

/** Returns the edits that replace the first and the last character of a span with a quotation mark. */
export function replaceQuotes({ from, to }: Span, mark: string): TextEdit[] {
  return [
    { from, to: from + 1, newText: mark },
    { from: to - 1, to, newText: mark },
  ];
}

/** Reports curly quotation marks around text. YAML reads them as part of the text. */
export function checkCurlyQuotes(value: string, { from, to }: Span): Diagnostic<Span> | undefined {
  // If a whole sentence is in curly quotation marks, it is a quotation, and its marks are intended.
  const isQuoted = /^[“”„«‘][^“”„«»]*[^.?!…][“”»’]$/.test(value) && !/^‘[^’]*’[^’]*’$/.test(value);
  if (!isQuoted) return undefined;
  return createDiagnostic({
    rule: 'curly-quotes',
    message: 'visitors will see these curly quotation marks',
    label: 'YAML only supports the straight marks `"` and `\'`',
    note: `to keep them visible, put straight marks around them: '${value}'`,
    from,
    to,
    fix: value.includes('"') ? undefined : toStraightQuotes({ from, to }, value),
  });
}

/**
 * Reports lines that start with a dash, but are indented too far, so that YAML reads them as part of the text above.
 */
export function checkIndentedDashes(text: string, { from, to }: Span): Diagnostic<Span>[] {
  const source = text.slice(from, to);
  if (!source.includes('\n')) return [];
  const [, dashIndent] = /(?:^|\n)( *)- [^\n]*$/.exec(text.slice(0, from)) ?? [];
  return [...source.matchAll(/\n([ \t]*)(- [^\r\n]*)/g)].map(({ index, 1: indent = '', 2: line = '' }) => {
    const start = from + index + 1;
    const end = start + indent.length;
    return createDiagnostic({
      rule: 'wrong-indentation',
      message: 'this line is indented too far, so YAML reads it as part of the text above',
      label:
        dashIndent === undefined
          ? 'visitors will see the `-` in the middle of the text'
          : 'move this line to the left',
      from: end,
      to: end + line.length,
      fix:
        dashIndent === undefined
          ? undefined
          : {
              title: `move the line to the left, to ${formatSpaceCount(dashIndent.length)}`,
              safety: 'suggested',
              edits: [{ from: start, to: end, newText: dashIndent }],
            },
    });
  });
}

/**
 * Creates the diagnostic about a word that YAML reads as an anchor or a tag. Also returns the text that the author
 * probably meant.
 */
export function checkAnchorOrTag(text: string, mark: '!' | '&', span: Span) {
  let from = text.lastIndexOf(mark, Math.max(span.from - 1, 0));
  // A word can contain several marks, such as `&lt;b&gt;` or `!!str`. Start at the first one.
  const first = from - (/[^\s,[\]{}]*$/.exec(text.slice(0, from))?.[0].length ?? 0);
  if (text[first] === mark) from = first;
  const to = Math.max(span.to, from + 1 + (/^[^\s,[\]{}]*/.exec(text.slice(from + 1))?.[0].length ?? 0));
  const rawText = text.slice(from, to);
  const [word = rawText] = /^\S+/.exec(rawText) ?? [];
  return {
    text: rawText.trimEnd(),
    diagnostic: createDiagnostic({
      rule: 'text-lost',
      message: `visitors will not see \`${word}\``,
      label: `YAML reads a word that starts with \`${mark}\` as an instruction`,
      from,
      to: from + word.length,
      // `!!str` and other YAML types are not part of the text, so quotation marks would not help.
      ...(word.startsWith('!!')
        ? { advice: `delete \`${word}\`` }
        : { fix: createQuotingFix(text, from, to) }),
    }),
  };
}

/**
 * Creates the diagnostic about an anchor or a tag. `alias` is the span of the first alias of the anchor, if the file
 * has one.
 */
export function createAnchorOrTagDiagnostic(
  text: string,
  node: Node,
  alias: Span | undefined,
): Diagnostic<Span> {
  const isAnchor = node.anchor !== undefined;
  const from = Math.max(text.lastIndexOf(isAnchor ? '&' : '!', node.range?.[0] ?? 0), 0);
  const [rawText = ''] = /^\S*/.exec(text.slice(from)) ?? [];
  return createDiagnostic({
    rule: 'yaml-reference',
    message: alias
      ? `a file cannot use \`${rawText}\` to name a part and repeat it`
      : `YAML reads \`${rawText}\` as an instruction`,
    label: isAnchor ? 'this names the part below' : 'this has no meaning here',
    note: 'if this is part of a text, put quotation marks around the text',
    from,
    to: from + rawText.length,
    related: alias && [{ ...alias, label: 'repeated here' }],
    advice: alias
      ? 'write it out in both places; put a block for several pages in `_shared/`'
      : `delete \`${rawText}\``,
  });
}

/** Returns the span of the first alias (`*name`) of each anchor, by anchor name. */
export function findAliases(text: string): Map<string, Span> {
  const aliases = new Map<string, Span>();
  for (const { index, 0: match, 1: name = '' } of text.matchAll(/\*([^\s,}\]]+)/g))
    if (!aliases.has(name)) aliases.set(name, { from: index, to: index + match.length });
  return aliases;
}
