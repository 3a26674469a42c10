import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { applyEdits, countSharedEnds, type Span, type TextEdit } from '../diagnostics/edits.ts';
import type { Path } from '../base/data.ts';
import { getSpan } from './keys.ts';
import type { YamlTree } from './parse.ts';
import { findNode, type TextPartEdit, findSourceSpan } from './spans.ts';
import {
  canWriteInStyle,
  escapeForStyle,
  type TextStyle,
  type TextLayout,
  writeInStyles,
} from './write-text.ts';

type Source = Pick<YamlTree, 'text' | 'contents'>;

/**
 * Returns the edits that replace the text at a path, in its current style if possible. All other bytes of the file stay
 * the same. Returns `undefined` if this is not possible, or if the value at the path is not a text.
 */
export function setText(source: Source, path: Path, newText: string): TextEdit[] | undefined {
  const slot = findTextSlot(source, path);
  if (!slot) return undefined;
  const { node, from, to, lead, isFlow } = slot;
  const before = String(node.value);
  if (before === newText && lead === '') return [];
  const isOneLine = !source.text.slice(from, to).includes('\n');
  const hasExpectedResult = createExpectation(source, node, newText);
  if (!isOneLine) {
    const wordEdits = editChangedWords(source.text, node, before, newText);
    if (wordEdits && hasExpectedResult(wordEdits)) return wordEdits;
  }
  for (const rawText of writeInStyles(newText, getTextStyle(node), slot)) {
    const edits = [{ from, to, newText: lead + rawText }];
    if (
      isOneLine && !rawText.includes('\n')
        ? isLineWithValue(rawText, isFlow, newText)
        : hasExpectedResult(edits)
    )
      return isOneLine ? edits : edits.map((edit) => shrinkEdit(source.text, edit));
  }
  return undefined;
}

/** Returns the edits that replace parts of the text at a path. Parts must not overlap. */
export function setParts(source: Source, path: Path, parts: readonly TextPartEdit[]): TextEdit[] | undefined {
  const { node, isComplete } = findNode(source, path);
  if (!isComplete || !isScalar(node)) return undefined;
  const newText = replaceParts(String(node.value), parts);
  const edits = parts.map((part) => ({
    ...findSourceSpan(source.text, node, part.within.start, part.within.length),
    newText: escapeForStyle(node.type, part.newText),
  }));
  const isExact = parts.every((part) => !part.newText.includes('\n') && part.within.length > 0);
  if (
    isExact &&
    (hasExpectedLine(source, path, newText, edits) ?? createExpectation(source, node, newText)(edits))
  )
    return edits;
  // If the edits add a second line to the text, it is moved below `|`. Its last line then has a line end that visitors
  // do not see.
  const isNewlyMultiline = newText.includes('\n') && !String(node.value).includes('\n');
  const needsBlockScalar =
    isNewlyMultiline && node.type !== 'QUOTE_DOUBLE' && findTextSlot(source, path)?.canBeBlock;
  return setText(source, path, needsBlockScalar ? `${newText.trim()}\n` : newText);
}

/**
 * Returns whether edits of a one-line text result in the new text, or `undefined` for a multi-line text. This is faster
 * than parsing the whole file for each text.
 */
function hasExpectedLine(
  source: Source,
  path: Path,
  newText: string,
  edits: readonly TextEdit[],
): boolean | undefined {
  const slot = findTextSlot(source, path);
  const rawText = slot && source.text.slice(slot.from, slot.to);
  if (!slot || rawText === undefined || rawText === '' || rawText.includes('\n')) return undefined;
  const { from, to } = slot;
  if (edits.some((edit) => edit.from < from || edit.to > to)) return undefined;
  const localEdits = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }));
  return isLineWithValue(applyEdits(rawText, localEdits), slot.isFlow, newText);
}

