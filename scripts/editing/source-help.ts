import { isMap, isPair, isScalar, isSeq } from 'yaml';
import { z } from 'zod';
import { isPage } from '../../schema/check/file-kinds.ts';
import {
  getChildSchemas,
  listChoices,
  type Form,
  getForms,
  getSchemaKeys,
} from '../../schema/check/schema-paths.ts';
import {
  type BlockType,
  blockTypes,
  definitions,
  isBlockType,
  getBlockLabel,
} from '../../schema/blocks/index.ts';
import type { FieldMeta } from '../../schema/fields/field-metadata.ts';
import { getSettingGroup, getSettingLabel, getChoiceLabel } from '../../schema/fields/labels.ts';
import { useSettings } from '../../schema/site/page.ts';
import { findForms } from '../../schema/edit/setting-order.ts';
import { isMapping, type Path, getValueAt } from '../../schema/base/data.ts';
import { parseTree, type YamlTree } from '../../schema/yaml/parse.ts';
import { getSpan } from '../../schema/yaml/keys.ts';
import { findNode, findPathAt, findScalar } from '../../schema/yaml/spans.ts';
import type { ListableKind, ListedValue } from '../../src/editor/setting-types.ts';
import type { SourceHelp, Suggestion } from '../../src/editor/source-help.ts';
import { hasValueList } from './reference-values.ts';
import { readFieldMeta } from './setting-widgets.ts';

/** A file that is open in the source editor. */
interface EditedText {
  /** The path in the pages folder. */
  file: string;
  text: string;
}

/**
 * The placeholder that is inserted at the cursor, to find the cursor's path in the parsed YAML. No page contains this
 * text.
 */
const cursorMark = 'here0here';

/** Returns suggestions for an offset, and a description of the setting at the offset. */
export function readSourceHelp(
  editedText: EditedText,
  offset: number,
  list: (kind: ListableKind) => readonly ListedValue[],
): SourceHelp {
  const description = describeSetting(editedText, offset);
  const { text } = editedText;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  const restOfLine = /^[^\n\r]*/.exec(text.slice(offset))?.[0] ?? '';
  const [key] = /[\w-]*$/.exec(before) ?? [''];
  const from = offset - key.length;
  const isKeyPosition = /^\s*(?:- +)*$|[{,]\s*$/.test(before.slice(0, before.length - key.length));
  const [after = ''] = /^[\w-]*/.exec(restOfLine) ?? [];
  const hasColon = /^[\w-]*\s*:/.test(restOfLine);
  // Matches an unfinished value at the end of the line, such as `/abo` in `to: /abo`. A colon inside a value, as in
  // `https://`, is not followed by a space.
  const [, value] = /[:,[-]\s+((?:[^\s{}[\],:]|:(?=\S))(?:[^{}[\],:]|:(?=\S))*|)$/.exec(before) ?? [];
  const suggestions: Suggestion[] = [];
  let replaceFrom = from;
  if (isKeyPosition) {
    const setting = `${cursorMark}${hasColon ? '' : ': x'}`;
    const markedText = text.slice(0, from) + setting + text.slice(offset + after.length);
    suggestions.push(
      ...suggestSettings(
        { ...editedText, text: markedText },
        { hasColon, indent: findSettingColumn(before, key) },
      ),
    );
  }
  if (suggestions.length === 0 && value !== undefined) {
    replaceFrom = offset - value.length;
    const isInFlowValue = /[{[][^}\]]*$/.test(before);
    const [end = ''] = (isInFlowValue ? /^[^,}\]]*/ : /^[^\n\r]*/).exec(restOfLine) ?? [];
    const markedText = text.slice(0, replaceFrom) + cursorMark + text.slice(offset + end.length);
    suggestions.push(...suggestValues({ ...editedText, text: markedText }, list));
  }
  return { from: replaceFrom, suggestions, ...(description && { about: description }) };
}

/** Returns the column where a setting starts. The text before the cursor ends with the key of the setting. */
const findSettingColumn = (before: string, key: string) => before.length - key.length;

