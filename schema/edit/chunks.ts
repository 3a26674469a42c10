import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Span } from '../diagnostics/edits.ts';
import { getSpan } from '../yaml/keys.ts';
import { getColumn, findEmptyValueOffset, getFullSpan } from '../yaml/set-text.ts';

/**
 * The span of an item or a setting with its comments. It starts at the comments directly above, if they are in the
 * same column, and ends before the line break of the last line.
 */
export interface Chunk extends Span {
  /** The offset of the dash or key. */
  start: number;
}

/**
 * Splits a list or group into its items or settings. Returns `undefined` if the list or group uses rare syntax, such as
 * `?` before keys.
 */
export function splitChunks(text: string, group: YAMLMap | YAMLSeq): Chunk[] | undefined {
  const starts = group.flow
    ? findFlowStarts(group)
    : isMap(group)
      ? findKeyStarts(text, group)
      : findDashStarts(text, group);
  if (!starts) return undefined;
  const chunks: Chunk[] = [];
  for (const [index, start] of starts.entries()) {
    const end = findContentEnd(text, group.items[index]);
    if (group.flow) chunks.push({ from: start, to: end, start });
    else {
      const rest = /^[ \t]*#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '';
      chunks.push({
        from: includeComments(text, start, chunks.at(-1)?.to ?? 0),
        to: end + rest.length,
        start,
      });
    }
  }
  return chunks;
}

const findFlowStarts = ({ items }: YAMLMap | YAMLSeq) =>
  items.map((item) => getSpan(isNode(item) ? item : (item as Pair).key).from);

const isNode = (item: unknown): item is Node => isMap(item) || isSeq(item) || isScalar(item);

function findKeyStarts(text: string, { items }: YAMLMap): number[] | undefined {
  const starts = items.map(({ key }) => getSpan(key).from);
  const hasExplicitKey = (start: number) =>
    /(?:^|[\n -])\?[ \t\r\n]*$/.test(text.slice(Math.max(0, start - 100), start));
  return starts.some(hasExplicitKey) ? undefined : starts;
}

/** Returns the offset of each item's dash in a list, or `undefined` if the dashes are not all in one column. */
function findDashStarts(text: string, list: YAMLSeq): number[] | undefined {
  const first = list.range?.[0] ?? 0;
  const column = getColumn(text, first);
  const starts: number[] = [];
  for (const [index] of list.items.entries()) {
    if (index === 0) starts.push(first);
    else {
      const previousEnd = findContentEnd(text, list.items[index - 1]);
      const dash = new RegExp(`\\n {${column}}-(?=[ \\t\\r\\n]|$)`, 'g');
      dash.lastIndex = previousEnd;
      const match = dash.exec(text);
      if (!match) return undefined;
      starts.push(match.index + 1 + column);
    }
  }
  return starts.every((start) => text[start] === '-') ? starts : undefined;
}

/**
 * Returns the offset at which the last value in a node ends. The range of the node itself can also include comments and
 * spaces after the value.
 */
export function findContentEnd(text: string, item: unknown): number {
  if (isScalar(item)) {
    const { from, to } = getSpan(item);
    return from === to ? findEmptyValueOffset(text, item) : getFullSpan(text, item).to;
  }
  if (isMap(item) || isSeq(item)) {
    const last = item.items.at(-1);
    return item.flow &&
      text[getSpan(item).to - 1] !== undefined &&
      /[\]}]/.test(text[getSpan(item).to - 1] ?? '')
      ? getSpan(item).to
      : findContentEnd(text, last);
  }
  const { key, value } = item as Pair; // the only kind of node left is a pair
  return value === null || value === undefined ? getSpan(key).to : findContentEnd(text, value);
}

/**
 * Returns the start offset of an item with the comment lines directly above it, but without comments at the start of
 * the file.
 */
function includeComments(text: string, start: number, previousEnd: number): number {
  const column = getColumn(text, start);
  const line = findLineStart(text, start);
  if (text.slice(line, start).replace('\uFEFF', '').trim() !== '') return start;
  const headEnd = /^\uFEFF?(?:[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(text)?.[0].length ?? 0;
  let from = start;
  for (let commentEnd = line; commentEnd > Math.max(headEnd, previousEnd);) {
    const lineStart = findLineStart(text, commentEnd - 1);
    if (
      lineStart < headEnd ||
      lineStart <= previousEnd ||
      !new RegExp(`^ {${column}}#`).test(text.slice(lineStart, commentEnd))
    )
      break;
    from = lineStart + column;
    commentEnd = lineStart;
  }
  return from;
}

/** Returns the offset at which the line that contains `offset` starts. */
export const findLineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** Returns the offset at which the next line starts, or the end of the text. */
export function findNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
