import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Path } from '../../schema/base/data.ts';
import {
  getFormsAt,
  getMetaAt,
  getNamesAt,
  getSchemasAt,
  getWrappedSchemasAt,
} from '../../schema/check/schema-paths.ts';
import type { SettingGroup } from '../../schema/fields/field-metadata.ts';
import {
  getFormLabels,
  getSettingGroup,
  getSettingLabel,
  getChoiceLabel,
  getItemLabel,
  listNamingSettings,
  labelledNames,
} from '../../schema/fields/labels.ts';
import { blockTypes, getBlockLabel } from '../../schema/blocks/index.ts';
import { authorSchemas, listSettingPaths } from '../support/author-schemas.ts';

/**
 * Returns whether text is a label: at most `maxWords` words and, except in names, a capital letter only at the start.
 */
const isLabel = (text: string, maxWords = 3) =>
  /^[A-Z][\w’-]*(?: [\w’-]+)*$/.test(text) &&
  text.split(' ').length <= maxWords &&
  !/ [A-Z]/.test(text.replace(/ (?:Grotesk|Condensed|Garamond|Pages)$/, ''));

/** Returns whether text contains jargon that people who write YAML may know, but people who use the editor do not. */
const hasJargon = (text: string) =>
  /\b(?:URL|slug|href|src|alt|id|eyebrow|CTA|enum|boolean|webhook)\b/i.test(text);

const isRecordItem = (schema: z.ZodType, path: Path) =>
  path.length > 1 && getSchemasAt(schema, path.slice(0, -1)).some((form) => form instanceof z.ZodRecord);

test.each(authorSchemas)(
  'every setting of %s has a label and a group, and every choice a name',
  (_, schema) => {
    const problems: string[] = [];
    for (const path of listSettingPaths(schema)) {
      const key = path.at(-1);
      if (typeof key !== 'string' || isRecordItem(schema, path)) continue;
      const meta = getMetaAt(schema, path);
      const settingName = path.join(' > ');
      const label = getSettingLabel(key, meta);
      if (!isLabel(label) || hasJargon(label)) problems.push(`${settingName}: ${label}`);
      for (const form of getSchemasAt(schema, path))
        if (form instanceof z.ZodEnum)
          for (const option of form.options) {
            const choice = getChoiceLabel(`${option}`, meta);
            if (!isLabel(choice, 4) && !/^(?:[A-Z]{3,4}|nginx|npm start)$/.test(choice))
              problems.push(`${settingName} = ${option}: ${choice}`);
          }
    }
    expect(problems).toEqual([]);
  },
);

test.each(authorSchemas)('no two neighbouring settings of %s have the same label', (_, schema) => {
  const duplicates: string[] = [];
  const walk = (path: Path) => {
    for (const form of getFormsAt(schema, path)) {
      if (form.schema instanceof z.ZodArray && !(form.schema.element instanceof z.ZodUnknown))
        walk([...path, 0]);
      if (form.schema instanceof z.ZodRecord) walk([...path, 'name']);
      if (!(form.schema instanceof z.ZodObject)) continue;
      const keys = Object.keys(form.schema.shape);
      const labels = keys.map((key) => getSettingLabel(key, getMetaAt(form.schema, [key])));
      for (const [index, label] of labels.entries())
        if (labels.indexOf(label) < index) duplicates.push(`${[...path, keys[index]].join(' > ')}: ${label}`);
      for (const key of keys) walk([...path, key]);
    }
  };
  walk([]);
  expect(duplicates).toEqual([]);
});

test.each(authorSchemas)('every form of a union in %s has a unique name', (_, schema) => {
  const problems: string[] = [];
  const walk = (unionSchema: z.ZodType, settingName: string): void => {
    if (unionSchema instanceof z.ZodUnion) {
      const names = getFormLabels(unionSchema);
      if (new Set(names).size < names.length || names.some((name) => name === ''))
        problems.push(`${settingName}: ${names.join(', ')}`);
    }
    for (const innerSchema of unwrapSchema(unionSchema)) walk(innerSchema, settingName);
  };
  for (const path of listSettingPaths(schema))
    for (const wrappedSchema of getWrappedSchemasAt(schema, path)) walk(wrappedSchema, path.join(' > '));
  expect(problems).toEqual([]);
});

