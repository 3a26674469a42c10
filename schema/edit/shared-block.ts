import { isMap, isSeq } from 'yaml';
import type { Path } from '../base/data.ts';
import { getSpan } from '../yaml/keys.ts';
import { getColumn, parseNodes } from '../yaml/set-text.ts';
import { findNode } from '../yaml/spans.ts';
import { splitChunks } from './chunks.ts';

/**
 * Returns a list item, including its comments, as the content of a separate file. Returns `undefined` if the item is
 * not on its own lines.
 */
export function extractItem(text: string, path: Path): string | undefined {
  const contents = parseNodes(text);
  if (contents === undefined) return undefined;
  const { node: list } = findNode({ contents }, path.slice(0, -1));
  const { node: item } = findNode({ contents }, path);
  if (!isSeq(list) || list.flow || !isMap(item) || item.flow) return undefined;
  const chunk = splitChunks(text, list)?.[Number(path.at(-1))];
  if (!chunk) return undefined;
  const column = getColumn(text, getSpan(item).from);
  // The dash may be followed by a comment.
  const textAfterDash = text.slice(chunk.start + 1, chunk.to).trimStart();
  const [firstLine = '', ...rest] = textAfterDash.split(/\r?\n/);
  const lines = rest.map((line) => line.slice(Math.min(column, /^ */.exec(line)?.[0].length ?? 0)));
  return `${[firstLine, ...lines].join('\n').trimEnd()}\n`;
}

/** Returns the content of a file as a list item whose dash is in the given column. */
export function toListItem(fileText: string, column: number, lineEnd: string): string {
  const lines = fileText
    .replace('\uFEFF', '')
    // Remove the comments at the start of the file, because they only name the schema.
    .replace(/^(?:[ \t]*(?:#[^\n]*)?\r?\n)*/, '')
    .trimEnd()
    .split(/\r?\n/);
  const indent = ' '.repeat(column + 2);
  return `- ${lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join(lineEnd)}`;
}