/** Returns a text with some of its parts replaced. The parts must not overlap. */
export function replaceParts(text: string, parts: readonly TextPartEdit[]): string {
  return parts
    .toSorted((a, b) => b.within.start - a.within.start)
    .reduce(
      (result, { within: { start, length }, newText }) =>
        result.slice(0, start) + newText + result.slice(start + length),
      text,
    );
}

const getTextStyle = ({ type }: Scalar) => (type ?? 'PLAIN') as TextStyle; // scalars of a parsed file have one of these types

/** The span and layout of text in a file, for writing new text in its place. */
interface TextSlot extends TextLayout, Span {
  node: Scalar;
  /** The space that must precede the new text if the value is empty, otherwise an empty string. */
  lead: string;
}

function findTextSlot(source: Source, path: Path): TextSlot | undefined {
  const { text } = source;
  const { node, pair, isComplete } = findNode(source, path);
  if (!isComplete || !isScalar(node) || node.anchor !== undefined || node.tag !== undefined) return undefined;
  const parent = path.length === 0 ? undefined : findNode(source, path.slice(0, -1)).node;
  const isFlow = isInFlow(source, path.slice(0, -1));
  const isEmpty = getSpan(node).from === getSpan(node).to;
  const { from, to } = isEmpty
    ? { from: findEmptyValueOffset(text, node), to: findEmptyValueOffset(text, node) }
    : getFullSpan(text, node);
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const start = pair ? getSpan(pair.key).from : isSeq(parent) ? (parent.range?.[0] ?? lineStart) : lineStart;
  const column = getColumn(text, start);
  const [header = ''] = /^[^\r\n]*/.exec(text.slice(from)) ?? [];
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const blockLayout = isBlock ? measureBlockScalar(text.slice(from, to), String(node.value)) : undefined;
  return {
    node,
    from,
    to,
    lead: isEmpty ? ' ' : '',
    isFlow,
    canBeBlock: !isFlow && path.length > 0 && /^[ \t]*(?:\r?\n|$)/.test(text.slice(to)),
    column,
    indent: blockLayout?.indent ?? column + 2,
    width: blockLayout?.width ?? 100,
    header: isBlock ? header : '',
    lineEnd: detectLineEnd(text),
  };
}

/** Returns the line end of a file, as found at the end of its first line. */
export const detectLineEnd = (text: string): string =>
  text.charAt(text.indexOf('\n') - 1) === '\r' ? '\r\n' : '\n';

/** Returns the column of an offset, from 0. A byte order mark does not count. */
export function getColumn(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return offset - start - (text.slice(start, offset).startsWith('\uFEFF') ? 1 : 0);
}

/** Returns whether the list or group at a path, or any list or group around it, is in brackets. */
export const isInFlow = (source: Source, path: Path): boolean =>
  [...path.keys(), path.length].some((length) => {
    const { node } = findNode(source, path.slice(0, length));
    return (isMap(node) || isSeq(node)) && node.flow === true;
  });

/** Returns the offset of an empty value: right after the colon or dash, before any comment. */
export const findEmptyValueOffset = (text: string, node: Node): number =>
  text.slice(0, getSpan(node).from).trimEnd().length;

/**
 * Returns the span of a text, including its quotation marks or `|`, but without the line ends after it that are not
 * part of the text.
 */
export function getFullSpan(text: string, node: Node): Span {
  const { from, to } = getSpan(node);
  const rawText = text.slice(from, to);
  const isBlock = /^[|>]/.test(rawText);
  const hasKeepIndicator = isBlock && /^[|>]\d?\+/.test(rawText);
  const trailingLineEnds = !isBlock ? '' : hasKeepIndicator ? /\r?\n?$/ : /(?:\r?\n[ \t]*)*$/;
  return { from, to: from + rawText.replace(trailingLineEnds, '').length };
}

function measureBlockScalar(rawText: string, value: string) {
  const lines = rawText.split(/\r?\n/).slice(1);
  const nonEmptyLines = lines.filter((line) => line.trim() !== '');
  const countSpaces = (line: string | undefined) => /^ */.exec(line ?? '')?.[0].length ?? 0;
  if (nonEmptyLines.length === 0) return undefined;
  const indent =
    countSpaces(nonEmptyLines[0]) - countSpaces(value.split('\n').find((line) => line.trim() !== ''));
  return { indent, width: Math.max(40, ...nonEmptyLines.map((line) => line.length - indent)) };
}

