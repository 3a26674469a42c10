import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Span } from '../diagnostics/edits.ts';
import { spanOf } from '../yaml/keys.ts';
import { columnOf, emptyAt, fullSpan } from '../yaml/set-text.ts';

/**
 * An entry of a list, or a setting of a group, with its comments: from the first comment line right above it, in the
 * same column, to the end of its last line. The line end is not part of it.
 */
export interface Chunk extends Span {
  /** Where its dash or its key is. */
  start: number;
}

/** The entries or settings of a group. Undefined if they are written in a way that no editor writes. */
export function chunksOf(text: string, group: YAMLMap | YAMLSeq): Chunk[] | undefined {
  const starts = group.flow
    ? flowStarts(group)
    : isMap(group)
      ? keyStarts(text, group)
      : dashStarts(text, group);
  if (!starts) return undefined;
  const chunks: Chunk[] = [];
  for (const [at, start] of starts.entries()) {
    const end = endOf(text, group.items[at]);
    if (group.flow) chunks.push({ from: start, to: end, start });
    else {
      const rest = /^[ \t]*#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '';
      chunks.push({
        from: withComments(text, start, chunks.at(-1)?.to ?? 0),
        to: end + rest.length,
        start,
      });
    }
  }
  return chunks;
}

const flowStarts = ({ items }: YAMLMap | YAMLSeq) =>
  items.map((item) => spanOf(isNode(item) ? item : (item as Pair).key).from);

const isNode = (item: unknown): item is Node => isMap(item) || isSeq(item) || isScalar(item);

function keyStarts(text: string, { items }: YAMLMap): number[] | undefined {
  const starts = items.map(({ key }) => spanOf(key).from);
  const isOdd = (start: number) =>
    /(?:^|[\n -])\?[ \t\r\n]*$/.test(text.slice(Math.max(0, start - 100), start));
  return starts.some(isOdd) ? undefined : starts;
}

/** The dashes of a list. All have the column of the first. */
function dashStarts(text: string, list: YAMLSeq): number[] | undefined {
  const first = list.range?.[0] ?? 0;
  const column = columnOf(text, first);
  const starts: number[] = [];
  for (const [at] of list.items.entries()) {
    if (at === 0) starts.push(first);
    else {
      const before = endOf(text, list.items[at - 1]);
      const dash = new RegExp(`\\n {${column}}-(?=[ \\t\\r\\n]|$)`, 'g');
      dash.lastIndex = before;
      const found = dash.exec(text);
      if (!found) return undefined;
      starts.push(found.index + 1 + column);
    }
  }
  return starts.every((start) => text[start] === '-') ? starts : undefined;
}

/** The end of the last text inside. The range of a group runs on over what follows it. */
export function endOf(text: string, item: unknown): number {
  if (isScalar(item)) {
    const { from, to } = spanOf(item);
    return from === to ? emptyAt(text, item) : fullSpan(text, item).to;
  }
  if (isMap(item) || isSeq(item)) {
    const last = item.items.at(-1);
    return item.flow &&
      text[spanOf(item).to - 1] !== undefined &&
      /[\]}]/.test(text[spanOf(item).to - 1] ?? '')
      ? spanOf(item).to
      : endOf(text, last);
  }
  const { key, value } = item as Pair; // nothing else is in a group
  return value === null || value === undefined ? spanOf(key).to : endOf(text, value);
}

/** Where the comment lines right above an entry begin. The first comments of a file belong to no entry. */
function withComments(text: string, start: number, before: number): number {
  const column = columnOf(text, start);
  const line = lineStart(text, start);
  if (text.slice(line, start).replace('\uFEFF', '').trim() !== '') return start;
  const head = /^\uFEFF?(?:[ \t]*(?:#[^\n]*)?\r?\n)*/.exec(text)?.[0].length ?? 0;
  let from = start;
  for (let above = line; above > Math.max(head, before);) {
    const next = lineStart(text, above - 1);
    if (next < head || next <= before || !new RegExp(`^ {${column}}#`).test(text.slice(next, above))) break;
    from = next + column;
    above = next;
  }
  return from;
}

/** The start of the line of an offset. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** Where the next line begins, or the text ends. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
