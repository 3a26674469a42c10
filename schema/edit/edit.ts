import { isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { applyEdits, type TextEdit } from '../diagnostics/edits.ts';
import { type Path, valueAt } from '../base/data.ts';
import { spanOf } from '../yaml/keys.ts';
import { columnOf, isInFlow, lineEndOf, parseNodes, setText } from '../yaml/set-text.ts';
import { findAt } from '../yaml/spans.ts';
import { changedData } from './changed-data.ts';
import { chunksOf } from './chunks.ts';
import { EditRefused } from './edit-refused.ts';
import { insertAt, insertFirst, type Write } from './insert.ts';
import { candidateMoves } from './move-entry.ts';
import type { Operation } from './operation.ts';
import { candidateRemovals } from './remove.ts';
import { entryOf } from './shared-block.ts';
import { sameData, type Value, writeEntry, writeFlow, writeSetting } from './new-yaml.ts';

/** Returns the settings of the group at a path in the order of the schema. */
export type Order = (data: unknown, path: Path) => readonly string[];

/** A file that can be edited. */
export interface EditedSource {
  text: string;
  contents: Node | null;
  data: Value;
}

/**
 * Applies an operation to its base text, and returns the new text. All other bytes stay the same. Throws `EditRefused`
 * unless the new text has exactly the intended data.
 */
export function edit(text: string, operation: Operation, order: Order = () => []): string {
  const before = readSource(text);
  const expected = changedData(before.data, operation);
  const ways = [
    () => candidateEdits(before, operation, order),
    () => wholeGroup(before, operation.path, expected),
  ];
  for (const way of ways)
    for (const edits of way()) {
      const after = applyEdits(text, edits);
      const source = readEditable(after);
      if (source && sameData(source.data, expected)) return after;
    }
  throw new EditRefused('this change cannot be written in this file');
}

/** Reads a file. Throws `EditRefused` if it cannot be edited. */
export function readSource(text: string): EditedSource {
  const known = recent.get(text);
  if (known) return known;
  const contents = parseNodes(text);
  if (contents === undefined) throw new EditRefused('this file has errors that must be fixed first');
  const source = { text, contents, data: dataOf(contents) };
  recent.set(text, source);
  for (const oldest of recent.keys()) if (recent.size > 4) recent.delete(oldest);
  return source;
}

/** Like `readSource`, but returns undefined if the file cannot be edited. */
export function readEditable(text: string): EditedSource | undefined {
  try {
    return readSource(text);
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

/** The latest files by their texts. The next edit usually starts from the result of the previous one. */
const recent = new Map<string, EditedSource>();

function dataOf(node: unknown): Value {
  if (node === null || node === undefined) return '';
  if (isScalar(node) && node.anchor === undefined && node.tag === undefined) return String(node.value);
  if (isSeq(node)) return node.items.map(dataOf);
  if (!isMap(node) || node.items.some(({ key }) => !isScalar(key)))
    throw new EditRefused('this file repeats parts of itself');
  const settings = node.items.map(({ key, value }) => [
    String((key as { value: unknown }).value),
    dataOf(value),
  ]); // keys are scalars, as checked
  const data = Object.fromEntries(settings) as Record<string, Value>;
  if (Object.keys(data).length < settings.length)
    throw new EditRefused('this file contains the same setting twice');
  return data;
}

function candidateEdits(source: EditedSource, operation: Operation, order: Order): TextEdit[][] {
  const { text, data } = source;
  const { path } = operation;
  if (operation.do === 'set') {
    const edits = setText(source, path, operation.new);
    return edits ? [edits] : [];
  }
  const owner = path.slice(0, -1);
  const last = path.at(-1) ?? '';
  const at = Number(last);
  const { node: group, pair } = findAt(source, owner);
  const key = pair ? spanOf(pair.key) : undefined;
  const column = key ? columnOf(text, key.from) : 0;
  const chunks = isCollection(group) ? chunksOf(text, group) : [];
  if (!chunks) return [];
  const insert = (index: number, write: Write): TextEdit[] => {
    if (isCollection(group) && (chunks.length > 0 || isInFlow(source, owner.slice(0, -1))))
      return insertAt(text, group, chunks, index, write);
    const start = key && text.indexOf(':', key.to) + 1;
    const span = isCollection(group) ? spanOf(group) : { from: start ?? 0, to: start ?? 0 };
    return insertFirst(text, span, column, write);
  };
  switch (operation.do) {
    case 'add': {
      const index = placeOfSetting(Object.keys(valueAt(data, owner) ?? {}), String(last), order(data, owner));
      return layouts(text).map((layout) =>
        insert(index, (width, inFlow) =>
          writeSetting(String(last), operation.new, { ...layout, column: width, inFlow }),
        ),
      );
    }
    case 'insert': {
      const siblings = isSeq(group) ? group.items : [];
      const inBraces = siblings.some((item) => isMap(item) && item.flow === true);
      return layouts(text).map((layout) =>
        insert(at, (width, inFlow) =>
          inFlow
            ? writeEntry(operation.new, { ...layout, column: width, inFlow }).slice(2)
            : writeEntry(operation.new, {
                ...layout,
                column: width,
                inFlow,
                inBraces: siblings.length === 0 || inBraces,
              }),
        ),
      );
    }
    case 'duplicate':
      return [insert(at + 1, () => text.slice(chunks[at]?.start ?? 0, chunks[at]?.to))];
    case 'replace': {
      const chunk = chunks[at];
      if (!chunk || !isSeq(group)) return [];
      const { source: written, new: value } = operation;
      const width = columnOf(text, chunk.start);
      const usual = layouts(text).map((layout) =>
        group.flow
          ? writeFlow(value, layout.quotes)
          : writeEntry(value, { ...layout, column: width, inFlow: false, inBraces: false }),
      );
      const own = written === undefined || group.flow ? [] : [entryOf(written, width, lineEndOf(text))];
      return [...own, ...usual].map((newText) => [{ from: chunk.start, to: chunk.to, newText }]);
    }
    case 'move':
      return candidateMoves(text, chunks, at, operation.to);
    case 'remove': {
      if (!isCollection(group)) return [];
      const index = isMap(group) ? group.items.findIndex((item) => isNamed(item.key, String(last))) : at;
      const colon = key && text.indexOf(':', key.to) + 1;
      return candidateRemovals(text, group, chunks, index, colon);
    }
  }
}

/** Rewrites a whole group in brackets without comments. For example, `[name: value]` cannot get a second setting otherwise. */
function wholeGroup(source: EditedSource, path: Path, expected: Value): TextEdit[][] {
  const owner = path.slice(0, -1);
  const { node } = findAt(source, owner);
  const { from, to } = spanOf(node);
  if (!isCollection(node) || !node.flow || /\n[^]*#|#[^]*\n/.test(source.text.slice(from, to))) return [];
  return [[{ from, to, newText: writeFlow(valueAt(expected, owner) as Value, false) }]]; // a value in the data
}

const isNamed = (key: unknown, name: string) => isScalar(key) && String(key.value) === name;

const isCollection = (node: Node | null): node is YAMLMap | YAMLSeq => isMap(node) || isSeq(node);

/** Returns the usual layout, and one with quotation marks around each text. */
const layouts = (text: string) =>
  [false, true].map((quotes) => ({ lineEnd: lineEndOf(text), inBraces: true, quotes }));

/** Returns the index of a new setting: after the nearest that precedes it in the schema, otherwise before the nearest that follows. */
function placeOfSetting(names: readonly string[], name: string, order: readonly string[]): number {
  const at = order.indexOf(name);
  const before = at === -1 ? undefined : order.slice(0, at).findLast((one) => names.includes(one));
  if (before !== undefined) return names.indexOf(before) + 1;
  const after = at === -1 ? undefined : order.slice(at + 1).find((one) => names.includes(one));
  return after === undefined ? names.length : names.indexOf(after);
}
