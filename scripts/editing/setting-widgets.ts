import { z } from 'zod';
import { getChildSchemas, listChoices, type Form, getForms } from '../../schema/check/schema-paths.ts';
import { isBlockType, getBlockLabel } from '../../schema/blocks/index.ts';
import type { FieldMeta, SettingGroup } from '../../schema/fields/field-metadata.ts';
import {
  getFormLabels,
  getSettingGroup,
  getSettingLabel,
  getChoiceLabel,
  getItemLabel,
  listNamingSettings,
} from '../../schema/fields/labels.ts';
import type { Words } from '../../schema/fields/words.ts';
import type { Setting, Widget } from '../../src/editor/setting-types.ts';
import { hasValueList } from './reference-values.ts';

/** Returns the settings in a group for the editor, in schema order. */
export function toSettings(form: Form, words: Words, outerGroup?: SettingGroup): Setting[] {
  if (!(form.schema instanceof z.ZodObject)) return [];
  const settings = Object.keys(form.schema.shape).flatMap((name): Setting[] => {
    const [schema] = getChildSchemas(form, name);
    if (!schema || isBlockTypeSetting(name, schema)) return [];
    const meta = readFieldMeta(schema);
    const group = getSettingGroup(name, meta, outerGroup);
    const widget = toWidget(name, schema, words, group);
    const [example] = meta.examples ?? [];
    const text = findDefaultText(schema, meta, words);
    return [
      {
        name,
        label: getSettingLabel(name, meta),
        help: meta.description ?? '',
        group,
        ...(meta.layouts && { layouts: meta.layouts }),
        isRequired: !schema.safeParse(undefined).success,
        ...(text !== undefined && { default: text }),
        ...(typeof example === 'string' && { example }),
        widget,
      },
    ];
  });
  return settings.map((setting) => ({
    ...setting,
    help: toHelpText(setting.help, setting.widget, settings),
  }));
}

/**
 * Returns whether a setting is the block type. It has no field, because authors choose the type when they add a block.
 */
const isBlockTypeSetting = (name: string, schema: z.ZodType) =>
  name === 'type' && schema instanceof z.ZodLiteral;

/** Returns the metadata of a setting. All forms of a union share the metadata of the union. */
export const readFieldMeta = (schema: z.ZodType): FieldMeta => getForms(schema)[0]?.meta ?? {};

function findDefaultText(schema: z.ZodType, { word, isSwitch }: FieldMeta, words: Words): string | undefined {
  if (word !== undefined) return isSwitch ? undefined : words[word];
  if (schema instanceof z.ZodOptional) return findDefaultText(schema.unwrap() as z.ZodType, {}, words); // zod types it as `$ZodType`
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  return typeof value === 'object' ? undefined : String(value);
}

function toWidget(name: string, schema: z.ZodType, words: Words, group: SettingGroup): Widget {
  const forms = getForms(schema);
  const [form] = forms;
  const union = unwrapUnion(schema);
  if (union && forms.length === union.options.length) {
    const names = getFormLabels(union);
    return {
      kind: 'forms',
      forms: forms.map((form, index) => ({
        name: names[index] ?? '',
        widget: toFormWidget(name, form, words, group),
      })),
    };
  }
  return form ? toFormWidget(name, form, words, group) : { kind: 'file' };
}

function toFormWidget(name: string, form: Form, words: Words, group: SettingGroup): Widget {
  const { schema, meta } = form;
  if (schema instanceof z.ZodObject) return { kind: 'group', settings: toSettings(form, words, group) };
  if (schema instanceof z.ZodRecord) {
    const value = schema.valueType as z.ZodType; // zod types it as `$ZodType`
    return { kind: 'record', item: getItemLabel(name, meta), entry: toWidget(name, value, words, group) };
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType; // zod types it as `$ZodType`
    if (element instanceof z.ZodUnknown) return { kind: 'file' };
    const { minimum = 0, maximum = Infinity } = schema._zod.bag as { minimum?: number; maximum?: number }; // set by its checks
    const itemWidget = toWidget(name, element, words, group);
    return {
      kind: 'list',
      item: getItemLabel(name, meta),
      entry: itemWidget,
      naming: listNamingSettings(collectSettingNames(itemWidget)),
      minimum,
      maximum: Math.min(maximum, 1000),
    };
  }
  if (schema instanceof z.ZodLiteral && schema.values.has('true')) return { kind: 'mark' };
  const values = listChoices(schema);
  if (values)
    return {
      kind: 'choice',
      choices: values.map((value) => ({ value, label: getChoiceLabel(value, meta) })),
    };
  return schema instanceof z.ZodString ? toTextWidget(schema, meta) : { kind: 'file' };
}

