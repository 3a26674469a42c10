import { z } from 'zod';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { pageSettings, useSettings } from '../../schema/site/page.ts';
import type { JsonSchema } from './json-schema.ts';

/** The keywords that the strict modes of language models support. */
const supportedKeywords = new Set(
  '$ref additionalProperties anyOf const description enum items properties required type'.split(' '),
);

/**
 * Returns the page schema for the structured output of language models. It has an object at its root, `anyOf` for
 * every choice, no conditions and no unlisted settings.
 */
export function createStrictPageSchema(): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const addDefinition = (schema: z.ZodType): JsonSchema => {
    const { $defs = {}, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const [name, shared] of Object.entries($defs)) definitions[name] = toStrictSchema(shared);
    return toStrictSchema(made);
  };
  const createBlockReference = (type: string) => ({ $ref: `#/$defs/${type}-block` });
  for (const type of blockTypes) definitions[`${type}-block`] = addDefinition(blocks[type]);
  definitions['shared-block'] = addDefinition(useSettings);
  const page = addDefinition(pageSettings);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...page,
    properties: {
      ...page.properties,
      blocks: {
        ...page.properties?.['blocks'],
        items: { anyOf: [...blockTypes, 'shared'].map(createBlockReference) },
      },
    },
    required: [...new Set([...(page.required ?? []), 'title', 'description', 'blocks'])],
    $defs: definitions,
  };
}

/** Keeps the keywords that strict modes support. Adds the maximum length to the description. */
function toStrictSchema(source: unknown): JsonSchema {
  const { oneOf, properties, anyOf = oneOf, items, maxLength, description, ...schema } = source as JsonSchema; // from zod
  const limit = typeof maxLength === 'number' ? `At most ${maxLength} characters.` : undefined;
  const fullDescription = [description, limit].filter((text) => text !== undefined).join(' ');
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => supportedKeywords.has(key))),
    ...(fullDescription !== '' && { description: fullDescription }),
    ...(items !== undefined && { items: toStrictSchema(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(toStrictSchema) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, propertySchema]) => [name, toStrictSchema(propertySchema)]),
      ),
      additionalProperties: false,
    }),
  };
}
