import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { applyEdits, sharedEnds, type Span, type TextEdit } from '../diagnostics/edits.ts';
import type { Path } from '../base/data.ts';
import { spanOf } from './keys.ts';
import type { YamlTree } from './parse.ts';
import { findAt, type NewPart, spanInSource } from './spans.ts';
import { canHold, escapedIn, type TextStyle, type WrittenText, waysToWrite } from './write-text.ts';

type Source = Pick<YamlTree, 'text' | 'contents'>;

/**
 * Returns the edits that set a text, in its current style if possible. The rest of the file stays the same, byte for
 * byte. Undefined if this is not possible, or if the value at the path is not a text.
 */
export function setText(source: Source, path: Path, newText: string): TextEdit[] | undefined {
  const place = textSlotAt(source, path);
  if (!place) return undefined;
  const { node, from, to, lead, inFlow } = place;
  const before = String(node.value);
  if (before === newText && lead === '') return [];
  const isOneLine = !source.text.slice(from, to).includes('\n');
  const isAsMeant = expectation(source, node, newText);
  if (!isOneLine) {
    const words = changedWords(source.text, node, before, newText);
    if (words && isAsMeant(words)) return words;
  }
  for (const written of waysToWrite(newText, styleOf(node), place)) {
    const edits = [{ from, to, newText: lead + written }];
    if (isOneLine && !written.includes('\n') ? isWrittenLine(written, inFlow, newText) : isAsMeant(edits))
      return isOneLine ? edits : edits.map((edit) => smallest(source.text, edit));
  }
  return undefined;
}

/** Returns the edits that replace parts of one text. Parts must not overlap. */
export function setParts(source: Source, path: Path, parts: readonly NewPart[]): TextEdit[] | undefined {
  const { node, whole } = findAt(source, path);
  if (!whole || !isScalar(node)) return undefined;
  const newText = withParts(String(node.value), parts);
  const edits = parts.map((part) => ({
    ...spanInSource(source.text, node, part.within.start, part.within.length),
    newText: escapedIn(node.type, part.newText),
  }));
  const isExact = parts.every((part) => !part.newText.includes('\n') && part.within.length > 0);
  if (isExact && (isLineWith(source, path, newText, edits) ?? expectation(source, node, newText)(edits)))
    return edits;
  // A text that gets several lines moves below `|`, and ends with a line end that visitors do not see.
  const isNew = newText.includes('\n') && !String(node.value).includes('\n');
  const getsLines = isNew && node.type !== 'QUOTE_DOUBLE' && textSlotAt(source, path)?.canBeBlock;
  return setText(source, path, getsLines ? `${newText.trim()}\n` : newText);
}

/**
 * Whether edits of a text on one line result in the new text. Undefined for other texts. Parsing the whole file for
 * each of many texts would be slow.
 */
function isLineWith(
  source: Source,
  path: Path,
  newText: string,
  edits: readonly TextEdit[],
): boolean | undefined {
  const place = textSlotAt(source, path);
  const written = place && source.text.slice(place.from, place.to);
  if (!place || written === undefined || written === '' || written.includes('\n')) return undefined;
  const { from, to } = place;
  if (edits.some((edit) => edit.from < from || edit.to > to)) return undefined;
  const own = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
  return isWrittenLine(applyEdits(written, own), place.inFlow, newText);
}

/** Replaces parts of a text. */
export function withParts(text: string, parts: readonly NewPart[]): string {
  return parts
    .toSorted((a, b) => b.within.start - a.within.start)
    .reduce(
      (now, { within: { start, length }, newText }) =>
        now.slice(0, start) + newText + now.slice(start + length),
      text,
    );
}

const styleOf = ({ type }: Scalar) => (type ?? 'PLAIN') as TextStyle; // scalars of a parsed file have one of these types

/** The position of a text in the source, and how it is written there. */
interface TextSlot extends WrittenText, Span {
  node: Scalar;
  /** The characters to add before a text that replaces an empty value. */
  lead: string;
}

function textSlotAt(source: Source, path: Path): TextSlot | undefined {
  const { text } = source;
  const { node, pair, whole } = findAt(source, path);
  if (!whole || !isScalar(node) || node.anchor !== undefined || node.tag !== undefined) return undefined;
  const owner = path.length === 0 ? undefined : findAt(source, path.slice(0, -1)).node;
  const inFlow = isInFlow(source, path.slice(0, -1));
  const isEmpty = spanOf(node).from === spanOf(node).to;
  const { from, to } = isEmpty
    ? { from: emptyAt(text, node), to: emptyAt(text, node) }
    : fullSpan(text, node);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const start = pair ? spanOf(pair.key).from : isSeq(owner) ? (owner.range?.[0] ?? lineStart) : lineStart;
  const column = columnOf(text, start);
  const [header = ''] = /^[^\r\n]*/.exec(text.slice(from)) ?? [];
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const body = isBlock ? blockScalarLayout(text.slice(from, to), String(node.value)) : undefined;
  return {
    node,
    from,
    to,
    lead: isEmpty ? ' ' : '',
    inFlow,
    canBeBlock: !inFlow && path.length > 0 && /^[ \t]*(?:\r?\n|$)/.test(text.slice(to)),
    column,
    indent: body?.indent ?? column + 2,
    width: body?.width ?? 100,
    header: isBlock ? header : '',
    lineEnd: lineEndOf(text),
  };
}

