import { z } from 'zod';
import type { Path } from '../base/data.ts';
import type { FieldMeta } from '../fields/field-metadata.ts';

/** A form of a value: a schema without wrappers such as `optional`, and the metadata of the schema and wrappers. */
export interface Form {
  schema: z.ZodType;
  meta: FieldMeta;
}

const cachedForms = new WeakMap<z.ZodType, readonly Form[]>();

/** Returns the forms of a schema. Only unions have several forms. */
export function getForms(schema: z.ZodType): readonly Form[] {
  const forms = cachedForms.get(schema) ?? unwrap(schema);
  cachedForms.set(schema, forms);
  return forms;
}

function unwrap(schema: z.ZodType): Form[] {
  const meta = schema.meta() ?? {};
  const inner = nestedSchemas(schema);
  if (inner.length === 0) return [{ schema, meta }];
  return inner.flatMap(getForms).map((form) => ({ ...form, meta: { ...form.meta, ...meta } }));
}

function nestedSchemas(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[]; // zod declares core types
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]; // zod declares a core type
  // A pipe converts its input, which is what authors write, to a number or inline text. Use the schema of the input.
  return schema instanceof z.ZodPipe ? [schema.in as z.ZodType] : []; // zod declares a core type
}

/** Returns the schemas of a list item or setting, including wrappers. */
export function getChildSchemas({ schema }: Form, step: Path[number]): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]; // zod declares a core type
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType]; // zod declares a core type
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return [];
  return [(schema.shape as Record<string, z.ZodType>)[step]!]; // zod declares a core type
}

/** Returns the names of the settings that a form allows. */
export function getSchemaKeys({ schema }: Form): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Returns the allowed values of a choice, or `undefined` for other schemas. */
export function listChoices(schema: z.ZodType): string[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : undefined;
}

/** Returns whether a value or any nested value can be a reference. */
export function hasReferences(schema: z.ZodType): boolean {
  return getForms(schema).some(
    (form) =>
      form.meta.refersTo !== undefined ||
      [0, ...getSchemaKeys(form)].some((step) => getChildSchemas(form, step).some(hasReferences)),
  );
}

/** Returns the schemas at a path, without wrappers such as `optional`. */
export function getSchemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  return getFormsAt(schema, path).map((form) => form.schema);
}

/** Returns the names of the settings that are allowed at a path. */
export function getNamesAt(schema: z.ZodType, path: Path): string[] {
  return [...new Set(getFormsAt(schema, path).flatMap(getSchemaKeys))];
}

/** Returns whether the setting at a path is optional in every form of its group. */
export function isOptionalAt(schema: z.ZodType, path: Path): boolean {
  const wrapped = getWrappedSchemasAt(schema, path);
  return wrapped.length > 0 && wrapped.every((schema) => schema.safeParse(undefined).success);
}

/** Returns whether the setting at a path is required in every form of its group. */
export function isRequiredAt(schema: z.ZodType, path: Path): boolean {
  const wrapped = getWrappedSchemasAt(schema, path);
  return (
    wrapped.length > 0 &&
    wrapped.length === getFormsAt(schema, path.slice(0, -1)).length &&
    wrapped.every((candidate) => !candidate.safeParse(undefined).success)
  );
}

/** Returns the metadata of the field at a path, including the metadata of wrappers. */
export function getMetaAt(schema: z.ZodType, path: Path): FieldMeta {
  return Object.assign(
    {},
    ...getFormsAt(schema, path)
      .map(({ meta }) => meta)
      .toReversed(),
  ) as FieldMeta; // merges FieldMeta objects
}

/** Returns the forms that the value at a path can have. */
export function getFormsAt(schema: z.ZodType, path: Path): Form[] {
  return getWrappedSchemasAt(schema, path).flatMap(getForms);
}

/** Returns the schemas at a path, including wrappers. */
export function getWrappedSchemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  return path.reduce<z.ZodType[]>(
    (schemas, step) => schemas.flatMap(getForms).flatMap((form) => getChildSchemas(form, step)),
    [schema],
  );
}
