import type { Root, RootContent } from 'mdast';
import { truncate } from '../diagnostics/wording.ts';
import { decodeEntities } from './entities.ts';
import { isBlockElement, markdownOf, visibleWords } from './html-markdown.ts';
import { hiddenParts, type HtmlNode, readElement, touchingElements } from './html-tree.ts';
import { htmlProblem } from './problems.ts';
import type { TextProblem } from './tree.ts';

/** How a text is read. */
interface Reading {
  parse(text: string): Root;
  /** The words that visitors read. */
  wordsOf(text: string): string;
  isShort: boolean;
}

/** Where HTML stands. */
interface Place {
  from: number;
  to: number;
  /** Whether it stands among blocks, and not in a paragraph. */
  isBlock: boolean;
  /** In a list or a quotation, or in a line of its own kind: a heading, a cell. */
  inside?: 'group' | 'line';
}

/** Markdown for a part of a text. */
interface Mended {
  from: number;
  to: number;
  newText: string;
  /** Whether it stands in a paragraph, so that what is around it may change its meaning. */
  isInline?: true;
}

/** Adds Markdown for pasted HTML to its problems, where it is certain to show the same words. */
export function withMarkdownForHtml(
  text: string,
  faults: readonly TextProblem[],
  reading: Reading,
): readonly TextProblem[] {
  const isHtml = ({ rule }: TextProblem) => rule === 'raw-html';
  if (!faults.some(isHtml)) return faults;
  const places = placesOf(reading.parse(text));
  // What was hidden on its page is not published here, and what was apart is not joined.
  const left = [...hiddenParts(text), ...touchingElements(text)];
  const found: Mended[] = [];
  for (const place of places) {
    if (place.from < (found.at(-1)?.to ?? 0)) continue;
    const one = place.isBlock
      ? blocksFor(text, places, place, reading)
      : inlineFor(text, place, reading.isShort);
    if (one && !left.some(({ from, to }) => from < one.to && one.from < to)) found.push(one);
  }
  const inParagraphs = new Set(
    showingTheSame(
      text,
      found.filter(({ isInline }) => isInline),
      reading,
    ),
  );
  const mended = found.filter((one) => !one.isInline || inParagraphs.has(one));
  const isMended = (fault: TextProblem) =>
    isHtml(fault) && mended.some(({ from, to }) => from <= fault.start && fault.start < to);
  const others = faults.filter((one) => !isMended(one)).toSorted((a, b) => a.start - b.start);
  const problems = inRuns(text, mended, others).map(({ from, to, newText }): TextProblem => {
    const shown = newText.includes('\n') ? 'write it as Markdown' : `write \`${truncate(newText.trim())}\``;
    return {
      rule: 'raw-html',
      ...htmlProblem(text.slice(from, to), reading.isShort),
      start: from,
      length: to - from,
      fix: { title: newText.trim() === '' ? 'delete it' : shown, safety: 'suggested', newText },
    };
  });
  return [
    ...withoutInner(text, others.filter(isHtml)),
    ...others.filter((one) => !isHtml(one)),
    ...problems,
  ].toSorted((a, b) => a.start - b.start);
}

/** More than these in a text are reported as one, and mended as one. */
const many = 20;

/** The parts of a text with many of them, joined where no other problem stands between. */
function inRuns(text: string, mended: readonly Mended[], others: readonly TextProblem[]): readonly Mended[] {
  if (mended.length <= many) return mended;
  const runs: Mended[][] = [];
  let at = 0;
  for (const one of mended) {
    const before = at;
    while (at < others.length && (others[at]?.start ?? 0) < one.from) at++;
    const run = runs.at(-1);
    if (run && at === before) run.push(one);
    else runs.push([one]);
  }
  return runs.map((run) => {
    const [from, to] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0];
    const moved = run.map((one) => ({ ...one, from: one.from - from, to: one.to - from }));
    return { from, to, newText: withParts(text.slice(from, to), moved) };
  });
}

/** Leaves out the tags inside an element that is reported already. */
function withoutInner(text: string, faults: readonly TextProblem[]): TextProblem[] {
  let end = 0;
  return faults.filter(({ start }) => {
    if (start < end) return false;
    end = readElement(text, start)?.end ?? end;
    return true;
  });
}

function placesOf(root: Root): Place[] {
  const found: Place[] = [];
  const walk = (node: Root | RootContent, inside: Place['inside'], isBlock: boolean): void => {
    if (node.type === 'html') {
      const [from = 0, to = 0] = [node.position?.start.offset, node.position?.end.offset];
      found.push({ from, to, isBlock, ...(inside && { inside }) });
    } else if ('children' in node) {
      const isLine = node.type === 'heading' || node.type === 'tableCell';
      const isGroup =
        node.type === 'listItem' || node.type === 'blockquote' || node.type === 'footnoteDefinition';
      const holdsBlocks = node.type === 'root' || node.type === 'list' || isGroup;
      for (const child of node.children)
        walk(child, isLine ? 'line' : (inside ?? (isGroup ? 'group' : undefined)), holdsBlocks);
    }
  };
  walk(root, undefined, true);
  return found;
}

const withBlanks = (words: string) => words.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const visible = (words: string) => withBlanks(words).replaceAll(' ', '');

