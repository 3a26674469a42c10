import { blocks, type BlockType, blockTypes as types } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../../schema/page.ts';
import { site } from '../../schema/site.ts';
import { iconNames } from '../base/icon-names.ts';
import { type JsonSchema, jsonSchemaOf, textDefinition, type ValueSource, without } from './json-schema.ts';
import { isListed } from './site-values.ts';
import { smallestBlock, snippetOf } from './snippet.ts';

const draft = 'http://json-schema.org/draft-07/schema#';
/**
 * What editors check and complete a page with. A file of `_shared/` is a block, so both are allowed. `values`
 * is the file with what the site has.
 */
export function pageJsonSchema(values: string): JsonSchema {
  const valuesOf = sourceIn(values);
  const made = types.map((type) => [type, jsonSchemaOf(blocks[type], valuesOf)] as const);
  const shared: Record<string, JsonSchema> = Object.assign(
    {},
    ...made.map(([, { definitions }]) => definitions),
  );
  const full = made.map(
    ([type, schema]) => [type, { title: type, ...without(schema, 'definitions') }] as const,
  );
  const { status, ...settings } = jsonSchemaOf(pageSettings, valuesOf).properties ?? {};
  const page: JsonSchema = {
    title: 'page',
    type: 'object',
    additionalProperties: false,
    required: ['title', 'description', 'blocks'],
    properties: {
      ...settings,
      status,
      blocks: { ...settings['blocks'], items: entry(full, valuesOf) },
    } as Record<string, JsonSchema>,
  }; // every setting has a schema
  return {
    $schema: draft,
    title: 'Page',
    if: { type: 'object', required: ['type'] },
    then: block(full),
    else: {
      if: { type: 'object', required: ['redirect'] },
      then: jsonSchemaOf(redirectSettings, valuesOf),
      else: page,
    },
    definitions: {
      ...Object.fromEntries(full.map(([type, schema]) => [`${type}-block`, schema])),
      ...shared,
      text: textDefinition,
      icon: iconDefinition(iconNames),
    },
  };
}

/** The same for `_site.yaml`. */
export function siteJsonSchema(values: string): JsonSchema {
  const { definitions, ...schema } = jsonSchemaOf(site, sourceIn(values));
  return { $schema: draft, title: 'Site', ...schema, definitions: { ...definitions, text: textDefinition } };
}

const sourceIn =
  (values: string): ValueSource =>
  (refersTo) => {
    if (refersTo === 'icon') return { allOf: [{ $ref: '#/definitions/icon' }] };
    return isListed(refersTo) ? { allOf: [{ $ref: `${values}#/definitions/${refersTo}` }] } : undefined;
  };

type Named = readonly (readonly [type: BlockType, schema: JsonSchema])[];

/** An entry in the list of blocks: a block of its own, or the name of a shared one. */
function entry(made: Named, valuesOf: ValueSource): JsonSchema {
  const { properties: { use } = {} } = jsonSchemaOf(useSettings, valuesOf);
  const { properties: { type } = {} } = block(made);
  return {
    type: 'object',
    title: 'Block',
    if: { type: 'object', required: ['type'] },
    then: block(made),
    else: {
      if: { type: 'object', required: ['use'] },
      then: { title: 'use', additionalProperties: false, properties: { use } },
      // Required apart from the settings, or editors offer both at once.
      else: {
        defaultSnippets: made.map(([type, { description }]) => ({
          label: type,
          description,
          bodyText: snippetOf(smallestBlock(blocks[type])),
        })),
        properties: { type, use },
        allOf: [{ required: ['type'], errorMessage: 'a block needs a `type`' }],
      },
    } as JsonSchema, // both settings have a schema
  };
}

function block(made: Named): JsonSchema {
  const descriptions = made.map(([, { description }]) => description);
  return {
    type: 'object',
    properties: {
      type: {
        description: 'What kind of block it is.',
        enum: made.map(([type]) => type),
        enumDescriptions: descriptions,
        markdownEnumDescriptions: descriptions,
      },
    },
    allOf: made.map(([type]) => ({
      if: { type: 'object', required: ['type'], properties: { type: { const: type } } },
      then: { $ref: `#/definitions/${type}-block` },
    })),
  };
}

/** The names are a pattern, since an editor would show a list of them all whenever one is pointed at. */
function iconDefinition(icons: readonly string[]): JsonSchema {
  return {
    pattern: `^(${icons.join('|')})$|\\{\\{`,
    patternErrorMessage:
      'there is no icon of this name; all icons with their pictures: https://lucide.dev/icons',
    defaultSnippets: icons.map((icon) => ({ label: icon, body: icon })),
  };
}
