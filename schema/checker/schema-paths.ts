import { z } from 'zod';
import type { Path } from '../util.ts';
import type { FieldMeta } from '../content/field-metadata.ts';

/**
 * One of the forms that a value may take: its schema without wrappers such as "optional", and what they all
 * say.
 */
export interface Form {
  schema: z.ZodType;
  meta: FieldMeta;
}

const known = new WeakMap<z.ZodType, readonly Form[]>();

/** The forms of a schema; several only where it is a union. */
export function formsOf(schema: z.ZodType): readonly Form[] {
  const forms = known.get(schema) ?? unwrap(schema);
  known.set(schema, forms);
  return forms;
}

function unwrap(schema: z.ZodType): Form[] {
  const meta = schema.meta() ?? {};
  const inner = inside(schema);
  if (inner.length === 0) return [{ schema, meta }];
  return inner.flatMap(formsOf).map((form) => ({ ...form, meta: { ...form.meta, ...meta } }));
}

function inside(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options as z.ZodType[]; // zod's own core types
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]; // as above
  // Inline text and numbers are texts first; the rest of the pipe is what they become.
  return schema instanceof z.ZodPipe ? [schema.in as z.ZodType] : []; // as above
}

/** The schema of an entry of a list or of a setting of a group, with its wrappers. */
export function childOf({ schema }: Form, step: Path[number]): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]; // as above
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType]; // as above
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, step)) return [];
  return [(schema.shape as Record<string, z.ZodType>)[step]!]; // as above
}

/** The names of the settings that a form of a group allows. */
export function namesOf({ schema }: Form): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/**
 * The schemas that may stand at a path: several where there are several forms. Wrappers such as "optional"
 * are taken off.
 */
export function schemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  return formsAt(schema, path).map((form) => form.schema);
}

/** The names of settings that a schema allows at a path. */
export function namesAt(schema: z.ZodType, path: Path): string[] {
  return [...new Set(formsAt(schema, path).flatMap(namesOf))];
}

/** Whether every form allows the setting to be left out. */
export function isOptionalAt(schema: z.ZodType, path: Path): boolean {
  const wrapped = wrappedAt(schema, path);
  return wrapped.length > 0 && wrapped.every((one) => one.safeParse(undefined).success);
}

/** Whether every form of the group around it needs the setting. */
export function isNeededAt(schema: z.ZodType, path: Path): boolean {
  const wrapped = wrappedAt(schema, path);
  return (
    wrapped.length > 0 &&
    wrapped.length === formsAt(schema, path.slice(0, -1)).length &&
    wrapped.every((one) => !one.safeParse(undefined).success)
  );
}

/** What the field at a path says about itself, whichever wrapper that stands on. */
export function metaAt(schema: z.ZodType, path: Path): FieldMeta {
  return Object.assign(
    {},
    ...formsAt(schema, path)
      .map(({ meta }) => meta)
      .toReversed(),
  ) as FieldMeta; // made of them
}

function formsAt(schema: z.ZodType, path: Path): Form[] {
  return wrappedAt(schema, path).flatMap(formsOf);
}

/** The schemas at a path with their wrappers on. */
function wrappedAt(schema: z.ZodType, path: Path): z.ZodType[] {
  return path.reduce<z.ZodType[]>(
    (schemas, step) => schemas.flatMap(formsOf).flatMap((form) => childOf(form, step)),
    [schema],
  );
}