function toTextWidget(schema: z.ZodString, meta: FieldMeta): Widget {
  const { refersTo, date, isSwitch, minimum, maximum } = meta;
  if (isSwitch) return { kind: 'switch' };
  if (minimum !== undefined && maximum !== undefined) return { kind: 'number', minimum, maximum };
  if (date === 'day' || date === 'time') return { kind: 'date', date };
  if (refersTo === 'inline-text') return { kind: 'words' };
  if (refersTo === 'block-text') return { kind: 'long' };
  if (schema.safeParse('#0b6b53').success && !schema.safeParse('Words').success) return { kind: 'color' };
  const hasFormat = refersTo !== undefined || !schema.safeParse('Some words').success;
  return {
    kind: 'text',
    ...(refersTo !== undefined && hasValueList(refersTo) && { lists: refersTo }),
    ...(hasFormat && { hasFormat }),
  };
}

function collectSettingNames(widget: Widget): string[] {
  if (widget.kind === 'group') return widget.settings.map(({ name }) => name);
  return widget.kind === 'forms'
    ? [...new Set(widget.forms.flatMap((form) => collectSettingNames(form.widget)))]
    : [];
}

/** Returns the union inside wrappers such as `optional`, or `undefined` if the schema is not a union. */
function unwrapUnion(schema: z.ZodType): z.ZodUnion | undefined {
  if (schema instanceof z.ZodUnion) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unwrapUnion(schema.unwrap() as z.ZodType); // zod types it as `$ZodType`
  return schema instanceof z.ZodPipe ? unwrapUnion(schema.in as z.ZodType) : undefined; // zod types it as `$ZodType`
}

/** Phrases in descriptions that apply only to YAML files, each with its replacement in the editor. */
const filePhrases: readonly (readonly [RegExp, string])[] = [
  [
    /: start with `\|`, then write the text on the lines below, indented(?:, with an empty line between paragraphs)?/,
    '',
  ],
  [/, or a longer text after `\|`/, ''],
  [/, written in quotation marks/, ''],
  [/: a file in `public\/`(?:, like `[^`]*`)?/, ''],
  [/ `true` uses the built-in text\./, ''],
  [/^`true` (?=for |if |to )/, 'Tick this '],
];

/** Returns a description for the editor, with labels instead of the names of settings, choices and blocks. */
function toHelpText(description: string, own: Widget, siblings: readonly Setting[]): string {
  const editorText = filePhrases.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    description,
  );
  const siblingWidgets = siblings.map(({ widget }) => widget);
  const findChoiceLabel = (widgets: readonly Widget[], value: string) =>
    widgets
      .flatMap((widget) => (widget.kind === 'choice' ? widget.choices : []))
      .find((choice) => choice.value === value)?.label;
  return editorText.replaceAll(
    /`(?:([\w-]+): )?([\w-]+)`/g,
    (code, name: string | undefined, value: string) => {
      const setting = siblings.find((sibling) => sibling.name === (name ?? value));
      if (name !== undefined) {
        const choice = setting && findChoiceLabel([setting.widget], value);
        return choice === undefined ? code : `“${setting?.label}: ${choice}”`;
      }
      const label = findChoiceLabel([own], value) ?? setting?.label ?? findChoiceLabel(siblingWidgets, value);
      return label === undefined && isBlockType(value)
        ? `“${getBlockLabel(value)}”`
        : label
          ? `“${label}”`
          : code;
    },
  );
}
