import { z } from 'zod';
import type { Path } from '../../schema/base/data.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import { getSchemasAt } from '../../schema/check/schema-paths.ts';

/** The schemas of everything that authors can write, with their names. */
export const authorSchemas: readonly (readonly [called: string, schema: z.ZodType])[] = [
  ...Object.entries(blocks),
  ['page', pageSettings],
  ['redirect', redirectSettings],
  ['use', useSettings],
  ['site', site],
];

/** Returns the path of every setting. List items have the step `0`, and keys of records have the step `name`. */
export function listSettingPaths(rootSchema: z.ZodType, path: Path = []): Path[] {
  return getSchemasAt(rootSchema, path).flatMap((schema): Path[] => {
    const steps: Path =
      schema instanceof z.ZodObject
        ? Object.keys(schema.shape).filter((key) => key !== 'type')
        : schema instanceof z.ZodRecord
          ? ['name']
          : [];
    const itemPaths =
      schema instanceof z.ZodArray && !(schema.element instanceof z.ZodUnknown)
        ? listSettingPaths(rootSchema, [...path, 0])
        : [];
    return [
      ...steps.flatMap((step) => [[...path, step], ...listSettingPaths(rootSchema, [...path, step])]),
      ...itemPaths,
    ];
  });
}
