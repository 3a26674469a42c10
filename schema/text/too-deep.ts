import type { Root, RootContent } from 'mdast';
import type { TextFault } from './tree.ts';

/** Texts need a list in a list in a quotation. Some thousand levels would fill the stack. */
const mostLevels = 40;

// To read so many takes minutes, and nobody means each of them. Code may hold some hundred.
const tooMany = [
  /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){200}/gm,
  /(?:!?\[){1000}|(?<=[^\s*])\*{1000}|\*{1000}(?=[^\s*])/g,
];
// What a paragraph holds of these is gone through again for each of them.
const mostInParagraph = 8000;
/** A line across the text. */
const onlyMarks = /^[-*\s]+$/;

/** Marks that a text repeats so often that it is not read at all. */
export function tooManyMarks(text: string): TextFault | undefined {
  if (text.length < 200) return undefined;
  for (const { index, 0: marks } of tooMany.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)[0] ?? '';
    if (!onlyMarks.test(line)) return fault(index + marks.search(/\S/), line.trim().length);
  }
  return text.length < 2 * mostInParagraph ? undefined : fullParagraph(text);
}

/** The first of too many stars and the like in one paragraph. */
function fullParagraph(text: string): TextFault | undefined {
  let first: number | undefined;
  let count = 0;
  for (const { index, 0: found } of text.matchAll(/[*_]+|\n[ \t]*\n/g)) {
    if (found.startsWith('\n')) [first, count] = [undefined, 0];
    else if (++count > mostInParagraph) return fault(first ?? index, found.length);
    else first ??= index;
  }
  return undefined;
}

/** A part of a text that stands inside too many others. */
export function tooDeepIn(root: Root): TextFault | undefined {
  const waiting: { node: Root | RootContent; level: number }[] = [{ node: root, level: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next;
    if (level > mostLevels) return fault(node.position?.start.offset ?? 0, 1);
    if ('children' in node) for (const one of node.children) waiting.push({ node: one, level: level + 1 });
  }
  return undefined;
}

const fault = (start: number, length: number): TextFault => ({
  rule: 'too-deep',
  message: 'marks stand inside each other too deeply in this text',
  label: 'no text needs so many of these marks',
  advice: 'delete those that were repeated by accident',
  start,
  length: Math.min(length, 40),
});
