import { z } from 'zod';
import type { FieldMeta, Reference } from '../../schema/content/field-metadata.ts';

/** A JSON Schema, as far as it matters here. */
export interface JsonSchema {
  [key: string]: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  definitions?: Record<string, JsonSchema>;
}

/**
 * Where the values are defined that an editor offers for what a setting refers to; nothing where it offers
 * none.
 */
export type ValueSource = (refersTo: Reference) => JsonSchema | undefined;

/** What an editor should know of a schema: JSON Schema draft-07, with the sentences of the checker. */
export function jsonSchemaOf(schema: z.ZodType, valuesOf: ValueSource): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) =>
      void (zodSchema instanceof z.ZodType && keepWords(zodSchema, jsonSchema)),
  });
  return forEditor(made, valuesOf) as JsonSchema; // a schema stays one
}

/**
 * Puts back what zod leaves out: the examples of what is read into something else, and our own sentences for
 * what is refused.
 */
function keepWords(schema: z.ZodType, made: Record<string, unknown>): void {
  const { examples } = schema.meta() ?? {};
  if (examples !== undefined) made['examples'] = examples;
  const said: (keyof FieldMeta)[] = [
    'isLink',
    'describes',
    'isInnerHeading',
    'isTypeset',
    'search',
    'isQuotation',
    'word',
    'minSize',
  ];
  for (const key of said) delete made[key];
  // The word in its place is not the same everywhere.
  if (made['default'] === '') delete made['default'];
  const sentence = sentenceOf(schema);
  if (sentence === undefined) return;
  if (typeof made['pattern'] === 'string') made['patternErrorMessage'] = sentence;
  else if (Array.isArray(made['anyOf'])) made['errorMessage'] = sentence;
}

function sentenceOf({ def }: z.ZodType): string | undefined {
  const checks = def.checks?.map((check) => check._zod.def) ?? [];
  // Of a text, the check of its pattern; our sentences are the same for every input.
  const [error] = [def, ...checks].flatMap(({ error }) => error ?? []) as ((issue: object) => unknown)[];
  const sentence = error?.({});
  return typeof sentence === 'string' ? sentence : undefined;
}

function forEditor(made: unknown, valuesOf: ValueSource): unknown {
  if (Array.isArray(made)) return made.map((item: unknown) => forEditor(item, valuesOf));
  if (typeof made !== 'object' || made === null) return made;
  const {
    id: _,
    refersTo,
    isSwitch,
    anyOf,
    ...schema
  } = Object.fromEntries(
    Object.entries(made).map(([key, value]) => [
      key,
      key === 'examples'
        ? value
        : key === 'properties' || key === 'definitions'
          ? forEach(value as Record<string, unknown>, valuesOf)
          : forEditor(value, valuesOf),
    ]),
  ) as JsonSchema; // the same keys
  if (typeof schema['description'] === 'string' && schema['description'].includes('`'))
    schema['markdownDescription'] = schema['description'];
  // What stands in `anyOf` are schemas.
  if (Array.isArray(anyOf)) return { ...schema, ...choice(anyOf as JsonSchema[], schema) };
  if (schema['const'] === 'true') return { ...without(schema, 'type', 'const'), ...truth(true) };
  if (Array.isArray(schema['enum']) && schema['enum'].includes('true'))
    return { ...without(schema, 'type', 'enum'), ...truth(true, false) };
  if (schema['type'] !== 'string' || schema['enum'] !== undefined || schema['const'] !== undefined)
    return schema;
  if (schema['minimum'] !== undefined) return { ...schema, type: ['number', 'string'] };
  // An editor sees `{{phone}}`, not the number that will stand there.
  if (typeof schema['pattern'] === 'string') schema['pattern'] += '|\\{\\{';
  const values = refersTo && valuesOf(refersTo as Reference); // as metadata says it
  if (values) return { ...without(schema, 'examples'), ...values };
  if (schema['pattern'] !== undefined) return schema;
  const text = without(schema, 'type', 'minLength');
  return isSwitch === true
    ? { ...text, anyOf: [{ enum: [true] }, ...anyText.anyOf] }
    : { ...text, ...anyText };
}

function forEach(schemas: Record<string, unknown>, valuesOf: ValueSource): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const made = forEditor(schema, valuesOf) as JsonSchema; // as above
      const items = made['items'] as JsonSchema | undefined; // lists here have entries of one kind
      return [name, { ...titled(made, name), ...(items && { items: titled(items, `one of ${name}`) }) }];
    }),
  );
}

/** Groups have a name for people, whichever form they take. */
function titled(schema: JsonSchema, title: string): JsonSchema {
  if (schema['type'] === 'object') return { title, ...schema };
  const branches = Object.entries(schema).filter(([key]) => key === 'then' || key === 'else');
  return {
    ...schema,
    ...Object.fromEntries(branches.map(([key, branch]) => [key, titled(branch as JsonSchema, title)])),
  }; // branches are schemas
}

/** The schema, but for some of its keywords. */
export function without({ ...schema }: JsonSchema, ...keys: string[]): JsonSchema {
  for (const key of keys) delete schema[key];
  return schema;
}

/**
 * Pages are read as text throughout, so what an editor takes for a number or a truth is text as well.
 * The truth is asked about apart: an editor would offer `true` and `false` for every text.
 */
export const textDefinition: JsonSchema = {
  minLength: 1,
  if: { type: 'boolean' },
  else: { type: ['string', 'number'], errorMessage: 'must be a text' },
};
/** The truth as editors read it, and as text. */
const truth = (...values: boolean[]): JsonSchema => ({
  anyOf: [
    { enum: values },
    { if: { type: 'string' }, then: { enum: values.map(String) }, else: { type: 'string' } },
  ],
});
// "Any of" one, since editors take that for something to be written.
const anyText = { anyOf: [{ $ref: '#/definitions/text' }] };

// One question after the other, instead of a choice between forms: then an editor names the one thing that is
// wrong.
function choice(forms: JsonSchema[], { errorMessage }: JsonSchema): JsonSchema {
  const [first, second] = forms;
  if (first && second?.['type'] === 'array') return { if: { type: 'array' }, then: second, else: first };
  const marks = forms.map(
    (form) =>
      form.required?.find((key) => forms.every((other) => other === form || !other.properties?.[key])) ?? '',
  );
  const known = forms
    .map(({ required = [] }) => required)
    .reduce((all, required) => all.filter((key) => required.includes(key)));
  const undecided: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
    required: known,
    // None of them is there, so this is the sentence for what is missing.
    if: { type: 'object', required: known },
    then: {
      required: marks.slice(0, 1),
      errorMessage: [`needs one of ${marks.map((mark) => `\`${mark}\``).join(', ')}`, errorMessage]
        .filter(Boolean)
        .join(': '),
    },
  };
  return forms.reduceRight(
    (otherwise, form, index) => ({
      if: { type: 'object', required: [marks[index]] },
      then: form,
      else: otherwise,
    }),
    undecided,
  );
}
