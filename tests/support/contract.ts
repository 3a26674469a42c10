import { z } from 'zod';
import type { Path } from '../../schema/base/data.ts';
import { blocks } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import { schemasAt } from '../../schema/check/schema-paths.ts';

/** Everything that an author can write. */
export const contract: readonly (readonly [called: string, schema: z.ZodType])[] = [
  ...Object.entries(blocks),
  ['page', pageSettings],
  ['redirect', redirectSettings],
  ['use', useSettings],
  ['site', site],
];

/** The path of every setting: a key, `0` for the items of a list, `name` for the keys of a record. */
export function settingPaths(whole: z.ZodType, path: Path = []): Path[] {
  return schemasAt(whole, path).flatMap((schema): Path[] => {
    const steps: Path =
      schema instanceof z.ZodObject
        ? Object.keys(schema.shape).filter((key) => key !== 'type')
        : schema instanceof z.ZodRecord
          ? ['name']
          : [];
    const inner =
      schema instanceof z.ZodArray && !(schema.element instanceof z.ZodUnknown)
        ? settingPaths(whole, [...path, 0])
        : [];
    return [...steps.flatMap((step) => [[...path, step], ...settingPaths(whole, [...path, step])]), ...inner];
  });
}
