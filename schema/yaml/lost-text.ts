import type { Node } from 'yaml';
import type { Span } from '../base/text-edits.ts';
import { spaces } from '../base/wording.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { quotingEdits, quotingFix } from './quoting.ts';

/** Text behind ` #` is a comment to YAML. With a letter right behind it, that is not what the author meant. */
export function lostText(
  text: string,
  diagnostics: Diagnostic<Span>[],
  end: number,
  value: string,
  from?: number,
): string | undefined {
  const [whole, blank = '', comment = ''] = /^([ \t]+)(#[^\r\n]*)/.exec(text.slice(end, end + 2000)) ?? [];
  if (whole === undefined) return undefined;
  const start = end + blank.length;
  const stop = start + comment.trimEnd().length;
  const shown = comment.trimEnd();
  const edits = quotingEdits(text, from ?? start, stop);
  const title = `write ${edits[0]?.newText}${text.slice(from ?? start, stop)}${edits.at(-1)?.newText}`;
  if (/^#[^\s#]/.test(comment)) {
    diagnostics.push(
      diagnostic({
        rule: 'text-lost',
        message: `visitors will not see \`${shown}\``,
        label: 'text behind ` #` is taken as a private comment',
        note: 'if you did mean a private comment, put a space behind the `#`, or give it a line of its own',
        from: start,
        to: stop,
        fix: { title, safety: 'suggested', edits },
      }),
    );
    return value === '' ? shown : `${value}${blank}${shown}`;
  }
  // A word of a list of choices is often explained by a comment; a sentence is not.
  if (comment.startsWith('# ') && /\S\s+\S+\s+\S/.test(value)) {
    diagnostics.push(
      diagnostic({
        rule: 'comment-after-text',
        message: `visitors will not see \`${shown}\``,
        label: 'this is taken as a private comment',
        note: 'a private comment is clearer on a line of its own above the text',
        from: start,
        to: stop,
        fix: { title, safety: 'suggested', edits },
      }),
    );
  }
  return undefined;
}

/** Curly quotation marks around a text, where YAML knows the straight ones only. */
export function curly(diagnostics: Diagnostic<Span>[], value: string, from: number, to: number): string {
  // A whole sentence is what somebody said, and its marks are meant to be seen.
  if (!/^[“”„«‘][^“”„«»]*[^.?!…][“”»’]$/.test(value) || /^‘[^’]*’[^’]*’$/.test(value)) return value;
  const edits = [
    { from, to: from + 1, newText: '"' },
    { from: to - 1, to, newText: '"' },
  ];
  diagnostics.push(
    diagnostic({
      rule: 'curly-quotes',
      message: 'visitors will see these curly quotation marks',
      label: 'YAML knows only the straight marks `"` and `\'`',
      note: `if visitors are to see them, put straight ones around: '${value}'`,
      from,
      to,
      ...(value.includes('"')
        ? {}
        : { fix: { title: `write "${value.slice(1, -1)}"`, safety: 'suggested', edits } }),
    }),
  );
  return value;
}

/** A line that begins with `-` but is indented too far becomes part of the text above it. */
export function textBelow(text: string, diagnostics: Diagnostic<Span>[], from: number, to: number): void {
  const below = /\n([ \t]*)(- [^\r\n]*)/g;
  const source = text.slice(from, to);
  if (!source.includes('\n')) return;
  const dash = /(?:^|\n)( *)- [^\n]*$/.exec(text.slice(0, from));
  for (const found of source.matchAll(below)) {
    const [, indent = '', line = ''] = found;
    const start = from + found.index + 1;
    diagnostics.push(
      diagnostic({
        rule: 'wrong-indentation',
        message: 'this line is indented too far, so it was taken as more of the text above',
        label: dash
          ? 'this line belongs further to the left'
          : 'visitors will see the `-` in the middle of the text',
        from: start + indent.length,
        to: start + indent.length + line.length,
        ...(dash
          ? {
              fix: {
                title: `move the line to the left, to ${spaces(dash[1]?.length ?? 0)}`,
                safety: 'suggested',
                edits: [{ from: start, to: start + indent.length, newText: dash[1] ?? '' }],
              },
            }
          : {}),
      }),
    );
  }
}

/** A word that YAML takes as an instruction. */
export function swallowed(
  text: string,
  diagnostics: Diagnostic<Span>[],
  from: number,
  to: number,
  sign: string,
): void {
  const shown = text.slice(from, to);
  const word = /^\S+/.exec(shown)?.[0] ?? shown;
  diagnostics.push(
    diagnostic({
      rule: 'text-lost',
      message: `visitors will not see \`${word}\``,
      label: `a word that starts with \`${sign}\` is taken as an instruction to YAML`,
      from,
      to: from + word.length,
      fix: quotingFix(text, from, to),
    }),
  );
}

/** An instruction to YAML in front of a group or list. */
export function propertyOfGroup(
  text: string,
  diagnostics: Diagnostic<Span>[],
  node: Node,
  repetition: Span | undefined,
): void {
  const sign = node.anchor === undefined ? '!' : '&';
  const from = Math.max(text.lastIndexOf(sign, node.range?.[0] ?? 0), 0);
  const to = from + (/^\S+/.exec(text.slice(from))?.[0].length ?? 1);
  diagnostics.push(
    diagnostic({
      rule: 'yaml-reference',
      message: repetition
        ? `a file cannot name a part of itself with \`${text.slice(from, to)}\` and repeat it`
        : `\`${text.slice(from, to)}\` is taken as an instruction to YAML`,
      label: sign === '&' ? 'this names what follows' : 'this means nothing here',
      ...(repetition ? { related: [{ ...repetition, label: 'repeated here' }] } : {}),
      advice: repetition
        ? 'write it out in both places; a block that stands on several pages belongs into `_shared/`'
        : `delete \`${text.slice(from, to)}\``,
      note: 'if this is a text, put quotation marks around it',
      from,
      to,
    }),
  );
}

/** Where each `*name` repeats for the first time what `&name` stands in front of. */
export function repetitionsIn(text: string): Map<string, Span> {
  const found = new Map<string, Span>();
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(/\*([^\s,}\]]+)/g))
    if (!found.has(name)) found.set(name, { from: index, to: index + whole.length });
  return found;
}
