import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { parse } from 'yaml';
import { createExampleFiles } from '../../schema/check/example-site.ts';
import { blockTypes } from '../../schema/blocks/index.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { exampleSettings } from '../../schema/diagnostics/rules/rule.ts';
import { checkExample, fixExample, getMarkedText, findText } from './example-checks.ts';
import { parseFiles } from './golden.ts';

// Prints the diagnostics of a case and the results of fixes, first with only safe fixes, then with
// all fixes. The input contains the blocks of a home page, or files (`@ path`). Settings in
// `_site.yaml` are added to the default settings. A first line `at: 2026-12-01T12:00Z` sets the time
// of the check. If the headline begins with the name of a frame in `frames.yaml`, the input replaces
// `…` in the frame. If the headline ends with `with advice`, notes and advice are also printed.

const frames = parse(readFileSync(join(import.meta.dirname, '../golden/frames.yaml'), 'utf8')) as Record<
  string,
  string
>; // the file maps names to texts

const defaultTime = new Date('2026-11-01T12:00Z');

beforeAll(() => void vi.stubEnv('SOURCE_DATE_EPOCH', String(defaultTime.getTime() / 1000)));
afterAll(() => void vi.unstubAllEnvs());

type Files = Record<string, string>;

const toFiles = (text: string): Files => (/^@ /m.test(text) ? parseFiles(text) : { 'index.yaml': text });

/**
 * Replaces `…` in a frame with text. The text is indented like `…`, and escaped if `…` is in double quotation marks.
 */
function fillFrame(frame: string, text: string): string {
  const [, indent = ''] = /^( *).*…/m.exec(frame) ?? [];
  return /"[^"\n]*…[^"\n]*"/.test(frame)
    ? frame.replace('…', () => JSON.stringify(text).slice(1, -1))
    : frame.replace('…', () => text.replaceAll(/\n(?=.)/g, `\n${indent}`));
}

export function printReportAndFixes(input: string, headline: string): string {
  const [, name = '', language] = /^([^:]+?)(?: on a site in (\w+))?(?::|$)/.exec(headline) ?? [];
  const frame = frames[name]?.trimEnd();
  const files = toFiles(frame === undefined ? input : `${fillFrame(frame, input)}\n`);
  const settings = exampleSettings.replace('language: en', `language: ${language ?? 'en'}`);
  const example = { ...files, '_site.yaml': `${settings}${files['_site.yaml'] ?? ''}` };
  const before = createExampleFiles(example);
  const [, time = defaultTime] = /^at: (.*)\n/.exec(input) ?? [];
  const diagnostics = omitMissingWords(checkExample(example, new Date(time)).diagnostics);
  const output = diagnostics.map((diagnostic) =>
    formatDiagnosticLine(diagnostic, before, headline.endsWith('with advice')),
  );
  let currentFiles = before;
  for (const safety of ['safe', 'suggested'] as const) {
    // Skip this if there is no first fix with this safety. Without one, there are no later fixes either.
    if (!diagnostics.some(({ fix }) => fix && (safety === 'suggested' || fix.safety === 'safe'))) continue;
    const fixed = fixExample(example, safety);
    const changed = fixed.files.filter(({ path, text }) => text !== findText(currentFiles, path));
    currentFiles = fixed.files;
    const level = safety === 'safe' ? 'safe' : 'all';
    for (const { path, text } of changed)
      output.push(
        `${level} fixes${path === 'index.yaml' ? '' : ` of ${path}`}${describeChange(text, findText(before, path), splitFrame(frame, path))}`,
      );
    const remainingRules = omitMissingWords(fixed.checked.diagnostics).map(({ rule }) => rule);
    if (changed.length > 0 && remainingRules.length > 0) output.push(`left: ${remainingRules.join(', ')}`);
  }
  return output.length > 0 ? output.join('\n').replaceAll(blockTypes.join(', '), '<all types>') : 'nothing';
}

/** Omits the diagnostic that lists the words missing in a language, because it changes with each new word. */
const omitMissingWords = (all: readonly Diagnostic[]) => all.filter(({ rule }) => rule !== 'missing-words');

function formatDiagnosticLine(
  diagnostic: Diagnostic,
  files: ReturnType<typeof createExampleFiles>,
  withAdvice: boolean,
): string {
  const path = diagnostic.file.replace('pages/', '');
  const details = [diagnostic.label, ...(withAdvice ? [diagnostic.note, diagnostic.advice] : [])].filter(
    (text) => text !== undefined,
  );
  return [
    path === 'index.yaml' ? '' : `${path}: `,
    `${diagnostic.rule} \`${getMarkedText(findText(files, path), diagnostic)}\`: ${diagnostic.message}`,
    details.length > 0 ? ` (${details.join('; ')})` : '',
  ].join('');
}

/** Splits one file of a frame at `…`. Returns the parts before and after the mark, or an empty list if there is no mark. */
function splitFrame(frame: string | undefined, path: string): string[] {
  const text = frame === undefined ? undefined : toFiles(`${frame}\n`)[path];
  return text?.includes('…') ? findText(createExampleFiles({ [path]: text }), path).split('…') : [];
}

/**
 * Describes what fixes changed. Returns the text in place of `…`
 * or, if the rest of the frame changed as well, all changed lines.
 */
function describeChange(text: string, before: string, [start, end]: readonly string[]): string {
  if (start !== undefined && end !== undefined && text.startsWith(start) && text.endsWith(end)) {
    const [, indent = ''] = /(?:^|\n)( *)[^\n]*$/.exec(start) ?? [];
    const piece = text.slice(start.length, text.length - end.length).replaceAll(`\n${indent}`, '\n');
    return `: ${/["']$/.test(start) ? `${start.at(-1)}${piece}${end[0]}` : piece}`;
  }
  const [lines, oldLines] = [text.split('\n'), before.split('\n')];
  const maxLength = Math.min(lines.length, oldLines.length);
  const first = lines.findIndex((line, index) => line !== oldLines[index]);
  let equalAtEnd = 0;
  while (first + equalAtEnd < maxLength && lines.at(-1 - equalAtEnd) === oldLines.at(-1 - equalAtEnd))
    equalAtEnd++;
  const changed = lines.slice(first, lines.length - equalAtEnd);
  const count = oldLines.length - equalAtEnd - first;
  if (count === 1 && changed.length === 1) return `: ${changed[0]?.trim()}`;
  const indent = Math.min(...changed.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)])));
  const after = changed.map((line) => `\n${line.slice(indent)}`).join('');
  return `, from line ${first + 1}, ${count} become ${changed.length}${after}`;
}
