import { z } from 'zod';
import { isMapping } from '../base/is-mapping.ts';
import type { Path } from '../base/path.ts';
import {
  outsideAddress,
  pageAddress,
  pictureFile,
  pictureSource,
  subtitleFile,
  videoFile,
  wholePage,
} from '../fields/fields.ts';
import { inlineText } from '../fields/inline-markdown.ts';
import { prose } from '../fields/prose.ts';

/** What a text is for: what it points at, or whether it can hold links. */
export type Use =
  | 'page'
  | 'outside'
  | 'block'
  | 'dialog'
  | 'icon'
  | 'picture'
  | 'video'
  | 'subtitles'
  | 'running-text'
  | 'plain';

/** A text in data, with its place and its use. */
export interface Field {
  path: Path;
  key: string;
  text: string;
  use: Use;
  /** The group it stands in. */
  owner: Record<string, unknown>;
  /** The names that this group may have. */
  names: readonly string[];
}

// A setting of this name means the same in every block.
const byName: Record<string, Use> = {
  to: 'page',
  redirect: 'page',
  href: 'outside',
  scrollTo: 'block',
  dialog: 'dialog',
  icon: 'icon',
};
// Other names differ, and the kind of the field tells. A description added to a field does not change its definition.
const byKind = new Map<unknown, Use>([
  [pageAddress.def, 'page'],
  [wholePage.def, 'page'],
  [outsideAddress.def, 'outside'],
  [pictureFile.def, 'picture'],
  [pictureSource.def, 'picture'],
  [videoFile.def, 'video'],
  [subtitleFile.def, 'subtitles'],
  [inlineText.def, 'running-text'],
  [prose.def, 'running-text'],
]);

/** Every text of `data`, with its use as the schema or its name tells it. */
export function fieldsIn(data: unknown, schema: z.ZodType | undefined): Field[] {
  const found: Field[] = [];
  walk(data, schema ? [schema] : [], [], '', {}, [], found);
  return found;
}

function walk(
  data: unknown,
  schemas: readonly z.ZodType[],
  path: Path,
  key: string,
  owner: Record<string, unknown>,
  names: readonly string[],
  found: Field[],
): void {
  if (typeof data === 'string') {
    found.push({ path, key, text: data, use: purposeOf(key, schemas), owner, names });
  } else if (Array.isArray(data)) {
    const inner = bare(schemas).flatMap((schema) =>
      schema instanceof z.ZodArray ? [schema.element as z.ZodType] : [],
    ); // zod's own core types
    data.forEach((item, index) => walk(item, inner, [...path, index], key, owner, names, found));
  } else if (isMapping(data)) {
    const groups = bare(schemas);
    const allowed = [
      ...new Set(
        groups.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
      ),
    ];
    for (const [name, value] of Object.entries(data)) {
      const inner = groups.flatMap((schema): z.ZodType[] => {
        if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType]; // as above
        const field =
          schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>)[name] : undefined; // as above
        return field ? [field] : [];
      });
      walk(value, inner, [...path, name], name, data, allowed, found);
    }
  }
}

function purposeOf(key: string, schemas: readonly z.ZodType[]): Use {
  for (const schema of bare(schemas, false)) {
    const use = byKind.get(schema.def);
    if (use) return use;
  }
  return byName[key] ?? (schemas.length === 0 && key === 'src' ? 'picture' : 'plain');
}

const bareSchemas = new WeakMap<z.ZodType, z.ZodType[]>();

/** The schemas without the wrappers that make them optional; with `pipes`, also without what texts become. */
function bare(schemas: readonly z.ZodType[], pipes = true): z.ZodType[] {
  return schemas.flatMap((schema) => {
    const known = pipes ? bareSchemas.get(schema) : undefined;
    if (known) return known;
    const inner: z.ZodType[] =
      schema instanceof z.ZodUnion
        ? bare(schema.options as z.ZodType[], pipes) // as above
        : schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
          ? bare([schema.unwrap() as z.ZodType], pipes) // as above
          : pipes && schema instanceof z.ZodPipe
            ? bare([schema.in as z.ZodType], pipes) // as above
            : [schema];
    if (pipes) bareSchemas.set(schema, inner);
    return inner;
  });
}
