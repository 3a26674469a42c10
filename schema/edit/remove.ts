import { isMap, type YAMLMap, type YAMLSeq } from 'yaml';
import type { TextEdit } from '../diagnostics/edits.ts';
import { type Chunk, findLineStart, findNextLine } from './chunks.ts';

/**
 * Returns alternatives for removing an item or a setting with its comments, the best first. Each alternative is a list
 * of edits.
 */
export function listCandidateRemovals(
  text: string,
  group: YAMLMap | YAMLSeq,
  chunks: readonly Chunk[],
  index: number,
  colon: number | undefined,
): TextEdit[][] {
  const chunk = chunks[index];
  if (!chunk) return [];
  if (group.flow) return [removeFromFlow(text, chunks, index)];
  const emptyCollection = isMap(group) ? '{}' : '[]';
  const isInline =
    text.slice(findLineStart(text, chunk.start), chunk.start).replace('\uFEFF', '').trim() !== '';
  if (chunks.length === 1)
    return colon === undefined || isInline
      ? [[{ from: chunk.from, to: chunk.to, newText: emptyCollection }]]
      : [[{ from: colon, to: colon, newText: ` ${emptyCollection}` }, removeLines(text, chunk, false)]];
  // If the removed setting is on the line of the dash, the next setting moves up to this line.
  if (isInline) {
    const spaceLength = /^\s*/.exec(text.slice(chunk.to))?.[0].length ?? 0;
    return [[{ from: chunk.start, to: chunk.to + spaceLength, newText: '' }]];
  }
  const isFirst = index === 0;
  return [[removeLines(text, chunk, true, isFirst)], [removeLines(text, chunk, false)]];
}

/**
 * Returns the edit that removes the lines of a chunk. With `removesBlankLines`, it also removes the empty lines above
 * or below.
 */
function removeLines(
  text: string,
  { from, to }: Chunk,
  removesBlankLines: boolean,
  isFirst = false,
): TextEdit {
  const start = findLineStart(text, from);
  const end = findNextLine(text, to);
  const blankLengthAbove = /(?:^|\n)((?:[ \t]*\r?\n)*)$/.exec(text.slice(0, start))?.[1]?.length ?? 0;
  const blankLengthBelow = /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0;
  const isLast = end + blankLengthBelow === text.length;
  // If the file has no line end after its last line, it has none after the removal either.
  const isMissingLineEnd = end === text.length && !text.endsWith('\n');
  const before = removesBlankLines && isLast ? blankLengthAbove : 0;
  const lead = isMissingLineEnd ? (/\r?\n$/.exec(text.slice(0, start - before))?.[0].length ?? 0) : 0;
  const after = removesBlankLines && (blankLengthAbove > 0 || isFirst) && !isLast ? blankLengthBelow : 0;
  return { from: start - before - lead, to: end + after, newText: '' };
}

/** Returns the edits that remove an item in brackets, and the comma before or after it. */
function removeFromFlow(text: string, chunks: readonly Chunk[], index: number): TextEdit[] {
  const [before, chunk, after] = [chunks[index - 1], chunks[index], chunks[index + 1]];
  if (!chunk) return [];
  if (after) {
    const between = text.slice(chunk.to, after.from);
    const comma = between.indexOf(',') + 1;
    return [{ from: chunk.from, to: between.includes('#') ? chunk.to + comma : after.from, newText: '' }];
  }
  const trailing = /^\s*,/.exec(text.slice(chunk.to))?.[0].length ?? 0;
  const between = before ? text.slice(before.to, chunk.from) : '';
  if (before && !between.includes('#')) return [{ from: before.to, to: chunk.to, newText: '' }];
  const itemEdit = { from: chunk.from, to: chunk.to + trailing, newText: '' };
  if (!before || trailing > 0) return [itemEdit];
  const comma = before.to + between.indexOf(',');
  return [{ from: comma, to: comma + 1, newText: '' }, itemEdit];
}