/** Returns the line end of a file. */
export const lineEndOf = (text: string): string =>
  text.charAt(text.indexOf('\n') - 1) === '\r' ? '\r\n' : '\n';

/** Returns the column of an offset, from 0. A byte order mark does not count. */
export function columnOf(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - start - (text.slice(start, offset).startsWith('\uFEFF') ? 1 : 0);
}

/** Whether the collection at a path, or any collection that contains it, is in brackets. */
export const isInFlow = (source: Source, path: Path): boolean =>
  [...path.keys(), path.length].some((length) => {
    const { node } = findAt(source, path.slice(0, length));
    return (isMap(node) || isSeq(node)) && node.flow === true;
  });

/** Returns the offset of an empty value: right after its colon or dash, before any comment. */
export const emptyAt = (text: string, node: Node): number =>
  text.slice(0, spanOf(node).from).trimEnd().length;

/** Returns the span of a text with its quotation marks or `|`, but without trailing line ends that have no meaning. */
export function fullSpan(text: string, node: Node): Span {
  const { from, to } = spanOf(node);
  const written = text.slice(from, to);
  const isBlock = /^[|>]/.test(written);
  const isKept = isBlock && /^[|>]\d?\+/.test(written);
  const ends = !isBlock ? '' : isKept ? /\r?\n?$/ : /(?:\r?\n[ \t]*)*$/;
  return { from, to: from + written.replace(ends, '').length };
}

function blockScalarLayout(written: string, value: string) {
  const lines = written.split(/\r?\n/).slice(1);
  const full = lines.filter((line) => line.trim() !== '');
  const blanks = (line: string | undefined) => /^ */.exec(line ?? '')?.[0].length ?? 0;
  if (full.length === 0) return undefined;
  const indent = blanks(full[0]) - blanks(value.split('\n').find((line) => line.trim() !== ''));
  return { indent, width: Math.max(40, ...full.map((line) => line.length - indent)) };
}

/** Removes the parts of an edit that equal the source at both ends. */
function smallest(text: string, { from, to, newText }: TextEdit): TextEdit {
  const [start, end] = sharedEnds(text.slice(from, to), newText);
  return { from: from + start, to: to - end, newText: newText.slice(start, newText.length - end) };
}

/** Replaces only the words that change, so that lines stay folded as they are. */
function changedWords(text: string, node: Scalar, before: string, after: string): TextEdit[] | undefined {
  const { from, to, newText } = smallest(before, { from: 0, to: before.length, newText: after });
  let start = from;
  let end = to;
  // Extend the edit to whole words, and by another word if it would be empty or end with a space.
  while (start > 0 && /\S/.test(before[start - 1] ?? '')) start--;
  while (end < before.length && /\S/.test(before[end] ?? '')) end++;
  const isEdge = () => {
    const part = before.slice(start, from) + newText + before.slice(to, end);
    return before.slice(start, end).trim() === '' || part.trim() !== part || part === '';
  };
  while (start > 0 && isEdge()) {
    start--;
    while (
      start > 0 &&
      /\s\S|\S\S/.test(before.slice(start - 1, start + 1)) &&
      /\S/.test(before[start - 1] ?? '')
    )
      start--;
  }
  const part = before.slice(start, from) + newText + before.slice(to, end);
  const isOnLine = !before.slice(start, end).includes('\n') && canHold(node.type, part);
  if (part.includes('\n') || !isOnLine || isEdge()) return undefined;
  const span = spanInSource(text, node, start, end - start);
  return [{ ...span, newText: escapedIn(node.type, part) }];
}

/** Returns a function that checks whether edits change the text of a node and nothing else. */
function expectation({ text, contents }: Source, node: Scalar, newText: string) {
  const expected = shapeOf(contents, node, newText);
  return (edits: readonly TextEdit[]): boolean => {
    const after = parseNodes(applyEdits(text, edits));
    return after !== undefined && shapeOf(after) === expected;
  };
}

/** Whether a text as written on one line has the expected value. Parsing the whole file would be slow. */
function isWrittenLine(written: string, inFlow: boolean, value: string): boolean {
  const contents = parseNodes(inFlow ? `[${written}]` : `- ${written}`);
  const [item] = isSeq(contents) ? contents.items : [];
  const isText = isScalar(item) && item.anchor === undefined && item.tag === undefined;
  return isText && item.value === value && isSeq(contents) && contents.items.length === 1;
}

/** Parses YAML with the options of `parseTree`. Undefined if it has errors. */
export function parseNodes(text: string): Node | null | undefined {
  const yaml = parseDocument(text, {
    schema: 'failsafe',
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  return yaml.errors.length > 0 ? undefined : (yaml.contents as Node | null); // parsed documents contain nodes
}

/** Serialises the content of a file, with one text replaced. Includes both values of a duplicate key. */
function shapeOf(contents: Node | null, replaced?: Scalar, newText?: string): string {
  const shape = (node: unknown): unknown => {
    if (node === replaced && node !== undefined) return newText;
    if (isPair(node)) return [shape(node.key), shape(node.value)];
    if (isMap(node)) return { map: node.items.map(shape) };
    if (isSeq(node)) return node.items.map(shape);
    if (!isScalar(node)) return String(node);
    const { anchor, tag } = node;
    return anchor === undefined && tag === undefined ? String(node.value) : [anchor, tag, node.value];
  };
  return JSON.stringify(shape(contents));
}
