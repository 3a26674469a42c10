import { parse } from 'yaml';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, mapValues } from '../../schema/base/data.ts';

/** What a recipe has in place of a picture of the site. */
const samplePicture = '/pictures/example.jpg';

export type Block = { readonly type: BlockType } & Readonly<Record<string, Value>>;

/**
 * A block to begin with, whose texts say what to write. `picture` is one of the site, as layouts with pictures show
 * nothing without one; `usedIds` are those of the page.
 */
export function blockFromRecipe(
  recipe: string,
  { type, layout }: { type: BlockType; layout: string },
  picture: string | undefined,
  usedIds: ReadonlySet<string>,
): Block {
  // The texts of a recipe are those of a file: numbers and dates as they are written.
  const { type: _, layout: __, ...settings } = parse(recipe, { schema: 'failsafe' }) as Block; // tests check each
  const { id, ...others } = withPicture(settings, picture ?? samplePicture) as Record<string, Value>; // a group
  return {
    type,
    ...(layout !== '' && { layout }),
    ...(typeof id === 'string' && { id: freeId(id, usedIds) }),
    ...others,
  };
}

function withPicture(value: Value, picture: string): Value {
  if (typeof value === 'string') return value === samplePicture ? picture : value;
  if (Array.isArray(value)) return (value as Value[]).map((one) => withPicture(one, picture));
  return isMapping(value) ? mapValues(value, (one) => withPicture(one as Value, picture)) : value;
}

function freeId(id: string, used: ReadonlySet<string>): string {
  const isUsed = (one: string) => used.has(one);
  if (!isUsed(id)) return id;
  let number = 2;
  while (isUsed(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}
