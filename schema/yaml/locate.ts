import { type Path, getValueAt } from '../base/data.ts';
import type { Span } from '../diagnostics/edits.ts';
import {
  type Diagnostic,
  createDiagnostic,
  type DiagnosticInit,
  type Fix,
  toFileDiagnostic,
  type DataLocation,
  mapLocation,
} from '../diagnostics/diagnostic.ts';
import { createQuotingFix } from './quoting.ts';
import { formatBreadcrumb } from './breadcrumb.ts';
import type { YamlDocument } from './spans.ts';

/** Converts a diagnostic about data to a diagnostic with lines and columns in the file. */
export function locateDiagnostic(document: YamlDocument, init: DiagnosticInit): Diagnostic {
  const dataDiagnostic = createDiagnostic(init);
  const { path, part = 'value', rule, fix, expected } = dataDiagnostic;
  const toReport = (spanDiagnostic: Diagnostic<Span>, breadcrumbPath = path) =>
    toFileDiagnostic(
      spanDiagnostic,
      document.file,
      document.lines,
      path,
      formatBreadcrumb(document.data, breadcrumbPath),
    );
  const misreadLines = expected === 'long-text' ? checkMisreadLines(document, path) : undefined;
  const misreadDiagnostic = misreadLines ?? (expected ? checkMisreadText(document, path) : undefined);
  if (misreadDiagnostic) return toReport(misreadDiagnostic);
  const edits = fix && locateEdits(document, fix.edits);
  const isAboutOwner = part !== 'value' || rule === 'unknown-block' || rule === 'other-block';
  return toReport(
    {
      ...mapLocation(dataDiagnostic, document.span),
      fix: fix && edits && { ...fix, edits },
    },
    isAboutOwner ? path.slice(0, -1) : path,
  );
}

/** Converts a fix's edits of data to edits of the file. Returns `undefined` if one of the edits is not possible. */
function locateEdits(
  document: YamlDocument,
  edits: Fix<DataLocation>['edits'],
): Fix<Span>['edits'] | undefined {
  const { parts = [], others = [] } = Object.groupBy(edits, ({ part, within }) =>
    within && part === undefined ? 'parts' : 'others',
  );
  const partsByPath = Map.groupBy(parts, ({ path }) => JSON.stringify(path));
  const editGroups = [
    ...[...partsByPath.values()].map((textParts) =>
      document.setParts(
        textParts[0]?.path ?? [],
        textParts.flatMap((edit) => (edit.within ? { ...edit, within: edit.within } : [])),
      ),
    ),
    ...others.map((edit) => {
      if (edit.part === 'line') return deleteSettingEdits(document, edit);
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
  return editGroups.every((group) => group !== undefined) ? editGroups.flat() : undefined;
}

/** Returns the edits that delete a setting: the setting and its comma in braces, otherwise all lines of the setting. */
function deleteSettingEdits({ lines: { text }, span, isInBrackets }: YamlDocument, { path }: DataLocation) {
  const settingSpan = span({ path, part: 'entry' });
  if (isInBrackets(path.slice(0, -1))) {
    const before = /,\s*$/.exec(text.slice(0, settingSpan.from))?.[0].length ?? 0;
    const after = before > 0 ? 0 : (/^\s*,\s*/.exec(text.slice(settingSpan.to))?.[0].length ?? 0);
    return [{ from: settingSpan.from - before, to: settingSpan.to + after, newText: '' }];
  }
  const from = text.lastIndexOf('\n', settingSpan.from - 1) + 1;
  const after = /^[^\n]*\n?/.exec(text.slice(settingSpan.to))?.[0] ?? '';
  const isOnlySetting =
    text.slice(from, settingSpan.from).trim() === '' && /^[ \t:]*(#.*)?\r?\n?$/.test(after);
  return isOnlySetting ? [{ from, to: settingSpan.to + after.length, newText: '' }] : undefined;
}

/**
 * Returns whether a value contains a comment or a variable. Data contains neither, so an edit that writes the value
 * from data would lose them.
 */
const hasCommentOrVariable = ({ lines, span }: YamlDocument, location: DataLocation) => {
  const { from, to } = span(location);
  return /(?:^|\s)#|\{\{/m.test(lines.text.slice(from, to));
};

/** Reports text that YAML reads as a list or group: `- Note: all of this`, `[Beta]`. */
function checkMisreadText(document: YamlDocument, path: Path): Diagnostic<Span> | undefined {
  const { text } = document.lines;
  const isInBrackets = document.isInBrackets(path);
  const { from, to: end } = document.span({ path });
  const to = isInBrackets ? end : from + (/^[^\r\n]*/.exec(text.slice(from))?.[0].trimEnd().length ?? 0);
  const rawText = text.slice(from, to);
  if (rawText.includes('\n') || (!isInBrackets && !/^[^:\s][^:]*\s[^:]*: \S|^[A-Z][\w-]*: \S/.test(rawText)))
    return undefined;
  // Several items in brackets are a list. A single item may be text in brackets, such as `[Beta]`.
  if (isInBrackets && (/^[{[]\s*[\w-]+: /.test(rawText) || hasSeveralItems(getValueAt(document.data, path))))
    return undefined;
  return createDiagnostic({
    rule: 'needs-quotes',
    message: /^[{[]/.test(rawText)
      ? `text that starts with \`${rawText[0]}\` needs quotation marks`
      : 'this text contains a colon followed by a space, so it needs quotation marks',
    label: 'put quotation marks around this text',
    from,
    to,
    fix: { ...createQuotingFix(text, from, to), safety: isInBrackets ? 'suggested' : 'safe' },
  });
}

/** Reports Markdown lines below the name of a setting without `|`, which YAML reads as a list or as settings. */
function checkMisreadLines(document: YamlDocument, path: Path): Diagnostic<Span> | undefined {
  const { text } = document.lines;
  const { from, to } = document.span({ path, part: 'entry' });
  const [name = ''] = /^[\w-]+:/.exec(text.slice(from)) ?? [];
  const colon = from + name.length;
  if (name === '' || document.isInBrackets(path) || !/^[ \t]*\r?\n/.test(text.slice(colon))) return undefined;
  const start = colon + (/^\s*/.exec(text.slice(colon))?.[0].length ?? 0);
  const end = start + (/^[^\r\n]*/.exec(text.slice(start))?.[0].trimEnd().length ?? 0);
  const hasSettings = /^[ \t]*(?:- +)?[\w-]+:(?:\s|$)/m.test(text.slice(start, Math.max(to, end)));
  return createDiagnostic({
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

const hasSeveralItems = (value: unknown) => Array.isArray(value) && value.length > 1;