/** Returns the schema that a wrapper such as `optional` contains, in a list. The list is empty for other schemas. */
function unwrapSchema(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]; // zod returns its core type
  return schema instanceof z.ZodPipe ? [schema.in as z.ZodType] : []; // zod returns its core type
}

test.each(authorSchemas)(
  'every list in %s names its items and the setting that identifies them',
  (_, schema) => {
    const problems: string[] = [];
    for (const path of listSettingPaths(schema)) {
      const key = path.at(-1);
      const forms = getSchemasAt(schema, path);
      if (
        typeof key !== 'string' ||
        !forms.some((form) => form instanceof z.ZodArray || form instanceof z.ZodRecord)
      )
        continue;
      const settingName = path.join(' > ');
      const item = getItemLabel(key, getMetaAt(schema, path));
      if (!isLabel(item) || item === 'Item' || /[^s]s$/.test(item)) problems.push(`${settingName}: ${item}`);
      // Records are left out, because the label of an item in a record is its key.
      for (const list of forms.filter((form) => form instanceof z.ZodArray))
        for (const itemSchema of getSchemasAt(list, [0]))
          if (
            itemSchema instanceof z.ZodObject &&
            listNamingSettings(Object.keys(itemSchema.shape)).length === 0
          )
            problems.push(settingName);
    }
    expect(problems).toEqual([]);
  },
);

test('labels use everyday words', () => {
  const label = (schemaName: string, ...path: Path) => {
    const schema = authorSchemas.find(([name]) => name === schemaName)?.[1] ?? z.never();
    return getSettingLabel(String(path.at(-1)), getMetaAt(schema, path));
  };
  expect(label('hero', 'heading')).toBe('Heading');
  expect(label('hero', 'actions', 0, 'href')).toBe('Web address');
  expect(label('hero', 'byline', 'readTime')).toBe('Reading time');
  expect(label('faq', 'items')).toBe('Questions');
  expect(label('people', 'items')).toBe('People');
  expect(label('event', 'when', 'label')).toBe('Label for time');
  expect(label('form', 'steps', 0, 'fields', 0, 'name')).toBe('Sent as');
  expect(blockTypes.map(getBlockLabel).filter((label) => !isLabel(label))).toEqual([]);
  expect(new Set(blockTypes.map(getBlockLabel)).size).toBe(blockTypes.length);
});

test('settings for content, appearance and advanced use are in separate groups', () => {
  const groupSettings = (schemaName: string) => {
    const schema = authorSchemas.find(([name]) => name === schemaName)?.[1] ?? z.never();
    const keysByGroup: Record<SettingGroup, string[]> = { content: [], look: [], more: [] };
    for (const key of getNamesAt(schema, []))
      keysByGroup[getSettingGroup(key, getMetaAt(schema, [key]))].push(key);
    return keysByGroup;
  };
  expect(groupSettings('card-grid')).toEqual({
    content: ['type', 'eyebrow', 'heading', 'lead', 'items', 'actions'],
    look: ['tone', 'layout', 'pace', 'columns'],
    more: ['id', 'hidden'],
  });
  expect(groupSettings('page').content).toEqual([
    'title',
    'description',
    'kind',
    'published',
    'updated',
    'author',
    'tags',
    'status',
    'blocks',
  ]);
  // Every setting inside an appearance setting also belongs to the appearance group.
  expect(getSettingGroup('width', {}, 'look')).toBe('look');
});

test('every row in the label tables belongs to a setting, choice or block', () => {
  const keys = new Set<string>(blockTypes);
  for (const [, schema] of authorSchemas)
    for (const path of listSettingPaths(schema)) {
      keys.add(String(path.at(-1)));
      for (const form of getSchemasAt(schema, path))
        if (form instanceof z.ZodEnum) for (const option of form.options) keys.add(`${option}`);
    }
  expect(labelledNames.filter((key) => !keys.has(key))).toEqual([]);
});
