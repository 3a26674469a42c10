import { z } from 'zod';
import type { FieldMeta, RefersTo } from '../../schema/fields/field-metadata.ts';
import { getSettingLabel, getChoiceLabel, getItemLabel } from '../../schema/fields/labels.ts';

/** A JSON Schema with the keywords that this program uses. */
export interface JsonSchema {
  [key: string]: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  definitions?: Record<string, JsonSchema>;
}

/**
 * Returns a schema with the values that an editor suggests for a kind of reference, or `undefined` if there are none.
 */
export type ValueSource = (refersTo: RefersTo) => JsonSchema | undefined;

/** Converts a zod schema to JSON Schema draft-07 for editors, with the messages of the checker. */
export function toJsonSchema(schema: z.ZodType, createValueSchema: ValueSource): JsonSchema {
  const { $schema: _, ...rawSchema } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) =>
      void (zodSchema instanceof z.ZodType && addTexts(zodSchema, jsonSchema)),
  });
  return adaptForEditor(rawSchema, createValueSchema) as JsonSchema; // the result is a schema again
}

/** Adds what zod leaves out: examples of transformed values, and error messages. */
function addTexts(schema: z.ZodType, rawSchema: Record<string, unknown>): void {
  const { examples } = schema.meta() ?? {};
  if (examples !== undefined) rawSchema['examples'] = examples;
  const internal: (keyof FieldMeta)[] = [
    'isLink',
    'describes',
    'isInnerHeading',
    'isTypeset',
    'search',
    'isQuotation',
    'isDecimal',
    'isNumbered',
    'minSize',
    'date',
    'otherNames',
    'otherValues',
    'formerNames',
    'formerValues',
    'group',
    'layouts',
  ];
  for (const key of internal) delete rawSchema[key];
  // Omit an empty default, because the actual text depends on the site's language.
  if (rawSchema['default'] === '') delete rawSchema['default'];
  const message = readErrorMessage(schema);
  if (message === undefined) return;
  if (typeof rawSchema['pattern'] === 'string') rawSchema['patternErrorMessage'] = message;
  else if (Array.isArray(rawSchema['anyOf'])) rawSchema['errorMessage'] = message;
}

function readErrorMessage({ def }: z.ZodType): string | undefined {
  const checks = def.checks?.map((check) => check._zod.def) ?? [];
  // For strings, the message belongs to the pattern check. It is the same for every input.
  const [error] = [def, ...checks].flatMap(({ error }) => error ?? []) as ((issue: object) => unknown)[];
  const message = error?.({});
  return typeof message === 'string' ? message : undefined;
}

function adaptForEditor(rawSchema: unknown, createValueSchema: ValueSource): unknown {
  if (Array.isArray(rawSchema))
    return rawSchema.map((item: unknown) => adaptForEditor(item, createValueSchema));
  if (typeof rawSchema !== 'object' || rawSchema === null) return rawSchema;
  const {
    id: _,
    refersTo,
    isSwitch,
    label: _label,
    item: _item,
    word: _word,
    choices,
    anyOf,
    ...schema
  } = Object.fromEntries(
    Object.entries(rawSchema).map(([key, value]) => [
      key,
      key === 'examples'
        ? value
        : key === 'properties' || key === 'definitions'
          ? adaptProperties(value as Record<string, unknown>, createValueSchema)
          : adaptForEditor(value, createValueSchema),
    ]),
  ) as JsonSchema; // the keys stay the same
  if (typeof schema['description'] === 'string' && schema['description'].includes('`'))
    schema['markdownDescription'] = schema['description'];
  // The items of `anyOf` are schemas.
  if (Array.isArray(anyOf)) return { ...schema, ...createChoice(anyOf as JsonSchema[], schema) };
  if (schema['const'] === 'true')
    return { ...omitKeys(schema, 'type', 'const'), ...createBooleanOrTextSchema(true) };
  if (Array.isArray(schema['enum']) && schema['enum'].includes('true'))
    return { ...omitKeys(schema, 'type', 'enum'), ...createBooleanOrTextSchema(true, false) };
  if (Array.isArray(schema['enum']))
    schema['enumDescriptions'] = schema['enum'].map((value) =>
      getChoiceLabel(`${value}`, { choices } as FieldMeta),
    ); // from the field metadata
  if (schema['type'] !== 'string' || schema['enum'] !== undefined || schema['const'] !== undefined)
    return schema;
  if (schema['minimum'] !== undefined) return { ...schema, type: ['number', 'string'] };
  // Editors see variables such as `{{phone}}`, not their values.
  if (typeof schema['pattern'] === 'string') schema['pattern'] += '|\\{\\{';
  const values = refersTo && createValueSchema(refersTo as RefersTo); // from the field metadata
  if (values) return { ...omitKeys(schema, 'examples'), ...values };
  if (schema['pattern'] !== undefined) return schema;
  const text = omitKeys(schema, 'type', 'minLength');
  return isSwitch === true
    ? { ...text, anyOf: [{ enum: [true] }, ...anyText.anyOf] }
    : { ...text, ...anyText };
}

