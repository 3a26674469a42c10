import { z } from 'zod';
import type { Path } from '../base/path.ts';

/** What a field's schema says about it for people. */
export interface FieldWords {
  description?: string;
  examples?: readonly unknown[];
}

/** The schemas that may stand at a path: several where there are several forms. Wrappers such as "optional" are taken off. */
export function schemasAt(schema: z.ZodType, path: Path): z.ZodType[] {
  return layersAt(schema, path).flatMap(unwrapped);
}

/** The names of settings that a schema allows at a path. */
export function namesAt(schema: z.ZodType, path: Path): string[] {
  return [...new Set(groupsAt(schema, path).flat())];
}

/** Whether every form allows the setting to be left out. */
export function isOptionalAt(schema: z.ZodType, path: Path): boolean {
  const layers = layersAt(schema, path);
  return layers.length > 0 && layers.every((layer) => layer.safeParse(undefined).success);
}

/** The names of each group of settings that may stand at a path. */
export function groupsAt(schema: z.ZodType, path: Path): string[][] {
  return schemasAt(schema, path).flatMap((found) =>
    found instanceof z.ZodObject ? [Object.keys(found.shape)] : [],
  );
}

/** Whether every form of the group around it needs the setting. */
export function isNeededAt(schema: z.ZodType, path: Path): boolean {
  const layers = layersAt(schema, path);
  return (
    layers.length > 0 &&
    layers.length === schemasAt(schema, path.slice(0, -1)).length &&
    layers.every((layer) => !layer.safeParse(undefined).success)
  );
}

/** Whether a text can stand at a path. */
export function takesTextAt(schema: z.ZodType, path: Path): boolean {
  return schemasAt(schema, path).some((found) => found instanceof z.ZodString);
}

/** Description and examples of the field at a path, whichever wrapper they stand on. */
export function wordsAt(schema: z.ZodType, path: Path): FieldWords {
  let words: FieldWords = {};
  for (const layer of layersAt(schema, path)) {
    for (let inner: z.ZodType | undefined = layer; inner; inner = inside(inner))
      words = { ...inner.meta(), ...words };
  }
  return words;
}

/** The schemas at a path with their wrappers on. */
function layersAt(schema: z.ZodType, path: Path): z.ZodType[] {
  const [step, ...rest] = path;
  if (step === undefined) return [schema];
  return unwrapped(schema).flatMap((one) => {
    if (one instanceof z.ZodArray) return layersAt(one.element as z.ZodType, rest); // zod's own core types
    if (one instanceof z.ZodRecord) return layersAt(one.valueType as z.ZodType, rest); // as above
    if (!(one instanceof z.ZodObject)) return [];
    const inner = (one.shape as Record<string, z.ZodType>)[String(step)]; // as above
    return inner ? layersAt(inner, rest) : [];
  });
}

function unwrapped(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unwrapped(option as z.ZodType)); // as above
  const inner = inside(schema);
  return inner ? unwrapped(inner) : [schema];
}

function inside(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schema.unwrap() as z.ZodType; // as above
  // Running text and numbers are texts first; the rest of the pipe is what they become.
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType; // as above
  return undefined;
}