/**
 * Returns the path of the placeholder, which stands for a setting or a value. Returns `undefined` if it is not found.
 */
function findCursorPath({ contents }: YamlTree, role: 'setting' | 'value'): Path | undefined {
  const findPath = (node: unknown, path: Path): Path | undefined => {
    if (role === 'value' && isScalar(node) && node.value === cursorMark) return path;
    const items: unknown[] = isMap(node) || isSeq(node) ? node.items : [];
    for (const [index, item] of items.entries()) {
      const key = isPair(item) && isScalar(item.key) ? String(item.key.value) : undefined;
      if (role === 'setting' && key === cursorMark) return path;
      const foundPath =
        key === undefined || !isPair(item)
          ? findPath(item, [...path, index])
          : findPath(item.value, [...path, key]);
      if (foundPath) return foundPath;
    }
    return undefined;
  };
  return findPath(contents, []);
}

/** The ranks of setting groups. Suggestions are sorted by rank. Required settings have rank 0. */
const ranks = { content: 1, look: 2, more: 3 };

function suggestSettings(
  { file, text }: EditedText,
  { hasColon, indent }: { hasColon: boolean; indent: number },
): Suggestion[] {
  const tree = parseTree(text);
  const path = findCursorPath(tree, 'setting');
  if (!path) return [];
  const owner = getValueAt(tree.data, path);
  const presentKeys = new Set(isMapping(owner) ? Object.keys(owner) : []);
  const forms = findGroupForms(file, tree.data, path);
  const isNewBlock = isBlockPath(file, path) && !presentKeys.has('type') && !presentKeys.has('use');
  const names = new Map(forms.flatMap((form) => getSchemaKeys(form).map((name) => [name, form] as const)));
  const settings = [...names].flatMap(([name, form]): [rank: number, Suggestion][] => {
    const [schema] = getChildSchemas(form, name);
    if (presentKeys.has(name) || !schema) return [];
    const meta = readFieldMeta(schema);
    const rank = schema.safeParse(undefined).success ? ranks[getSettingGroup(name, meta)] : 0;
    const suggestion: Suggestion = {
      label: name,
      kind: 'setting',
      detail: getSettingLabel(name, meta),
      ...(meta.description !== undefined && { info: meta.description }),
      text: hasColon ? name : `${name}:${toValueStart(schema, meta, indent)}`,
    };
    return [[rank, suggestion]];
  });
  const sortedSettings = settings.toSorted(([a], [b]) => a - b).map(([, suggestion]) => suggestion);
  if (!isNewBlock) return sortedSettings;
  const types = blockTypes.map((type): Suggestion => ({
    ...suggestBlock(type),
    label: `type: ${type}`,
    kind: 'block',
    text: hasColon ? 'type' : `type: ${type}`,
  }));
  return [...types, ...sortedSettings.filter(({ label }) => label === 'use')];
}

/** Returns what is inserted after the key of a new setting: a space, a new line or the start of a list item. */
function toValueStart(schema: z.ZodType, { refersTo }: FieldMeta, indent: number): string {
  const [form] = getForms(schema);
  const nextLine = `\n${' '.repeat(indent + 2)}`;
  if (refersTo === 'block-text') return ` |${nextLine}`;
  if (form?.schema instanceof z.ZodArray) return `${nextLine}- `;
  const isText = getForms(schema).some((childForm) => !(childForm.schema instanceof z.ZodObject));
  return isText ? ' ' : nextLine;
}

function suggestValues(
  { file, text }: EditedText,
  list: (kind: ListableKind) => readonly ListedValue[],
): Suggestion[] {
  const tree = parseTree(text);
  const path = findCursorPath(tree, 'value');
  if (!path) return [];
  const owner = path.slice(0, -1);
  if (path.at(-1) === 'type' && (isBlockPath(file, owner) || isSharedBlockPath(file, owner)))
    return blockTypes.map(suggestBlock);
  return findGroupForms(file, tree.data, owner)
    .flatMap((form) => getChildSchemas(form, path.at(-1) ?? ''))
    .flatMap(getForms)
    .flatMap(({ schema, meta }) => suggestSchemaValues(schema, meta, list));
}