function adaptProperties(
  schemas: Record<string, unknown>,
  createValueSchema: ValueSource,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const meta = schema as FieldMeta; // zod adds the metadata of fields
      const property = addTitle(
        adaptForEditor(schema, createValueSchema) as JsonSchema,
        getSettingLabel(name, meta),
      ); // the result is a schema again
      const items = property['items'] as JsonSchema | undefined; // all items of a list here have the same kind
      return [name, { ...property, ...(items && { items: addTitle(items, getItemLabel(name, meta)) }) }];
    }),
  );
}

/** Adds a title to a schema and to the branches of its conditions. */
function addTitle(schema: JsonSchema, title: string): JsonSchema {
  const branches = Object.entries(schema).filter(([key]) => key === 'then' || key === 'else');
  return {
    title,
    ...schema,
    ...Object.fromEntries(branches.map(([key, branch]) => [key, addTitle(branch as JsonSchema, title)])),
  }; // `then` and `else` are schemas
}

/** Returns a copy of a schema without these keywords. */
export function omitKeys({ ...schema }: JsonSchema, ...keys: string[]): JsonSchema {
  for (const key of keys) delete schema[key];
  return schema;
}

/**
 * Accepts any scalar, because every scalar on a page is text, even if editors read it as a number or a boolean.
 * Booleans are in a separate branch, because editors would otherwise suggest `true` and `false` for every text.
 */
const textSchema: JsonSchema = {
  minLength: 1,
  if: { type: 'boolean' },
  else: { type: ['string', 'number'], errorMessage: 'must be text' },
};
/** Returns a schema that accepts the given booleans, both as booleans and as text. */
const createBooleanOrTextSchema = (...values: boolean[]): JsonSchema => ({
  anyOf: [
    { enum: values },
    { if: { type: 'string' }, then: { enum: values.map(String) }, else: { type: 'string' } },
  ],
});
// This is an `anyOf` with one item, because editors then insert a value. It is not a shared definition, because editors
// would show the label of its last use.
const anyText = { anyOf: [textSchema] };

// Uses nested conditions instead of `anyOf`, so that an editor reports only the invalid setting.
function createChoice(variants: JsonSchema[], { errorMessage }: JsonSchema): JsonSchema {
  const [first, second] = variants;
  if (first && second?.['type'] === 'array') return { if: { type: 'array' }, then: second, else: first };
  const distinguishingKeys = variants.map(
    (variant) =>
      variant.required?.find((key) =>
        variants.every((otherVariant) => otherVariant === variant || !otherVariant.properties?.[key]),
      ) ?? '',
  );
  const commonKeys = variants
    .map(({ required = [] }) => required)
    .reduce((commonKeys, required) => commonKeys.filter((key) => required.includes(key)));
  const fallbackSchema: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.assign({}, ...variants.map(({ properties }) => properties)),
    required: commonKeys,
    // None of the settings that distinguish the variants is present, so the message lists these settings.
    if: { type: 'object', required: commonKeys },
    then: {
      required: distinguishingKeys.slice(0, 1),
      errorMessage: [
        `needs one of ${distinguishingKeys.map((distinguishingKey) => `\`${distinguishingKey}\``).join(', ')}`,
        errorMessage,
      ]
        .filter(Boolean)
        .join(': '),
    },
  };
  return variants.reduceRight(
    (nextSchema, variant, index) => ({
      if: { type: 'object', required: [distinguishingKeys[index]] },
      then: variant,
      else: nextSchema,
    }),
    fallbackSchema,
  );
}
