import { z } from 'zod';
import { childOf, listChoices, type Form, formsOf } from '../../schema/check/schema-paths.ts';
import { isBlockType, labelOfBlock } from '../../schema/blocks/index.ts';
import type { FieldMeta, SettingGroup } from '../../schema/fields/field-metadata.ts';
import {
  formNamesOf,
  settingGroup,
  labelOf,
  labelOfChoice,
  labelOfItem,
  namingOf,
} from '../../schema/fields/labels.ts';
import type { Words } from '../../schema/fields/words.ts';
import type { Setting, Widget } from '../../src/editor/place-settings.ts';
import { isListed } from './listed-values.ts';

/** Returns the settings of a group for the editor, in the order of its schema. */
export function settingsOf(form: Form, words: Words, around?: SettingGroup): Setting[] {
  if (!(form.schema instanceof z.ZodObject)) return [];
  const settings = Object.keys(form.schema.shape).flatMap((name): Setting[] => {
    const [schema] = childOf(form, name);
    if (!schema || isTypeOfBlock(name, schema)) return [];
    const meta = metaOf(schema);
    const group = settingGroup(name, meta, around);
    const widget = widgetOf(name, schema, words, group);
    const [example] = meta.examples ?? [];
    const text = defaultOf(schema, meta, words);
    return [
      {
        name,
        label: labelOf(name, meta),
        help: meta.description ?? '',
        group,
        isRequired: !schema.safeParse(undefined).success,
        ...(text !== undefined && { default: text }),
        ...(typeof example === 'string' && { example }),
        widget,
      },
    ];
  });
  return settings.map((one) => ({ ...one, help: helpOf(one.help, one.widget, settings) }));
}

/** Whether a setting is the type of a block, which authors choose when they add the block. */
const isTypeOfBlock = (name: string, schema: z.ZodType) => name === 'type' && schema instanceof z.ZodLiteral;

/** Returns the metadata of a setting. All forms of a union share the metadata of the union. */
export const metaOf = (schema: z.ZodType): FieldMeta => formsOf(schema)[0]?.meta ?? {};

function defaultOf(schema: z.ZodType, { word, isSwitch }: FieldMeta, words: Words): string | undefined {
  if (word !== undefined) return isSwitch ? undefined : words[word];
  if (schema instanceof z.ZodOptional) return defaultOf(schema.unwrap() as z.ZodType, {}, words); // zod types it as `$ZodType`
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  return typeof value === 'object' ? undefined : String(value);
}

function widgetOf(name: string, schema: z.ZodType, words: Words, group: SettingGroup): Widget {
  const forms = formsOf(schema);
  const [form] = forms;
  const union = unionIn(schema);
  if (union && forms.length === union.options.length) {
    const names = formNamesOf(union);
    return {
      kind: 'forms',
      forms: forms.map((one, at) => ({
        name: names[at] ?? '',
        widget: widgetOfForm(name, one, words, group),
      })),
    };
  }
  return form ? widgetOfForm(name, form, words, group) : { kind: 'file' };
}

function widgetOfForm(name: string, form: Form, words: Words, group: SettingGroup): Widget {
  const { schema, meta } = form;
  if (schema instanceof z.ZodObject) return { kind: 'group', settings: settingsOf(form, words, group) };
  if (schema instanceof z.ZodRecord) {
    const value = schema.valueType as z.ZodType; // zod types it as `$ZodType`
    return { kind: 'record', item: labelOfItem(name, meta), entry: widgetOf(name, value, words, group) };
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType; // zod types it as `$ZodType`
    if (element instanceof z.ZodUnknown) return { kind: 'file' };
    const { minimum = 0, maximum = Infinity } = schema._zod.bag as { minimum?: number; maximum?: number }; // set by its checks
    const entry = widgetOf(name, element, words, group);
    return {
      kind: 'list',
      item: labelOfItem(name, meta),
      entry,
      naming: namingOf(namesIn(entry)),
      minimum,
      maximum: Math.min(maximum, 1000),
    };
  }
  if (schema instanceof z.ZodLiteral && schema.values.has('true')) return { kind: 'mark' };
  const values = listChoices(schema);
  if (values)
    return { kind: 'choice', choices: values.map((value) => ({ value, label: labelOfChoice(value, meta) })) };
  return schema instanceof z.ZodString ? textWidget(schema, meta) : { kind: 'file' };
}

function textWidget(schema: z.ZodString, meta: FieldMeta): Widget {
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
    ...(refersTo !== undefined && isListed(refersTo) && { lists: refersTo }),
    ...(hasFormat && { hasFormat }),
  };
}

function namesIn(widget: Widget): string[] {
  if (widget.kind === 'group') return widget.settings.map(({ name }) => name);
  return widget.kind === 'forms' ? [...new Set(widget.forms.flatMap((form) => namesIn(form.widget)))] : [];
}

/** Returns the union inside wrappers such as `optional`. */
function unionIn(schema: z.ZodType): z.ZodUnion | undefined {
  if (schema instanceof z.ZodUnion) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return unionIn(schema.unwrap() as z.ZodType); // zod types it as `$ZodType`
  return schema instanceof z.ZodPipe ? unionIn(schema.in as z.ZodType) : undefined; // zod types it as `$ZodType`
}

/** Parts of descriptions that apply only to YAML files, and their replacements in the editor. */
const ofFile: readonly (readonly [RegExp, string])[] = [
  [/: start with `\|`, then write it below, indented(?:, with an empty line between paragraphs)?/, ''],
  [/, or a longer text that starts with `\|`/, ''],
  [/, in quotation marks/, ''],
  [/: a file in `public\/`(?:, like `[^`]*`)?/, ''],
  [/ `true` uses the built-in text\./, ''],
  [/^`true` (?=for |if |to )/, 'Tick this '],
];

/** Returns a description with the labels of settings, choices and blocks instead of their names. */
function helpOf(description: string, own: Widget, siblings: readonly Setting[]): string {
  const plain = ofFile.reduce((text, [pattern, words]) => text.replace(pattern, words), description);
  const all = siblings.map(({ widget }) => widget);
  const choiceIn = (widgets: readonly Widget[], value: string) =>
    widgets
      .flatMap((widget) => (widget.kind === 'choice' ? widget.choices : []))
      .find((one) => one.value === value)?.label;
  return plain.replaceAll(/`(?:([\w-]+): )?([\w-]+)`/g, (code, name: string | undefined, value: string) => {
    const setting = siblings.find((one) => one.name === (name ?? value));
    if (name !== undefined) {
      const choice = setting && choiceIn([setting.widget], value);
      return choice === undefined ? code : `“${setting?.label}: ${choice}”`;
    }
    const label = choiceIn([own], value) ?? setting?.label ?? choiceIn(all, value);
    return label === undefined && isBlockType(value)
      ? `“${labelOfBlock(value)}”`
      : label
        ? `“${label}”`
        : code;
  });
}
