import { getBlockLabel } from '../../schema/blocks/index.ts';
import { z } from 'zod';
import { getChildSchemas, type Form } from '../../schema/check/schema-paths.ts';
import type { FieldMeta } from '../../schema/fields/field-metadata.ts';
import {
  getSettingLabel,
  getChoiceLabel,
  getItemLabel,
  listNamingSettings,
} from '../../schema/fields/labels.ts';
import { selectForms, findRootForms } from '../../schema/edit/setting-order.ts';
import { hasSameData, type Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, type Path } from '../../schema/base/data.ts';
import { matchItems } from './item-matches.ts';

/** A change in the data of a file, described for authors. */
export interface DataChange {
  /** The labels of the parents and of the changed setting: `Cards`, `2nd card`, `Text`. */
  where: string[];
  /** The path of the value in the current data, or in the previous data if the value was deleted. */
  path: Path;
  /** The previous text. The current text is `after`. A value that was only moved has neither text. */
  before?: string;
  after?: string;
  /** A sentence about a change that `before` and `after` do not show, for example that an item was moved. */
  note?: string;
  /** The URL paths of the previous and the current picture. */
  pictures?: { before?: string; after?: string };
  /** The current index of the changed block on the page. */
  block?: number;
}

/** The names of settings whose values visitors do not see as text. */
const nonTextSettings = new Set(
  'type id layout tone pace crop focus icon to href src scrollTo dialog kind'.split(' '),
);

/** Maximum length of the summary of a group or list, in characters. */
const maxSummaryLength = 200;

/** Returns the changes between two versions of the data in a file. `file` is a path in the pages folder. */
export function compareData(file: string, before: unknown, after: unknown): DataChange[] {
  const changes: DataChange[] = [];
  const forms = findRootForms(file, after);
  const where = isBlock(after) && isBlock(before) ? [nameBlock(after)] : [];
  compareValues({ before, after, forms, where, path: [], found: changes });
  return changes;
}

interface Comparison {
  before: unknown;
  after: unknown;
  forms: readonly Form[];
  where: readonly string[];
  path: Path;
  block?: number | undefined;
  found: DataChange[];
}

function compareValues({ before, after, forms, where, path, block, found }: Comparison): void {
  if (hasSameData(before as Value, after as Value)) return; // parsed YAML
  const base = { where: [...where], path, ...(block !== undefined && { block }) };
  if (isMapping(before) && isMapping(after)) {
    const hasCustomKeys = forms.some(({ schema }) => schema instanceof z.ZodRecord);
    for (const key of new Set([...Object.keys(after), ...Object.keys(before)])) {
      const meta = mergeFieldMeta(forms, key);
      const label = hasCustomKeys && !(isBlock(after) || isBlock(before)) ? key : getSettingLabel(key, meta);
      const [oldValue, newValue] = [readOwnProperty(before, key), readOwnProperty(after, key)];
      const inner = selectForms(
        forms.flatMap((form) => getChildSchemas(form, key)),
        newValue ?? oldValue,
      );
      if (Array.isArray(oldValue ?? newValue) && Array.isArray(newValue ?? oldValue))
        compareLists(key, meta, label, (oldValue ?? []) as unknown[], (newValue ?? []) as unknown[], {
          forms,
          where,
          path,
          block,
          found,
        }); // at least one of the two values is a list
      else if (hasSameData((oldValue ?? '') as Value, (newValue ?? '') as Value)) continue;
      else if (isMapping(oldValue) && isMapping(newValue))
        compareValues({
          before: oldValue,
          after: newValue,
          forms: inner,
          where: [...where, label],
          path: [...path, key],
          block,
          found,
        });
      else
        found.push({
          ...base,
          where: [...where, label],
          path: [...path, key],
          ...summarizeVersions(oldValue, newValue, inner),
          ...(meta.refersTo === 'picture' && toPicturePaths(oldValue, newValue)),
        });
    }
  } else found.push({ ...base, ...summarizeVersions(before, after, forms) });
}