/** Returns an edit without the code units at its start and end that do not change. */
function shrinkEdit(text: string, { from, to, newText }: TextEdit): TextEdit {
  const [start, end] = countSharedEnds(text.slice(from, to), newText);
  return { from: from + start, to: to - end, newText: newText.slice(start, newText.length - end) };
}

/**
 * Returns the edit that replaces only the words that change, so that the other lines of folded text stay as they are.
 */
function editChangedWords(text: string, node: Scalar, before: string, after: string): TextEdit[] | undefined {
  const { from, to, newText } = shrinkEdit(before, { from: 0, to: before.length, newText: after });
  let start = from;
  let end = to;
  // Extend the edit to whole words. If it would be empty or end with a space, extend it by another word.
  while (start > 0 && /\S/.test(before[start - 1] ?? '')) start--;
  while (end < before.length && /\S/.test(before[end] ?? '')) end++;
  const needsMoreText = () => {
    const part = before.slice(start, from) + newText + before.slice(to, end);
    return before.slice(start, end).trim() === '' || part.trim() !== part || part === '';
  };
  while (start > 0 && needsMoreText()) {
    start--;
    while (
      start > 0 &&
      /\s\S|\S\S/.test(before.slice(start - 1, start + 1)) &&
      /\S/.test(before[start - 1] ?? '')
    )
      start--;
  }
  const part = before.slice(start, from) + newText + before.slice(to, end);
  const isOnOneLine = !before.slice(start, end).includes('\n') && canWriteInStyle(node.type, part);
  if (part.includes('\n') || !isOnOneLine || needsMoreText()) return undefined;
  const span = findSourceSpan(text, node, start, end - start);
  return [{ ...span, newText: escapeForStyle(node.type, part) }];
}

/** Creates a function that checks whether edits only change the text of a node. */
function createExpectation({ text, contents }: Source, node: Scalar, newText: string) {
  const expected = serializeNodes(contents, node, newText);
  return (edits: readonly TextEdit[]): boolean => {
    const after = parseNodes(applyEdits(text, edits));
    return after !== undefined && serializeNodes(after) === expected;
  };
}

/** Returns whether YAML reads text on one line as the expected value. Does not parse the whole file. */
function isLineWithValue(rawText: string, isFlow: boolean, value: string): boolean {
  const contents = parseNodes(isFlow ? `[${rawText}]` : `- ${rawText}`);
  const [item] = isSeq(contents) ? contents.items : [];
  const isText = isScalar(item) && item.anchor === undefined && item.tag === undefined;
  return isText && item.value === value && isSeq(contents) && contents.items.length === 1;
}

/** Parses YAML with the options of `parseTree`. Returns `undefined` if the text has errors. */
export function parseNodes(text: string): Node | null | undefined {
  const yaml = parseDocument(text, {
    schema: 'failsafe',
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  return yaml.errors.length > 0 ? undefined : (yaml.contents as Node | null); // parsed documents contain nodes
}

/** Serializes the content of a file for comparison, optionally with one text replaced. Includes duplicate keys. */
function serializeNodes(contents: Node | null, replacedNode?: Scalar, newText?: string): string {
  const serialize = (node: unknown): unknown => {
    if (node === replacedNode && node !== undefined) return newText;
    if (isPair(node)) return [serialize(node.key), serialize(node.value)];
    if (isMap(node)) return { map: node.items.map(serialize) };
    if (isSeq(node)) return node.items.map(serialize);
    if (!isScalar(node)) return String(node);
    const { anchor, tag } = node;
    return anchor === undefined && tag === undefined ? String(node.value) : [anchor, tag, node.value];
  };
  return JSON.stringify(serialize(contents));
}
