import { offsetAt, positionAt, type Range } from '../base/lines.ts';
import { type Path, valueAt } from '../base/path.ts';
import type { Edit, Diagnostic, Fix } from '../diagnostics/diagnostic.ts';
import type { Problem } from '../diagnostics/problem.ts';
import { rules } from '../rules/index.ts';
import { quotingEdits } from '../yaml/quoting.ts';
import { whereIn } from './breadcrumb.ts';
import type { YamlDocument } from './read-document.ts';

/** A problem with its place in the author's file. */
export function located(document: YamlDocument, problem: Problem, at: Path = []): Diagnostic {
  const path = [...at, ...problem.path];
  const {
    part = 'value',
    within,
    rule,
    message,
    label,
    note,
    advice,
    received,
    related,
    valid,
    validCount,
    fix,
  } = problem;
  const eaten = problem.expected === 'text' ? textTakenForGroup(document, path) : undefined;
  if (eaten) return { ...eaten, path, where: whereIn(document.data, path) };
  const range = document.range(path, part, within);
  const isAboutOwner = part !== 'value' || rule === 'unknown-block' || rule === 'other-block';
  return {
    rule,
    severity: rules[rule].severity,
    message,
    file: document.file,
    range,
    path,
    where: whereIn(document.data, isAboutOwner ? path.slice(0, -1) : path),
    ...(label === undefined ? {} : { label }),
    ...(valid === undefined ? {} : { valid }),
    ...(validCount === undefined ? {} : { validCount }),
    ...(note === undefined ? {} : { note }),
    ...(received === undefined ? {} : { received }),
    ...(related
      ? {
          related: related.map((one) => ({
            range: document.range([...at, ...one.path], one.part),
            label: one.label,
          })),
        }
      : {}),
    ...(advice === undefined ? {} : { advice }),
    fixes: fix ? fixOf(document, path, problem, range) : [],
  };
}

function fixOf(
  document: YamlDocument,
  path: Path,
  { part = 'value', within, fix }: Problem,
  range: Range,
): Fix[] {
  if (!fix) return [];
  const { title, safety } = fix;
  if ('remove' in fix) {
    const edit = lineOf(document, document.range(path, 'entry'));
    return edit ? [{ title, safety, edits: [edit] }] : [];
  }
  const edits: Edit[] = [{ range, newText: document.replacement(path, part, fix.newText, within) }];
  if (fix.newName !== undefined) edits.unshift({ range: document.range(path, 'name'), newText: fix.newName });
  return [{ title, safety, edits }];
}

/** The whole lines of a setting that shares them with no other. */
function lineOf({ lines }: YamlDocument, { start, end }: Range): Edit | undefined {
  const from = lines.starts[start.line - 1] ?? 0;
  const before = lines.text.slice(from, offsetAt(lines, start));
  const after = /^[^\n]*\n?/.exec(lines.text.slice(offsetAt(lines, end)))?.[0] ?? '';
  if (before.trim() !== '' || !/^[ \t:]*(#.*)?\r?\n?$/.test(after)) return undefined;
  return {
    range: {
      start: { line: start.line, column: 1 },
      end: positionAt(lines, offsetAt(lines, end) + after.length),
    },
    newText: '',
  };
}

/** `- Note: all of this` and `[Beta]` are groups and lists to YAML, where the author meant text. */
function textTakenForGroup(
  document: YamlDocument,
  path: Path,
): Omit<Diagnostic, 'path' | 'where'> | undefined {
  const { lines } = document;
  const range = document.range(path);
  const inBrackets = document.inBrackets(path);
  const from = offsetAt(lines, range.start);
  const to = inBrackets
    ? offsetAt(lines, range.end)
    : from + (/^[^\r\n]*/.exec(lines.text.slice(from))?.[0].trimEnd().length ?? 0);
  const text = lines.text.slice(from, to);
  if (text.includes('\n') || (!inBrackets && !/^[^:\s][^:]*\s[^:]*: \S|^[A-Z][\w-]*: \S/.test(text)))
    return undefined;
  // Several items in brackets are a list; a single one may be a word in brackets.
  if (inBrackets && (/^[{[]\s*[\w-]+: /.test(text) || isList(valueAt(document.data, path)))) return undefined;
  const edits = quotingEdits(lines.text, from, to);
  const mended = edits.reduceRight(
    (now, edit) => now.slice(0, edit.from - from) + edit.text + now.slice(edit.to - from),
    text,
  );
  return {
    rule: 'needs-quotes',
    severity: rules['needs-quotes'].severity,
    message: inBrackets
      ? `a text that starts with \`${text[0]}\` needs quotation marks around it`
      : 'this text contains a colon followed by a space, so it needs quotation marks',
    label: 'put quotes around this text',
    file: document.file,
    range: { start: range.start, end: positionAt(lines, to) },
    fixes: [
      {
        title: `write ${mended}`,
        safety: inBrackets ? 'suggested' : 'safe',
        edits: edits.map((edit) => ({
          range: { start: positionAt(lines, edit.from), end: positionAt(lines, edit.to) },
          newText: edit.text,
        })),
      },
    ],
  };
}

const isList = (value: unknown) => Array.isArray(value) && value.length > 1;
