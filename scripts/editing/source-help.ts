import { isMap, isPair, isScalar, isSeq } from 'yaml';
import { z } from 'zod';
import { isPage } from '../../schema/check/file-kinds.ts';
import { childOf, listChoices, type Form, formsOf, schemaKeys } from '../../schema/check/schema-paths.ts';
import {
  type BlockType,
  blockTypes,
  definitions,
  isBlockType,
  labelOfBlock,
} from '../../schema/blocks/index.ts';
import type { FieldMeta } from '../../schema/fields/field-metadata.ts';
import { settingGroup, labelOf, labelOfChoice } from '../../schema/fields/labels.ts';
import { useSettings } from '../../schema/site/page.ts';
import { formsInFile } from '../../schema/edit/setting-order.ts';
import { isMapping, type Path, valueAt } from '../../schema/base/data.ts';
import { parseTree, type YamlTree } from '../../schema/yaml/parse.ts';
import { spanOf } from '../../schema/yaml/keys.ts';
import { findAt, pathAt, textNodeAt } from '../../schema/yaml/spans.ts';
import type { Listed, ListedValue } from '../../src/editor/place-settings.ts';
import type { SourceHelp, Suggestion } from '../../src/editor/source-help.ts';
import { isListed } from './listed-values.ts';
import { metaOf } from './setting-plan.ts';

/** A file in the text editor. */
interface WrittenFile {
  /** The path in the pages folder. */
  file: string;
  text: string;
}

/** A placeholder at the cursor, to find its path in the parsed YAML. No page contains it. */
const mark = 'here0here';

/** Returns suggestions for an offset, and a description of the setting at it. */
export function sourceHelp(
  written: WrittenFile,
  offset: number,
  list: (kind: Listed) => readonly ListedValue[],
): SourceHelp {
  const about = aboutSetting(written, offset);
  const { text } = written;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  const rest = /^[^\n\r]*/.exec(text.slice(offset))?.[0] ?? '';
  const [key] = /[\w-]*$/.exec(before) ?? [''];
  const from = offset - key.length;
  const isKeyPlace = /^\s*(?:- +)*$|[{,]\s*$/.test(before.slice(0, before.length - key.length));
  const [after = ''] = /^[\w-]*/.exec(rest) ?? [];
  const hasColon = /^[\w-]*\s*:/.test(rest);
  // A colon inside a value is not followed by a space.
  const [, value] = /[:,[-]\s+((?:[^\s{}[\],:]|:(?=\S))(?:[^{}[\],:]|:(?=\S))*|)$/.exec(before) ?? [];
  const suggestions: Suggestion[] = [];
  let begin = from;
  if (isKeyPlace) {
    const setting = `${mark}${hasColon ? '' : ': x'}`;
    const other = text.slice(0, from) + setting + text.slice(offset + after.length);
    suggestions.push(
      ...settingsAt({ ...written, text: other }, { hasColon, indent: columnAfter(before, key) }),
    );
  }
  if (suggestions.length === 0 && value !== undefined) {
    begin = offset - value.length;
    const inFlow = /[{[][^}\]]*$/.test(before);
    const [end = ''] = (inFlow ? /^[^,}\]]*/ : /^[^\n\r]*/).exec(rest) ?? [];
    const other = text.slice(0, begin) + mark + text.slice(offset + end.length);
    suggestions.push(...valuesAt({ ...written, text: other }, list));
  }
  return { from: begin, suggestions, ...(about && { about }) };
}

/** Returns the column of the settings in a group that begins on this line. */
const columnAfter = (before: string, key: string) => before.length - key.length;

/** Returns the path of the placeholder, which is a setting or a value. */
function pathOfMark({ contents }: YamlTree, as: 'setting' | 'value'): Path | undefined {
  const find = (node: unknown, path: Path): Path | undefined => {
    if (as === 'value' && isScalar(node) && node.value === mark) return path;
    const items: unknown[] = isMap(node) || isSeq(node) ? node.items : [];
    for (const [at, item] of items.entries()) {
      const key = isPair(item) && isScalar(item.key) ? String(item.key.value) : undefined;
      if (as === 'setting' && key === mark) return path;
      const found =
        key === undefined || !isPair(item) ? find(item, [...path, at]) : find(item.value, [...path, key]);
      if (found) return found;
    }
    return undefined;
  };
  return find(contents, []);
}

/** The order of suggestions. Required settings have rank 0. */
const ranks = { content: 1, look: 2, more: 3 };

function settingsAt(
  { file, text }: WrittenFile,
  { hasColon, indent }: { hasColon: boolean; indent: number },
): Suggestion[] {
  const tree = parseTree(text);
  const path = pathOfMark(tree, 'setting');
  if (!path) return [];
  const owner = valueAt(tree.data, path);
  const there = new Set(isMapping(owner) ? Object.keys(owner) : []);
  const forms = formsAt(file, tree.data, path);
  const isNewBlock = isEntryOfBlocks(file, path) && !there.has('type') && !there.has('use');
  const names = new Map(forms.flatMap((form) => schemaKeys(form).map((name) => [name, form] as const)));
  const settings = [...names].flatMap(([name, form]): [rank: number, Suggestion][] => {
    const [schema] = childOf(form, name);
    if (there.has(name) || !schema) return [];
    const meta = metaOf(schema);
    const rank = schema.safeParse(undefined).success ? ranks[settingGroup(name, meta)] : 0;
    const suggestion: Suggestion = {
      label: name,
      kind: 'setting',
      detail: labelOf(name, meta),
      ...(meta.description !== undefined && { info: meta.description }),
      text: hasColon ? name : `${name}:${opening(schema, meta, indent)}`,
    };
    return [[rank, suggestion]];
  });
  const sorted = settings.toSorted(([one], [other]) => one - other).map(([, suggestion]) => suggestion);
  if (!isNewBlock) return sorted;
  const types = blockTypes.map((type): Suggestion => ({
    ...suggestBlock(type),
    label: `type: ${type}`,
    kind: 'block',
    text: hasColon ? 'type' : `type: ${type}`,
  }));
  return [...types, ...sorted.filter(({ label }) => label === 'use')];
}

