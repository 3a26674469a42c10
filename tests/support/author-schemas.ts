import { z } from 'zod';
import type { Path } from '../../schema/base/data.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import { getSchemasAt } from '../../schema/check/schema-paths.ts';

/** The schemas for everything that authors can write, each with its name. */
export const authorSchemas: readonly (readonly [called: string, schema: z.ZodType])[] = [
  ...Object.entries(blocks),
  ['page', pageSettings],
  ['redirect', redirectSettings],
  ['use', useSettings],
  ['site', site],
];

/**
 * Returns the paths of all settings in a schema. A path has the step `0` for a list item, and `name` for a record key.
 */
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
