import { isMap, isSeq } from 'yaml';
import type { Path } from '../base/data.ts';
import { spanOf } from '../yaml/keys.ts';
import { columnOf, parseNodes } from '../yaml/set-text.ts';
import { findAt } from '../yaml/spans.ts';
import { chunksOf } from './chunks.ts';

/**
 * Returns an item of a list as the text of its own file, with the comments in it. Undefined if the item is not written
 * on its own lines.
 */
export function fileOfEntry(text: string, path: Path): string | undefined {
  const contents = parseNodes(text);
  if (contents === undefined) return undefined;
  const { node: list } = findAt({ contents }, path.slice(0, -1));
  const { node: entry } = findAt({ contents }, path);
  if (!isSeq(list) || list.flow || !isMap(entry) || entry.flow) return undefined;
  const chunk = chunksOf(text, list)?.[Number(path.at(-1))];
  if (!chunk) return undefined;
  const column = columnOf(text, spanOf(entry).from);
  // The dash may be followed by a comment.
  const first = text.slice(chunk.start + 1, chunk.to).trimStart();
  const [head = '', ...rest] = first.split(/\r?\n/);
  const lines = rest.map((line) => line.slice(Math.min(column, /^ */.exec(line)?.[0].length ?? 0)));
  return `${[head, ...lines].join('\n').trimEnd()}\n`;
}

/** Converts the text of a file to an item of a list at a column. */
export function entryOf(file: string, column: number, lineEnd: string): string {
  const lines = file
    .replace('\uFEFF', '')
    // The first comments of a file name its schema.
    .replace(/^(?:[ \t]*(?:#[^\n]*)?\r?\n)*/, '')
    .trimEnd()
    .split(/\r?\n/);
  const indent = ' '.repeat(column + 2);
  return `- ${lines.map((line, at) => (at === 0 || line === '' ? line : indent + line)).join(lineEnd)}`;
}
