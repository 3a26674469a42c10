import type { z } from 'zod';
import type { Path } from '../base/path.ts';
import { namesAt } from './schema-at-path.ts';

/** What to do about a setting that belongs into one of those beside it. */
export function misplacedSetting(key: string, owner: Path, schema: z.ZodType): string | undefined {
  const homes = namesAt(schema, owner).filter((name) => namesAt(schema, [...owner, name]).includes(key));
  return homes.length === 1 ? `write it in \`${homes[0]}\`, where it belongs` : undefined;
}