/** Returns the text to insert after the colon of a new setting. */
function opening(schema: z.ZodType, { refersTo }: FieldMeta, indent: number): string {
  const [form] = formsOf(schema);
  const inner = `\n${' '.repeat(indent + 2)}`;
  if (refersTo === 'block-text') return ` |${inner}`;
  if (form?.schema instanceof z.ZodArray) return `${inner}- `;
  const isText = formsOf(schema).some((one) => !(one.schema instanceof z.ZodObject));
  return isText ? ' ' : inner;
}

function valuesAt({ file, text }: WrittenFile, list: (kind: Listed) => readonly ListedValue[]): Suggestion[] {
  const tree = parseTree(text);
  const path = pathOfMark(tree, 'value');
  if (!path) return [];
  const owner = path.slice(0, -1);
  if (path.at(-1) === 'type' && (isEntryOfBlocks(file, owner) || isSharedFile(file, owner)))
    return blockTypes.map(suggestBlock);
  return formsAt(file, tree.data, owner)
    .flatMap((form) => childOf(form, path.at(-1) ?? ''))
    .flatMap(formsOf)
    .flatMap(({ schema, meta }) => valuesOf(schema, meta, list));
}

function valuesOf(
  schema: z.ZodType,
  meta: FieldMeta,
  list: (kind: Listed) => readonly ListedValue[],
): Suggestion[] {
  const { refersTo, isSwitch, examples = [] } = meta;
  const choices = listChoices(schema);
  if (choices)
    return choices.map((value) => ({
      label: value,
      kind: 'choice',
      detail: value === 'true' ? '' : labelOfChoice(value, meta),
      text: value,
    }));
  if (refersTo !== undefined && isListed(refersTo))
    return list(refersTo).map(({ value, label }) => ({
      label: value,
      kind: 'value',
      detail: label === value ? '' : label,
      text: value,
    }));
  if (isSwitch) return [{ label: 'true', kind: 'choice', detail: '', text: 'true' }];
  return examples
    .filter((one) => typeof one === 'string' && !one.includes('\n') && !/[:#]/.test(one))
    .map((one) => ({ label: String(one), kind: 'example', detail: 'for example', text: String(one) }));
}

/** Describes the setting at an offset. */
function aboutSetting({ file, text }: WrittenFile, offset: number): SourceHelp['about'] {
  const tree = parseTree(text);
  const path = pathAt(tree, offset);
  const name = path.findLast((step) => typeof step === 'string');
  const at = path.slice(0, path.lastIndexOf(name ?? '') + 1);
  const owner = path.slice(0, at.length - 1);
  const { pair, whole } = findAt(tree, at);
  if (name === undefined || !pair || !whole) return undefined;
  const { from, to } = spanOf(pair.key);
  const isOnKey = offset >= from && offset <= to;
  const scalar = textNodeAt(tree, at);
  const [begin = 0, end = 0] = scalar?.range ?? [];
  if (!isOnKey && !(scalar && offset >= begin && offset <= end)) return undefined;
  const written = scalar ? String(scalar.value) : '';
  const isBlock = name === 'type' && (isEntryOfBlocks(file, owner) || isSharedFile(file, owner));
  if (isBlock && isBlockType(written)) return { label: labelOfBlock(written), ...infoOf(written) };
  const [schema] = formsAt(file, tree.data, owner).flatMap((form) => childOf(form, name));
  if (!schema) return undefined;
  const meta = metaOf(schema);
  const choice = formsOf(schema).find((form) => form.schema instanceof z.ZodEnum);
  const values = choice?.schema instanceof z.ZodEnum ? choice.schema.options.map(String) : [];
  const chosen = values.includes(written) ? `: ${labelOfChoice(written, choice?.meta ?? meta)}` : '';
  return {
    label: `${labelOf(name, meta)}${chosen}`,
    info: meta.description ?? '',
    ...(values.length > 0 && { values }),
  };
}

/** Returns the forms of a group. A block without a type offers only the settings that use a shared block. */
function formsAt(file: string, data: unknown, path: Path): readonly Form[] {
  const forms = formsInFile(file, data, path);
  const isBlock = forms.some((form) => schemaKeys(form).length > 0);
  return isEntryOfBlocks(file, path) && !isBlock ? formsOf(useSettings) : forms;
}

const isEntryOfBlocks = (file: string, path: Path) =>
  isPage(file) && path.at(-2) === 'blocks' && typeof path.at(-1) === 'number';

const isSharedFile = (file: string, path: Path) => file.startsWith('_shared/') && path.length === 0;

const infoOf = (type: BlockType): { info: string } => ({ info: definitions[type].schema.description ?? '' });

const suggestBlock = (type: BlockType): Suggestion => ({
  label: type,
  kind: 'choice',
  detail: labelOfBlock(type),
  ...infoOf(type),
  text: type,
});