/** Markdown for elements that stand among blocks, with all that follow. */
function blocksFor(
  text: string,
  places: readonly Place[],
  place: Place,
  reading: Reading,
): Mended | undefined {
  if (place.inside) return undefined;
  const nodes: HtmlNode[] = [];
  const { from } = place;
  let limit = place.to;
  let at = from;
  while (at < limit) {
    const comment = /^<!--[^]*?-->/.exec(text.slice(at, limit));
    const element = text[at] === '<' ? readElement(text, at) : undefined;
    if (!element && !comment && text[at] === '<') return undefined;
    const next = text.indexOf('<', at + 1);
    const end =
      element?.end ?? (comment ? at + comment[0].length : next === -1 || next > limit ? limit : next);
    if (element) nodes.push(element.element);
    else if (!comment) nodes.push(text.slice(at, end));
    at = end;
    const behind = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    const following = places.find((one) => one.from === behind && one.isBlock && !one.inside);
    if (at >= limit && following) [at, limit] = [behind, following.to];
  }
  const isWhole = /^[ \t]*(?:\n|$)/.test(text.slice(at));
  if (!isWhole || nodes.some(isUncertain) || nodes.every((node) => typeof node === 'string'))
    return undefined;
  const markdown = markdownOf(nodes, { isEscaped: false, isShort: reading.isShort, decode: decodeEntities });
  if (markdown === undefined) return undefined;
  if (visible(reading.wordsOf(markdown)) !== visible(visibleWords(nodes, decodeEntities))) return undefined;
  const [before, after] = [text.slice(0, from), text.slice(at)];
  const isApart = reading.isShort || before.trim() === '' || /\n[ \t]*\n[ \t]*$/.test(before);
  const isApartBelow = reading.isShort || after.trim() === '' || /^[ \t]*\n[ \t]*\n/.test(after);
  return { from, to: at, newText: `${isApart ? '' : '\n'}${markdown}${isApartBelow ? '' : '\n'}` };
}

/** Whether words have empty lines and marks, which only Markdown gives a meaning. */
const isUncertain = (node: HtmlNode): boolean =>
  typeof node === 'string'
    ? /\n[ \t]*\n/.test(node) && /[*_`[\]#>]/.test(node)
    : node.children.some(isUncertain);

/** Markdown for an element in a paragraph. */
function inlineFor(text: string, place: Place, isShort: boolean): Mended | undefined {
  const found = lineBreaksAt(text, place, isShort) ?? elementAt(text, place, isShort);
  if (!found || (place.inside === 'line' && found.newText.includes('\n'))) return undefined;
  return { ...found, isInline: true };
}

/** Those of some parts with which the text shows the same words. All at once, as each takes a reading of the text. */
function showingTheSame(text: string, found: readonly Mended[], { wordsOf }: Reading): readonly Mended[] {
  const before = wordsOf(text);
  const isBreak = ({ from }: Mended) => /^<br/i.test(text.slice(from, from + 3));
  const among = (parts: readonly Mended[], words: (read: string) => string): readonly Mended[] => {
    if (parts.length === 0 || words(wordsOf(withParts(text, parts))) === words(before)) return parts;
    if (parts.length === 1) return [];
    const half = Math.ceil(parts.length / 2);
    return [...among(parts.slice(0, half), words), ...among(parts.slice(half), words)];
  };
  // A line break stands for a blank, or beside one.
  return [
    ...among(found.filter(isBreak), visible),
    ...among(
      found.filter((one) => !isBreak(one)),
      withBlanks,
    ),
  ];
}

function withParts(text: string, parts: readonly Mended[]): string {
  let done = 0;
  const written = parts.map(({ from, to, newText }) => {
    const before = text.slice(done, from);
    done = to;
    return before + newText;
  });
  return written.join('') + text.slice(done);
}

function elementAt(text: string, { from }: Place, isShort: boolean): Mended | undefined {
  const read = readElement(text, from);
  if (!read || isBlockElement(read.element) || read.element.name === 'img') return undefined;
  const newText = markdownOf([read.element], { isEscaped: true, isShort, decode: decodeEntities });
  return newText === undefined || newText === '' ? undefined : { from, to: read.end, newText };
}

const breaks = /<br\s*\/?>(?:\s*<br\s*\/?>)*/iy;

/** One line break is a backslash at the end of a line; two begin a paragraph. */
function lineBreaksAt(text: string, { from, inside }: Place, isShort: boolean): Mended | undefined {
  breaks.lastIndex = from;
  const [written] = breaks.exec(text) ?? [];
  if (written === undefined) return undefined;
  const to = from + written.length;
  const isAtEdge =
    /(?:^|\n[ \t]*\n)[ \t]*$/.test(text.slice(0, from)) || /^\s*?(?:\n[ \t]*\n|\s*$)/.test(text.slice(to));
  if (isAtEdge) return { from, to, newText: '' };
  const isEndOfLine = /^[ \t]*\n/.test(text.slice(to));
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const [marks = ''] =
    /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d+[.)])[ \t]+)*/.exec(text.slice(lineStart, from)) ?? [];
  const newLine = isEndOfLine ? '' : `\n${marks.replaceAll(/[^>\s]/g, ' ')}`;
  if (written.match(/<br/gi)?.length === 1) return { from, to, newText: `\\${newLine}` };
  return inside || isShort ? undefined : { from, to, newText: isEndOfLine ? '\n' : '\n\n' };
}