const readOwnProperty = (data: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(data, key) ? data[key] : undefined;

function compareLists(
  key: string,
  meta: FieldMeta,
  label: string,
  before: readonly unknown[],
  after: readonly unknown[],
  { forms, where, path, block, found }: Omit<Comparison, 'before' | 'after'>,
): void {
  const isBlockList = key === 'blocks';
  const nameItem = (index: number, list: readonly unknown[]) => {
    if (isBlockList) return nameBlock(list[index], list);
    const item = lowerFirstLetter(getItemLabel(key, meta));
    return list.length > 1
      ? `${toOrdinal(index + 1)} ${item}`
      : label === 'Text'
        ? label
        : getItemLabel(key, meta);
  };
  for (const { before: oldIndex, after: newIndex, moved } of matchItems(before, after)) {
    const list = newIndex === undefined ? before : after;
    const name = nameItem(newIndex ?? oldIndex ?? 0, list);
    const index = isBlockList ? newIndex : block;
    const location = {
      where: [...where, name],
      path: [...path, key, newIndex ?? oldIndex ?? 0],
      ...(index !== undefined && { block: index }),
    };
    const createInnerComparison = (value: unknown) =>
      selectForms(
        forms.flatMap((form) => getChildSchemas(form, key)).flatMap((schema) => findItemForms(schema)),
        value,
      );
    if (oldIndex === undefined)
      found.push({
        ...location,
        note: 'New',
        after: summarizeValue(after[newIndex ?? 0], createInnerComparison(after[newIndex ?? 0])),
      });
    else if (newIndex === undefined)
      found.push({
        ...location,
        note: 'Deleted',
        before: summarizeValue(before[oldIndex], createInnerComparison(before[oldIndex])),
      });
    else {
      if (moved)
        found.push({
          ...location,
          note: `Moved ${moved}, now ${describePosition(newIndex, after, nameItem)}`,
        });
      compareValues({
        before: before[oldIndex],
        after: after[newIndex],
        forms: createInnerComparison(after[newIndex]),
        where: location.where,
        path: location.path,
        block: index,
        found,
      });
    }
  }
}

/** Returns the schemas for the items of a list. */
const findItemForms = (schema: z.ZodType): z.ZodType[] =>
  selectForms([schema], []).flatMap((form) => getChildSchemas(form, 0));

function describePosition(
  index: number,
  list: readonly unknown[],
  nameItem: (index: number, list: readonly unknown[]) => string,
): string {
  if (index === 0) return 'at the beginning';
  if (index === list.length - 1) return 'at the end';
  const previous = list[index - 1];
  return isMapping(previous)
    ? `below “${summarizeValue(previous, [], 40) || nameItem(index - 1, list)}”`
    : `${toOrdinal(index + 1)}`;
}

const isBlock = (value: unknown): boolean => isMapping(value) && ('type' in value || 'use' in value);

/**
 * Returns the name of a block for authors: `Cards`, or `Cards “Know the wind”` if the page has several `Cards` blocks.
 */
function nameBlock(block: unknown, allBlocks: readonly unknown[] = []): string {
  if (!isMapping(block)) return 'Block';
  const { type, use } = block;
  if (typeof use === 'string') return `Shared block “${use}”`;
  const label = typeof type === 'string' ? getBlockLabel(type) : 'Block';
  const blocksOfType = allBlocks.filter((sibling) => isMapping(sibling) && sibling['type'] === type);
  if (blocksOfType.length < 2) return label;
  const heading = findNamingText(block);
  return heading === undefined
    ? `${toOrdinal(blocksOfType.indexOf(block) + 1)} ${lowerFirstLetter(label)}`
    : `${label} “${truncateLine(heading, 40)}”`;
}

function findNamingText(value: Record<string, unknown>): string | undefined {
  for (const key of listNamingSettings(Object.keys(value))) {
    const text = value[key];
    if (typeof text === 'string' && text !== '' && !nonTextSettings.has(key)) return text;
  }
  return undefined;
}

function mergeFieldMeta(forms: readonly Form[], key: string): FieldMeta {
  const inner = forms
    .flatMap((form) => getChildSchemas(form, key))
    .flatMap((schema) => selectForms([schema], undefined));
  return Object.assign({}, ...inner.map(({ meta }) => meta).toReversed()) as FieldMeta; // every part is a FieldMeta
}

function summarizeVersions(
  before: unknown,
  after: unknown,
  forms: readonly Form[],
): Pick<DataChange, 'before' | 'after'> {
  return {
    ...(before !== undefined && { before: summarizeValue(before, forms) }),
    ...(after !== undefined && { after: summarizeValue(after, forms) }),
  };
}

/** Returns a value as authors see it: text, the label of a choice, or the joined texts in a group. */
function summarizeValue(value: unknown, forms: readonly Form[], maxLength = maxSummaryLength): string {
  if (typeof value === 'string')
    return maxLength === maxSummaryLength ? labelChoice(value, forms) : truncateLine(value, maxLength);
  if (isMapping(value) && typeof value['use'] === 'string') return `Shared block “${value['use']}”`;
  if (maxLength < maxSummaryLength && isMapping(value))
    return truncateLine(findNamingText(value) ?? '', maxLength);
  const texts: string[] = [];
  const collectTexts = (inner: unknown, key: string) => {
    if (typeof inner === 'string') {
      if (!nonTextSettings.has(key) && inner.trim() !== '') texts.push(inner.trim().replaceAll(/\s+/g, ' '));
    } else if (Array.isArray(inner)) inner.forEach((item) => collectTexts(item, key));
    else if (isMapping(inner)) for (const name of Object.keys(inner)) collectTexts(inner[name], name);
  };
  collectTexts(value, '');
  return truncateLine(texts.join(' · '), maxLength);
}

/** Returns the label of a choice. Returns any other value unchanged. */
function labelChoice(value: string, forms: readonly Form[]): string {
  const choice = forms.find(({ schema }) => schema instanceof z.ZodEnum && schema.options.includes(value));
  return choice || value === 'true' || value === 'false' ? getChoiceLabel(value, choice?.meta ?? {}) : value;
}

function toPicturePaths(before: unknown, after: unknown): Pick<DataChange, 'pictures'> {
  const toSitePath = (value: unknown) =>
    typeof value === 'string' && value.startsWith('/') ? value : undefined;
  const [oldPath, newPath] = [toSitePath(before), toSitePath(after)];
  return {
    pictures: {
      ...(oldPath !== undefined && { before: oldPath }),
      ...(newPath !== undefined && { after: newPath }),
    },
  };
}

const truncateLine = (text: string, maxLength: number): string => {
  const line = text.trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/\s+\S*$/, '')}…`;
};

/** Returns a label for use within a sentence: with a lower-case first letter, except in abbreviations such as `FAQ`. */
const lowerFirstLetter = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const toOrdinal = (number: number): string =>
  `${number}${ordinalSuffixes[ordinalRules.select(number)] ?? 'th'}`;
