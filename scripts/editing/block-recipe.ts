import { parse } from 'yaml';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { isMapping, mapValues } from '../../schema/base/data.ts';

/** The path of the sample picture in recipes. New blocks replace it with a picture in the site. */
const samplePicture = '/pictures/example.jpg';

export type Block = { readonly type: BlockType } & Readonly<Record<string, Value>>;

/**
 * Creates a block from a recipe. The text in the block describes what to write. `picture` replaces the sample picture,
 * because some layouts are empty without a picture. If `usedIds`, the ids on the page, already contains the id of the
 * block, the block gets a different id.
 */
export function createBlockFromRecipe(
  recipe: string,
  { type, layout }: { type: BlockType; layout: string },
  picture: string | undefined,
  usedIds: ReadonlySet<string>,
): Block {
  // The YAML schema `failsafe` keeps numbers and dates as text, exactly as they are written.
  const { type: _, layout: __, ...settings } = parse(recipe, { schema: 'failsafe' }) as Block; // tests validate every recipe
  const { id, ...others } = replaceSamplePicture(settings, picture ?? samplePicture) as Record<string, Value>; // settings are a mapping
  return {
    type,
    ...(layout !== '' && { layout }),
    ...(typeof id === 'string' && { id: toUnusedId(id, usedIds) }),
    ...others,
  };
}

function replaceSamplePicture(value: Value, picture: string): Value {
  if (typeof value === 'string') return value === samplePicture ? picture : value;
  if (Array.isArray(value)) return (value as Value[]).map((item) => replaceSamplePicture(item, picture));
  return isMapping(value) ? mapValues(value, (item) => replaceSamplePicture(item as Value, picture)) : value;
}

function toUnusedId(id: string, usedIds: ReadonlySet<string>): string {
  const isUsed = (candidate: string) => usedIds.has(candidate);
  if (!isUsed(id)) return id;
  let number = 2;
  while (isUsed(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}
