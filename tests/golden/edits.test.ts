import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { applyOperation, readSource } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { getValueAt } from '../../schema/base/data.ts';
import { testGoldenTexts } from '../support/golden.ts';

// The input of a case contains a file (`page.yaml` by default), then `←`, and then an operation or the new text for
// `a`. `old` is the current value that the operation expects; by default, it is the value in the file. For a case on
// one line, the output is the whole file up to `<END>`. For a longer case, the output lists the removed and added
// lines. Characters can be escaped, for example as `\u0009`.

const page = readFileSync(join(import.meta.dirname, 'edits/page.yaml'), 'utf8');
const keyOrder = createSettingOrder('a.yaml');

/** An operation as written in a case. Numbers are written as strings. */
interface WrittenOperation {
  do: string;
  path: string[];
  to?: string;
  old?: Value;
  new?: Value;
}

function parseOperation(text: string, operationText: string): Operation {
  const parsed: WrittenOperation = operationText.startsWith('{ do: ')
    ? parse(operationText, { schema: 'failsafe' })
    : { do: 'set', path: ['a'], new: operationText };
  const path = parsed.path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const currentValue = /add|insert/.test(parsed.do) ? {} : { old: getValueAt(readSource(text).data, path) };
  const to = parsed.to === undefined ? {} : { to: Number(parsed.to) };
  return { ...currentValue, ...parsed, path, ...to } as Operation; // cases contain valid operations
}

/** Returns the removed and added lines between the common start and the common end of two texts. */
function changedLines(before: string, after: string): string {
  const [oldLines, newLines] = [before.split('\n'), after.split('\n')];
  const maxLength = Math.min(oldLines.length, newLines.length);
  let [fileText, end] = [0, 0];
  while (fileText < maxLength && oldLines[fileText] === newLines[fileText]) fileText++;
  while (end < maxLength - fileText && oldLines.at(-1 - end) === newLines.at(-1 - end)) end++;
  const formatLines = (mark: string, lines: string[]) =>
    lines.slice(fileText, lines.length - end).map((line) => `${mark} ${line}`.trimEnd());
  return [...formatLines('-', oldLines), ...formatLines('+', newLines)].join('\n');
}

function createOutput(input: string): string {
  const [fileText = '', operationText = ''] = input
    .replaceAll(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .split(/ ?← /);
  const text = fileText || page;
  try {
    const editedText = applyOperation(
      text,
      parseOperation(text, operationText.replace(/\n$/, '').replace(/<END>$/, '')),
      keyOrder,
    );
    if (operationText.startsWith('{ do: ')) return changedLines(text, editedText);
    return `${editedText.replaceAll('\r', '<CR>')}<END>`;
  } catch (error) {
    if (error instanceof EditRefused) return `refused: ${error.message}`;
    throw error;
  }
}

testGoldenTexts('edits', createOutput);
