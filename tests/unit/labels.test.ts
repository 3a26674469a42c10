import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Path } from '../../schema/base/data.ts';
import { formsAt, metaAt, namesAt, schemasAt, wrappedAt } from '../../schema/check/schema-paths.ts';
import type { SettingGroup } from '../../schema/fields/field-metadata.ts';
import {
  formNamesOf,
  settingGroup,
  labelOf,
  labelOfChoice,
  labelOfItem,
  namingOf,
  ownLabels,
} from '../../schema/fields/labels.ts';
import { blockTypes, labelOfBlock } from '../../schema/blocks/index.ts';
import { contract, settingPaths } from '../support/contract.ts';

/** Checks that a label has at most `maxWords` words, and no capital letters after the first except in names. */
const isLabel = (text: string, most = 3) =>
  /^[A-Z][\w’-]*(?: [\w’-]+)*$/.test(text) &&
  text.split(' ').length <= most &&
  !/ [A-Z]/.test(text.replace(/ (?:Grotesk|Condensed|Garamond|Pages)$/, ''));

/** Checks for jargon that authors of YAML may know, but users of the editor do not. */
const isJargon = (text: string) =>
  /\b(?:URL|slug|href|src|alt|id|eyebrow|CTA|enum|boolean|webhook)\b/i.test(text);

const isItemOfRecord = (schema: z.ZodType, path: Path) =>
  path.length > 1 && schemasAt(schema, path.slice(0, -1)).some((form) => form instanceof z.ZodRecord);

test.each(contract)('every setting of %s has a label and a group, and every choice a name', (_, schema) => {
  const wrong: string[] = [];
  for (const path of settingPaths(schema)) {
    const key = path.at(-1);
    if (typeof key !== 'string' || isItemOfRecord(schema, path)) continue;
    const meta = metaAt(schema, path);
    const place = path.join(' > ');
    const label = labelOf(key, meta);
    if (!isLabel(label) || isJargon(label)) wrong.push(`${place}: ${label}`);
    for (const form of schemasAt(schema, path))
      if (form instanceof z.ZodEnum)
        for (const option of form.options) {
          const choice = labelOfChoice(`${option}`, meta);
          if (!isLabel(choice, 4) && !/^(?:[A-Z]{3,4}|nginx|npm start)$/.test(choice))
            wrong.push(`${place} = ${option}: ${choice}`);
        }
  }
  expect(wrong).toEqual([]);
});

test.each(contract)('no two neighbouring settings of %s have the same label', (_, schema) => {
  const twice: string[] = [];
  const walk = (path: Path) => {
    for (const form of formsAt(schema, path)) {
      if (form.schema instanceof z.ZodArray && !(form.schema.element instanceof z.ZodUnknown))
        walk([...path, 0]);
      if (form.schema instanceof z.ZodRecord) walk([...path, 'name']);
      if (!(form.schema instanceof z.ZodObject)) continue;
      const keys = Object.keys(form.schema.shape);
      const labels = keys.map((key) => labelOf(key, metaAt(form.schema, [key])));
      for (const [at, label] of labels.entries())
        if (labels.indexOf(label) < at) twice.push(`${[...path, keys[at]].join(' > ')}: ${label}`);
      for (const key of keys) walk([...path, key]);
    }
  };
  walk([]);
  expect(twice).toEqual([]);
});

test.each(contract)('the forms of every union in %s have names', (_, schema) => {
  const wrong: string[] = [];
  const walk = (one: z.ZodType, place: string): void => {
    if (one instanceof z.ZodUnion) {
      const names = formNamesOf(one);
      if (new Set(names).size < names.length || names.some((name) => name === ''))
        wrong.push(`${place}: ${names.join(', ')}`);
    }
    for (const inner of insideOf(one)) walk(inner, place);
  };
  for (const path of settingPaths(schema))
    for (const wrapped of wrappedAt(schema, path)) walk(wrapped, path.join(' > '));
  expect(wrong).toEqual([]);
});

/** Returns the schema inside a wrapper such as `optional`. */
function insideOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]; // zod returns its core type
  return schema instanceof z.ZodPipe ? [schema.in as z.ZodType] : []; // zod returns its core type
}

test.each(contract)('every list in %s names its item and the setting that identifies it', (_, schema) => {
  const wrong: string[] = [];
  for (const path of settingPaths(schema)) {
    const key = path.at(-1);
    const forms = schemasAt(schema, path);
    if (
      typeof key !== 'string' ||
      !forms.some((form) => form instanceof z.ZodArray || form instanceof z.ZodRecord)
    )
      continue;
    const place = path.join(' > ');
    const item = labelOfItem(key, metaAt(schema, path));
    if (!isLabel(item) || item === 'Item' || /[^s]s$/.test(item)) wrong.push(`${place}: ${item}`);
    // Records are left out, since their keys name their items.
    for (const list of forms.filter((form) => form instanceof z.ZodArray))
      for (const itemSchema of schemasAt(list, [0]))
        if (itemSchema instanceof z.ZodObject && namingOf(Object.keys(itemSchema.shape)).length === 0)
          wrong.push(place);
  }
  expect(wrong).toEqual([]);
});

test('labels use everyday words', () => {
  const label = (called: string, ...path: Path) => {
    const schema = contract.find(([name]) => name === called)?.[1] ?? z.never();
    return labelOf(String(path.at(-1)), metaAt(schema, path));
  };
  expect(label('hero', 'heading')).toBe('Heading');
  expect(label('hero', 'actions', 0, 'href')).toBe('Web address');
  expect(label('hero', 'byline', 'readTime')).toBe('Reading time');
  expect(label('faq', 'items')).toBe('Questions');
  expect(label('people', 'items')).toBe('People');
  expect(label('event', 'when', 'label')).toBe('Label for time');
  expect(label('form', 'steps', 0, 'fields', 0, 'name')).toBe('Sent as');
  expect(blockTypes.map(labelOfBlock).filter((label) => !isLabel(label))).toEqual([]);
  expect(new Set(blockTypes.map(labelOfBlock)).size).toBe(blockTypes.length);
});

test('texts, appearance and advanced settings are separate', () => {
  const groups = (called: string) => {
    const schema = contract.find(([name]) => name === called)?.[1] ?? z.never();
    const found: Record<SettingGroup, string[]> = { content: [], look: [], more: [] };
    for (const key of namesAt(schema, [])) found[settingGroup(key, metaAt(schema, [key]))].push(key);
    return found;
  };
  expect(groups('card-grid')).toEqual({
    content: ['type', 'eyebrow', 'heading', 'lead', 'items', 'actions'],
    look: ['tone', 'layout', 'pace', 'columns'],
    more: ['id', 'hidden'],
  });
  expect(groups('page').content).toEqual([
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
  // All settings inside a setting of the look belong to the look.
  expect(settingGroup('width', {}, 'look')).toBe('look');
});

test('every row in the label tables belongs to a setting, choice or block', () => {
  const keys = new Set<string>(blockTypes);
  for (const [, schema] of contract)
    for (const path of settingPaths(schema)) {
      keys.add(String(path.at(-1)));
      for (const form of schemasAt(schema, path))
        if (form instanceof z.ZodEnum) for (const option of form.options) keys.add(`${option}`);
    }
  expect(ownLabels.filter((key) => !keys.has(key))).toEqual([]);
});
