import { z } from 'zod';
import { blocks } from '../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../schema/page.ts';
import { site } from '../schema/site.ts';

type JsonSchema = Record<string, unknown>;

/** What editors check and complete a page with: JSON Schema draft-07. A file of `_shared/` is a block, so both are allowed. */
export function pageJsonSchema(): JsonSchema {
  const definitions = Object.fromEntries(Object.entries(blocks).map(([type, schema]) => [type, jsonSchema(schema)]));
  const { status, ...settings } = (jsonSchema(pageSettings)['properties'] ?? {}) as Record<string, JsonSchema>; // an object schema has properties
  const page = { type: 'object', additionalProperties: false, required: ['title', 'description', 'blocks'], properties: { ...settings, status, blocks: { type: 'array', minItems: 1, items: block(['type', 'use']) } } };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Page',
    // One question after the other, instead of a choice between forms: then an editor names the one thing that is wrong.
    if: { required: ['type'] },
    then: block(['type']),
    else: { if: { required: ['redirect'] }, then: jsonSchema(redirectSettings), else: page },
    definitions,
  };
}

/** The same for `_site.yaml`. */
export function siteJsonSchema(): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Site', ...jsonSchema(site) };
}

function block(keys: string[]): JsonSchema {
  const types = Object.keys(blocks);
  const cases = types.map((type) => ({ if: { required: ['type'], properties: { type: { const: type } } }, then: { $ref: `#/definitions/${type}` } }));
  return {
    type: 'object',
    ...(keys.includes('use') ? { if: { required: ['use'] }, then: jsonSchema(useSettings), else: { required: ['type'], properties: { type: { enum: types } }, allOf: cases } } : { required: ['type'], properties: { type: { enum: types } }, allOf: cases }),
  };
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      const found: JsonSchema = made;
      // An editor sees `{{phone}}`, not the number that will stand there.
      if (typeof found['pattern'] === 'string') found['pattern'] += '|\\{\\{';
      // Pages are read as text throughout, so what an editor takes for a number or a truth is text as well.
      if (found['const'] === 'true') Object.assign(found, { type: undefined, const: undefined, enum: [true, 'true'] });
      else if (Array.isArray(found['enum']) && found['enum'].includes('true')) Object.assign(found, { type: undefined, enum: [true, false, 'true', 'false'] });
      else if (found['type'] === 'string' && found['enum'] === undefined && found['const'] === undefined) found['type'] = ['string', 'number', 'boolean'];
    },
  });
  return JSON.parse(JSON.stringify(rest)) as JsonSchema; // drops what was set to undefined
}