function suggestSchemaValues(
  schema: z.ZodType,
  meta: FieldMeta,
  list: (kind: ListableKind) => readonly ListedValue[],
): Suggestion[] {
  const { refersTo, isSwitch, examples = [] } = meta;
  const choices = listChoices(schema);
  if (choices)
    return choices.map((value) => ({
      label: value,
      kind: 'choice',
      detail: value === 'true' ? '' : getChoiceLabel(value, meta),
      text: value,
    }));
  if (refersTo !== undefined && hasValueList(refersTo))
    return list(refersTo).map(({ value, label }) => ({
      label: value,
      kind: 'value',
      detail: label === value ? '' : label,
      text: value,
    }));
  if (isSwitch) return [{ label: 'true', kind: 'choice', detail: '', text: 'true' }];
  return examples
    .filter((example) => typeof example === 'string' && !example.includes('\n') && !/[:#]/.test(example))
    .map((example) => ({
      label: String(example),
      kind: 'example',
      detail: 'for example',
      text: String(example),
    }));
}

/** Returns a description of the setting at an offset, or `undefined` if there is no setting. */
function describeSetting({ file, text }: EditedText, offset: number): SourceHelp['about'] {
  const tree = parseTree(text);
  const path = findPathAt(tree, offset);
  const name = path.findLast((step) => typeof step === 'string');
  const settingPath = path.slice(0, path.lastIndexOf(name ?? '') + 1);
  const owner = path.slice(0, settingPath.length - 1);
  const { pair, isComplete: whole } = findNode(tree, settingPath);
  if (name === undefined || !pair || !whole) return undefined;
  const { from, to } = getSpan(pair.key);
  const isOnKey = offset >= from && offset <= to;
  const scalar = findScalar(tree, settingPath);
  const [begin = 0, end = 0] = scalar?.range ?? [];
  if (!isOnKey && !(scalar && offset >= begin && offset <= end)) return undefined;
  const scalarText = scalar ? String(scalar.value) : '';
  const isBlock = name === 'type' && (isBlockPath(file, owner) || isSharedBlockPath(file, owner));
  if (isBlock && isBlockType(scalarText))
    return { label: getBlockLabel(scalarText), ...readBlockInfo(scalarText) };
  const [schema] = findGroupForms(file, tree.data, owner).flatMap((form) => getChildSchemas(form, name));
  if (!schema) return undefined;
  const meta = readFieldMeta(schema);
  const choice = getForms(schema).find((form) => form.schema instanceof z.ZodEnum);
  const values = choice?.schema instanceof z.ZodEnum ? choice.schema.options.map(String) : [];
  const choiceLabel = values.includes(scalarText)
    ? `: ${getChoiceLabel(scalarText, choice?.meta ?? meta)}`
    : '';
  return {
    label: `${getSettingLabel(name, meta)}${choiceLabel}`,
    info: meta.description ?? '',
    ...(values.length > 0 && { values }),
  };
}

/** Returns the forms of a group. For a block without a type, returns only the form that uses a shared block. */
function findGroupForms(file: string, data: unknown, path: Path): readonly Form[] {
  const forms = findForms(file, data, path);
  const isBlock = forms.some((form) => getSchemaKeys(form).length > 0);
  return isBlockPath(file, path) && !isBlock ? getForms(useSettings) : forms;
}

const isBlockPath = (file: string, path: Path) =>
  isPage(file) && path.at(-2) === 'blocks' && typeof path.at(-1) === 'number';

const isSharedBlockPath = (file: string, path: Path) => file.startsWith('_shared/') && path.length === 0;

const readBlockInfo = (type: BlockType): { info: string } => ({
  info: definitions[type].schema.description ?? '',
});

const suggestBlock = (type: BlockType): Suggestion => ({
  label: type,
  kind: 'choice',
  detail: getBlockLabel(type),
  ...readBlockInfo(type),
  text: type,
});
