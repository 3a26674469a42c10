import type { SiteGraph } from '../check/site-graph.ts';
import type { SourceFile } from '../fields/source-file.ts';
import { indexLines, positionAt, removeByteOrderMark } from '../diagnostics/positions.ts';
import type { MoveTarget } from './target.ts';

/** The position of a line in a file. */
export interface LinePosition {
  file: string;
  line: number;
}

/**
 * Returns the lines that still contain an old address, such as comments and lines that could not be parsed. A move does
 * not change these lines, but tells the author about them.
 */
export function findRemainingLines(
  files: readonly SourceFile[],
  { from, pages, files: movedFiles, block }: MoveTarget,
  { url }: SiteGraph,
): LinePosition[] {
  const oldAddresses = block
    ? [from]
    : [...pages.keys()].map(({ facts }) => facts.route).concat([...movedFiles.keys()]);
  return files.flatMap(({ file, text }) => {
    const lines = indexLines(removeByteOrderMark(text));
    const lineNumbers = new Set<number>();
    for (const address of oldAddresses)
      for (const offset of findOccurrences(address, lines.text))
        if (isWholeAddress(lines.text, offset, address, url)) lineNumbers.add(positionAt(lines, offset).line);
    return [...lineNumbers].toSorted((a, b) => a - b).map((line) => ({ file, line }));
  });
}

function* findOccurrences(address: string, text: string): Iterable<number> {
  for (let offset = text.indexOf(address); offset !== -1; offset = text.indexOf(address, offset + 1))
    yield offset;
}

/** Returns whether the address at an offset is a whole address, and not part of a longer address or of a word. */
function isWholeAddress(text: string, offset: number, address: string, url: string | undefined): boolean {
  const [before, after] = [text.slice(0, offset), text.slice(offset + address.length)];
  const isStart = !/[\p{L}\p{N}_./-]$/u.test(before.slice(-2)) || (url !== undefined && before.endsWith(url));
  return isStart && !/^(?:[\p{L}\p{N}_-]|\/[\p{L}\p{N}_]|\.[\p{L}\p{N}])/u.test(after);
}
