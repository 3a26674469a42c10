import { type Path, valueAt } from '../base/data.ts';
import type { Span } from '../diagnostics/edits.ts';
import {
  type Diagnostic,
  diagnostic,
  type DiagnosticInit,
  type Fix,
  toFileDiagnostic,
  type InData,
  mapLocation,
} from '../diagnostics/diagnostic.ts';
import { quotingFix } from './quoting.ts';
import { breadcrumbOf } from './breadcrumb.ts';
import type { YamlDocument } from './spans.ts';

/** Converts a diagnostic about data to lines and columns of the file. */
export function locateDiagnostic(document: YamlDocument, given: DiagnosticInit): Diagnostic {
  const found = diagnostic(given);
  const { path, part = 'value', rule, fix, expected } = found;
  const report = (one: Diagnostic<Span>, at = path) =>
    toFileDiagnostic(one, document.file, document.lines, path, breadcrumbOf(document.data, at));
  const lines = expected === 'long-text' ? linesTakenForGroup(document, path) : undefined;
  const taken = lines ?? (expected ? textTakenForGroup(document, path) : undefined);
  if (taken) return report(taken);
  const edits = fix && editsOf(document, fix.edits);
  const isAboutOwner = part !== 'value' || rule === 'unknown-block' || rule === 'other-block';
  return report(
    {
      ...mapLocation(found, document.span),
      fix: fix && edits && { ...fix, edits },
    },
    isAboutOwner ? path.slice(0, -1) : path,
  );
}

/** Converts the edits of a fix to edits of the file. Undefined if one of them is not possible. */
function editsOf(document: YamlDocument, edits: Fix<InData>['edits']): Fix<Span>['edits'] | undefined {
  const { parts = [], others = [] } = Object.groupBy(edits, ({ part, within }) =>
    within && part === undefined ? 'parts' : 'others',
  );
  const byText = Map.groupBy(parts, ({ path }) => JSON.stringify(path));
  const found = [
    ...[...byText.values()].map((inText) =>
      document.setParts(
        inText[0]?.path ?? [],
        inText.flatMap((edit) => (edit.within ? { ...edit, within: edit.within } : [])),
      ),
    ),
    ...others.map((edit) => {
      if (edit.part === 'line') return lineEdit(document, edit);
      if (
        edit.part === 'yaml' &&
        (hasCommentOrVariable(document, edit) || document.hasDuplicateKey(edit.path))
      )
        return undefined;
      const span = { ...document.span(edit), newText: edit.newText };
      return edit.part === undefined || edit.part === 'value'
        ? document.setText(edit.path, edit.newText)
        : [span];
    }),
  ];
  return found.every((some) => some !== undefined) ? found.flat() : undefined;
}

/** Returns the edits that delete the lines of a setting, unless they contain another one. In braces, they delete it and a comma. */
function lineEdit({ lines: { text }, span, inBrackets }: YamlDocument, { path }: InData) {
  const entry = span({ path, part: 'entry' });
  if (inBrackets(path.slice(0, -1))) {
    const before = /,\s*$/.exec(text.slice(0, entry.from))?.[0].length ?? 0;
    const after = before > 0 ? 0 : (/^\s*,\s*/.exec(text.slice(entry.to))?.[0].length ?? 0);
    return [{ from: entry.from - before, to: entry.to + after, newText: '' }];
  }
  const from = text.lastIndexOf('\n', entry.from - 1) + 1;
  const after = /^[^\n]*\n?/.exec(text.slice(entry.to))?.[0] ?? '';
  const isAlone = text.slice(from, entry.from).trim() === '' && /^[ \t:]*(#.*)?\r?\n?$/.test(after);
  return isAlone ? [{ from, to: entry.to + after.length, newText: '' }] : undefined;
}

/** Whether a value contains a comment or a variable, which would be lost if it was rewritten from data. */
const hasCommentOrVariable = ({ lines, span }: YamlDocument, place: InData) => {
  const { from, to } = span(place);
  return /(?:^|\s)#|\{\{/m.test(lines.text.slice(from, to));
};

/** Reports a text that YAML reads as a collection: `- Note: all of this`, `[Beta]`. */
function textTakenForGroup(document: YamlDocument, path: Path): Diagnostic<Span> | undefined {
  const { text } = document.lines;
  const inBrackets = document.inBrackets(path);
  const { from, to: end } = document.span({ path });
  const to = inBrackets ? end : from + (/^[^\r\n]*/.exec(text.slice(from))?.[0].trimEnd().length ?? 0);
  const written = text.slice(from, to);
  if (written.includes('\n') || (!inBrackets && !/^[^:\s][^:]*\s[^:]*: \S|^[A-Z][\w-]*: \S/.test(written)))
    return undefined;
  // Several items in brackets are a list. A single item may be a word in brackets.
  if (inBrackets && (/^[{[]\s*[\w-]+: /.test(written) || hasManyItems(valueAt(document.data, path))))
    return undefined;
  return diagnostic({
    rule: 'needs-quotes',
    message: /^[{[]/.test(written)
      ? `a text that starts with \`${written[0]}\` needs quotation marks around it`
      : 'this text contains a colon followed by a space, so it needs quotation marks',
    label: 'put quotes around this text',
    from,
    to,
    fix: { ...quotingFix(text, from, to), safety: inBrackets ? 'suggested' : 'safe' },
  });
}

/** Reports lines of Markdown below a name that YAML reads as a list or settings. */
function linesTakenForGroup(document: YamlDocument, path: Path): Diagnostic<Span> | undefined {
  const { text } = document.lines;
  const { from, to } = document.span({ path, part: 'entry' });
  const [name = ''] = /^[\w-]+:/.exec(text.slice(from)) ?? [];
  const colon = from + name.length;
  if (name === '' || document.inBrackets(path) || !/^[ \t]*\r?\n/.test(text.slice(colon))) return undefined;
  const start = colon + (/^\s*/.exec(text.slice(colon))?.[0].length ?? 0);
  const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].trimEnd().length ?? 0);
  const hasSettings = /^[ \t]*(?:- +)?[\w-]+:(?:\s|$)/m.test(text.slice(start, Math.max(to, end)));
  return diagnostic({
    rule: 'needs-quotes',
    message: 'this text is on its own lines, so it needs a `|` before it',
    label: 'YAML reads these lines as a list or settings',
    from: start,
    to: end,
    fix: {
      title: `write \`${name} |\` on the line above`,
      safety: hasSettings ? 'suggested' : 'safe',
      edits: [{ from: colon, to: colon, newText: ' |' }],
    },
  });
}

const hasManyItems = (value: unknown) => Array.isArray(value) && value.length > 1;
