import { isMap, isScalar, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { applyEdits, type TextEdit } from '../diagnostics/edits.ts';
import { type Path, getValueAt } from '../base/data.ts';
import { getSpan } from '../yaml/keys.ts';
import { getColumn, isInFlow, detectLineEnd, parseNodes, setText } from '../yaml/set-text.ts';
import { findNode } from '../yaml/spans.ts';
import { applyToData } from './apply-to-data.ts';
import { splitChunks } from './chunks.ts';
import { EditRefused } from './edit-refused.ts';
import { insertAt, insertFirst, type WriteItem } from './insert.ts';
import { listCandidateMoves } from './move-item.ts';
import type { Operation } from './operation.ts';
import { listCandidateRemovals } from './remove.ts';
import { toListItem } from './shared-block.ts';
import { hasSameData, type Value, writeItem, writeFlow, formatSetting } from './new-yaml.ts';

/** A function that returns the names of the settings in the group at a path, in the order of the schema. */
export type SettingOrder = (data: unknown, path: Path) => readonly string[];

/** A parsed file that can be edited. */
export interface EditedSource {
  text: string;
  contents: Node | null;
  data: Value;
}

/**
 * Returns the text after an operation on its base text. All bytes that the operation does not affect stay the same.
 * Throws `EditRefused` if the new text would not contain exactly the intended data.
 */
export function applyOperation(
  text: string,
  operation: Operation,
  getSettingOrder: SettingOrder = () => [],
): string {
  const baseSource = readSource(text);
  const expected = applyToData(baseSource.data, operation);
  const strategies = [
    () => listCandidateEdits(baseSource, operation, getSettingOrder),
    () => rewriteGroup(baseSource, operation.path, expected),
  ];
  for (const strategy of strategies)
    for (const edits of strategy()) {
      const newText = applyEdits(text, edits);
      const source = readEditable(newText);
      if (source && hasSameData(source.data, expected)) return newText;
    }
  throw new EditRefused('this change cannot be written in this file');
}

/** Parses the content of a file. Throws `EditRefused` if the file cannot be edited. */
export function readSource(text: string): EditedSource {
  const cachedSource = recentSources.get(text);
  if (cachedSource) return cachedSource;
  const contents = parseNodes(text);
  if (contents === undefined) throw new EditRefused('this file has errors that must be fixed first');
  const source = { text, contents, data: toData(contents) };
  recentSources.set(text, source);
  for (const oldest of recentSources.keys()) if (recentSources.size > 4) recentSources.delete(oldest);
  return source;
}

/** Like `readSource`, but returns `undefined` if the file cannot be edited. */
export function readEditable(text: string): EditedSource | undefined {
  try {
    return readSource(text);
  } catch (error) {
    if (error instanceof EditRefused) return undefined;
    throw error;
  }
}

/** Cache of parsed files by their content, because an edit usually starts from the result of the previous edit. */
const recentSources = new Map<string, EditedSource>();

function toData(node: unknown): Value {
  if (node === null || node === undefined) return '';
  if (isScalar(node) && node.anchor === undefined && node.tag === undefined) return String(node.value);
  if (isSeq(node)) return node.items.map(toData);
  if (!isMap(node) || node.items.some(({ key }) => !isScalar(key)))
    throw new EditRefused('this file uses YAML that cannot be edited here, such as `&name` or `*name`');
  const settings = node.items.map(({ key, value }) => [
    String((key as { value: unknown }).value),
    toData(value),
  ]); // keys are scalars, as checked
  const data = Object.fromEntries(settings) as Record<string, Value>;
  if (Object.keys(data).length < settings.length)
    throw new EditRefused('this file contains the same setting twice');
  return data;
}

function listCandidateEdits(
  source: EditedSource,
  operation: Operation,
  getSettingOrder: SettingOrder,
): TextEdit[][] {
  const { text, data } = source;
  const { path } = operation;
  if (operation.do === 'set') {
    const edits = setText(source, path, operation.new);
    return edits ? [edits] : [];
  }
  const parentPath = path.slice(0, -1);
  const lastStep = path.at(-1) ?? '';
  const itemIndex = Number(lastStep);
  const { node: group, pair } = findNode(source, parentPath);
  const key = pair ? getSpan(pair.key) : undefined;
  const column = key ? getColumn(text, key.from) : 0;
  const chunks = isCollection(group) ? splitChunks(text, group) : [];
  if (!chunks) return [];
  const createInsertEdits = (index: number, write: WriteItem): TextEdit[] => {
    if (isCollection(group) && (chunks.length > 0 || isInFlow(source, parentPath.slice(0, -1))))
      return insertAt(text, group, chunks, index, write);
    const start = key && text.indexOf(':', key.to) + 1;
    const span = isCollection(group) ? getSpan(group) : { from: start ?? 0, to: start ?? 0 };
    return insertFirst(text, span, column, write);
  };
  switch (operation.do) {
    case 'add': {
      const index = findSettingIndex(
        Object.keys(getValueAt(data, parentPath) ?? {}),
        String(lastStep),
        getSettingOrder(data, parentPath),
      );
      return listLayouts(text).map((layout) =>
        createInsertEdits(index, (itemColumn, isFlow) =>
          formatSetting(String(lastStep), operation.new, { ...layout, column: itemColumn, isFlow }),
        ),
      );
    }
    case 'insert': {
      const siblings = isSeq(group) ? group.items : [];
      const inBraces = siblings.some((item) => isMap(item) && item.flow === true);
      return listLayouts(text).map((layout) =>
        createInsertEdits(itemIndex, (itemColumn, isFlow) =>
          isFlow
            ? writeItem(operation.new, { ...layout, column: itemColumn, isFlow }).slice(2)
            : writeItem(operation.new, {
                ...layout,
                column: itemColumn,
                isFlow,
                inBraces: siblings.length === 0 || inBraces,
              }),
        ),
      );
    }
    case 'duplicate':
      return [
        createInsertEdits(itemIndex + 1, () =>
          text.slice(chunks[itemIndex]?.start ?? 0, chunks[itemIndex]?.to),
        ),
      ];
    case 'replace': {
      const chunk = chunks[itemIndex];
      if (!chunk || !isSeq(group)) return [];
      const { source: itemSource, new: value } = operation;
      const itemColumn = getColumn(text, chunk.start);
      const defaultTexts = listLayouts(text).map((layout) =>
        group.flow
          ? writeFlow(value, layout.quotes)
          : writeItem(value, { ...layout, column: itemColumn, isFlow: false, inBraces: false }),
      );
      const sourceTexts =
        itemSource === undefined || group.flow
          ? []
          : [toListItem(itemSource, itemColumn, detectLineEnd(text))];
      return [...sourceTexts, ...defaultTexts].map((newText) => [
        { from: chunk.start, to: chunk.to, newText },
      ]);
    }
    case 'move':
      return listCandidateMoves(text, chunks, itemIndex, operation.to);
    case 'remove': {
      if (!isCollection(group)) return [];
      const index = isMap(group)
        ? group.items.findIndex((item) => isKeyNamed(item.key, String(lastStep)))
        : itemIndex;
      const colon = key && text.indexOf(':', key.to) + 1;
      return listCandidateRemovals(text, group, chunks, index, colon);
    }
  }
}

/**
 * Returns the edit that rewrites a whole group in brackets. This is the only way to add a second setting to `[name:
 * value]`, for example.
 */
function rewriteGroup(source: EditedSource, path: Path, expected: Value): TextEdit[][] {
  const parentPath = path.slice(0, -1);
  const { node } = findNode(source, parentPath);
  const { from, to } = getSpan(node);
  if (!isCollection(node) || !node.flow || /\n[^]*#|#[^]*\n/.test(source.text.slice(from, to))) return [];
  return [[{ from, to, newText: writeFlow(getValueAt(expected, parentPath) as Value, false) }]]; // a value in the data
}

const isKeyNamed = (key: unknown, name: string) => isScalar(key) && String(key.value) === name;

const isCollection = (node: Node | null): node is YAMLMap | YAMLSeq => isMap(node) || isSeq(node);

/** Returns two layouts to try in turn: the default, and the default with quotation marks around each string. */
const listLayouts = (text: string) =>
  [false, true].map((quotes) => ({ lineEnd: detectLineEnd(text), inBraces: true, quotes }));

/**
 * Returns the index for a new setting: after the setting that precedes it in the schema, or before the setting that
 * follows it there.
 */
function findSettingIndex(names: readonly string[], name: string, schemaOrder: readonly string[]): number {
  const schemaIndex = schemaOrder.indexOf(name);
  const precedingSetting =
    schemaIndex === -1
      ? undefined
      : schemaOrder.slice(0, schemaIndex).findLast((setting) => names.includes(setting));
  if (precedingSetting !== undefined) return names.indexOf(precedingSetting) + 1;
  const followingSetting =
    schemaIndex === -1
      ? undefined
      : schemaOrder.slice(schemaIndex + 1).find((setting) => names.includes(setting));
  return followingSetting === undefined ? names.length : names.indexOf(followingSetting);
}
