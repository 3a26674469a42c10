import { isMap, type YAMLMap, type YAMLSeq } from 'yaml';
import type { TextEdit } from '../diagnostics/edits.ts';
import { getSpan } from '../yaml/keys.ts';
import { getColumn, detectLineEnd } from '../yaml/set-text.ts';
import { type Chunk, findLineStart } from './chunks.ts';

/** A function that formats a new item or setting as YAML that starts in a column, inside or outside brackets. */
export type WriteItem = (column: number, inFlow: boolean) => string;

/** Returns the edits that insert an item or setting at an index of its list or group. */
export function insertAt(
  text: string,
  group: YAMLMap | YAMLSeq,
  chunks: readonly Chunk[],
  index: number,
  write: WriteItem,
): TextEdit[] {
  const [before, after] = [chunks[index - 1], chunks[index]];
  if (group.flow) return insertIntoFlow(text, group, before, after, write(0, true));
  const first = chunks[0];
  if (!first) return [];
  const column = getColumn(text, first.start);
  const newItem = write(column, false);
  const lineEnd = detectLineEnd(text);
  const indent = ' '.repeat(column);
  const blankLines = isMap(group) ? '' : findBlankLines(text, chunks, index);
  if (!after) {
    const end = before?.to ?? 0;
    return [{ from: end, to: end, newText: `${lineEnd}${blankLines}${indent}${newItem}` }];
  }
  // Insert the new text directly before the next item: after comments at the start of the file, or after a dash.
  const from = after.from;
  return [{ from, to: from, newText: `${newItem}${lineEnd}${blankLines}${indent}` }];
}

/** Returns the empty lines between two existing items next to an index, so that the new item gets equal spacing. */
function findBlankLines(text: string, chunks: readonly Chunk[], index: number): string {
  const lowerIndex = Math.min(Math.max(index, 1), chunks.length - 1);
  const [upperChunk, lowerChunk] = [chunks[lowerIndex - 1], chunks[lowerIndex]];
  if (!upperChunk || !lowerChunk || upperChunk === lowerChunk) return '';
  const between = text.slice(upperChunk.to, findLineStart(text, lowerChunk.from));
  return /^\r?\n([ \t]*\r?\n)+$/.test(between) ? between.replace(/^\r?\n/, '') : '';
}

function insertIntoFlow(
  text: string,
  group: YAMLMap | YAMLSeq,
  before: Chunk | undefined,
  after: Chunk | undefined,
  newItem: string,
): TextEdit[] {
  if (after) return [{ from: after.from, to: after.from, newText: `${newItem}, ` }];
  if (before) return [{ from: before.to, to: before.to, newText: `, ${newItem}` }];
  const { from, to } = getSpan(group);
  const isEmptyGroup = text.slice(from + 1, to - 1).trim() === '';
  const newText = isMap(group) ? ` ${newItem} ` : newItem;
  return isEmptyGroup
    ? [{ from: from + 1, to: to - 1, newText }]
    : [{ from: from + 1, to: from + 1, newText }];
}

/**
 * Returns the edits that insert the first item or setting into an empty list or group, written as `[]`, `{}` or
 * nothing.
 */
export function insertFirst(
  text: string,
  { from, to }: { from: number; to: number },
  column: number,
  write: WriteItem,
): TextEdit[] {
  const start = text.slice(0, from).trimEnd().length;
  const lineEnd = detectLineEnd(text);
  if (text[start - 1] === '-') return [{ from: start, to, newText: ` ${write(column + 2, false)}` }];
  const rest = /^[^\r\n]*/.exec(text.slice(to))?.[0] ?? '';
  const end = to + rest.trimEnd().length;
  const indent = ' '.repeat(column + 2);
  return [
    { from: start, to, newText: '' },
    { from: end, to: end, newText: `${lineEnd}${indent}${write(column + 2, false)}` },
  ];
}
