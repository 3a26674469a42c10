import type { z } from 'zod';
import type { Path } from '../base/path.ts';
import { oneLine } from '../yaml/quoting.ts';
import { metaAt } from './schema-at-path.ts';

/** What could stand there, as an author would write it. */
export function exampleAt(path: Path, schema: z.ZodType): string | undefined {
  const example = metaAt(schema, path).examples?.[0];
  const key = path.at(-1);
  return example === undefined || key === undefined
    ? undefined
    : `for example:  ${typeof key === 'number' ? '-' : `${key}:`} ${oneLine(example)}`;
}
