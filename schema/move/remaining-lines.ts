import type { SiteGraph } from '../check/site-graph.ts';
import type { SourceFile } from '../fields/source-file.ts';
import { linesOf, positionAt, withoutByteOrderMark } from '../diagnostics/positions.ts';
import type { MoveTarget } from './target.ts';

/** The position of a line. */
export interface LinePlace {
  file: string;
  line: number;
}

/**
 * Finds the lines that still contain an old address: texts, comments, and lines that could not be read. They are
 * shown to the author, and never changed.
 */
export function remainingLines(
  files: readonly SourceFile[],
  { from, pages, files: moved, block }: MoveTarget,
  { url }: SiteGraph,
): LinePlace[] {
  const old = block ? [from] : [...pages.keys()].map(({ facts }) => facts.route).concat([...moved.keys()]);
  return files.flatMap(({ file, text }) => {
    const lines = linesOf(withoutByteOrderMark(text));
    const found = new Set<number>();
    for (const address of old)
      for (const at of placesOf(address, lines.text))
        if (isWhole(lines.text, at, address, url)) found.add(positionAt(lines, at).line);
    return [...found].toSorted((a, b) => a - b).map((line) => ({ file, line }));
  });
}

function* placesOf(address: string, text: string): Iterable<number> {
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) yield at;
}

/** Whether an address at an offset is not part of a longer address or a word. */
function isWhole(text: string, at: number, address: string, url: string | undefined): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at + address.length)];
  const isStart = !/[\p{L}\p{N}_./-]$/u.test(before.slice(-2)) || (url !== undefined && before.endsWith(url));
  return isStart && !/^(?:[\p{L}\p{N}_-]|\/[\p{L}\p{N}_]|\.[\p{L}\p{N}])/u.test(after);
}
