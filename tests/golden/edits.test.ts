import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { edit, readSource } from '../../schema/edit/edit.ts';
import { EditRefused } from '../../schema/edit/edit-refused.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { valueAt } from '../../schema/base/data.ts';
import { testGoldenTexts } from '../support/golden.ts';

// The input of a case is a file, by default `page.yaml`, then `←` and an operation, or the new text of `a`. The expected
// current value, `old`, is by default the value in the file. The output of a line is the whole file up to `<END>`. That of
// a longer case is the removed and added lines. `\u0009` is an escaped character.

const page = readFileSync(join(import.meta.dirname, 'edits/page.yaml'), 'utf8');
const order = settingOrder('a.yaml');

/** An operation in a case. Numbers are texts. */
interface Written {
  do: string;
  path: string[];
  to?: string;
  old?: Value;
  new?: Value;
}

function operationOf(text: string, written: string): Operation {
  const given: Written = written.startsWith('{ do: ')
    ? parse(written, { schema: 'failsafe' })
    : { do: 'set', path: ['a'], new: written };
  const path = given.path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const found = /add|insert/.test(given.do) ? {} : { old: valueAt(readSource(text).data, path) };
  const to = given.to === undefined ? {} : { to: Number(given.to) };
  return { ...found, ...given, path, ...to } as Operation; // cases contain valid operations
}

/** Returns the removed and added lines, between the common start and end of two texts. */
function changedLines(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const most = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (start < most && old[start] === now[start]) start++;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const linesOf = (mark: string, lines: string[]) =>
    lines.slice(start, lines.length - end).map((line) => `${mark} ${line}`.trimEnd());
  return [...linesOf('-', old), ...linesOf('+', now)].join('\n');
}

function outputOf(input: string): string {
  const [start = '', written = ''] = input
    .replaceAll(/\\u([\da-f]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .split(/ ?← /);
  const text = start || page;
  try {
    const done = edit(text, operationOf(text, written.replace(/\n$/, '').replace(/<END>$/, '')), order);
    if (written.startsWith('{ do: ')) return changedLines(text, done);
    return `${done.replaceAll('\r', '<CR>')}<END>`;
  } catch (error) {
    if (error instanceof EditRefused) return `refused: ${error.message}`;
    throw error;
  }
}

testGoldenTexts('edits', outputOf);
