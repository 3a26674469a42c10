import { iconNames } from '../../schema/fields/icons.ts';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';
import { z } from 'zod';
import { fileEndings } from '../../schema/fields/file-types.ts';
import { isMapping, type Path } from '../../schema/base/data.ts';
import { routeOf } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { routeFolders } from '../../schema/check/list-selection.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import type { RefersTo } from '../../schema/fields/field-metadata.ts';
import { type JsonSchema, jsonSchemaOf, type ValueSource, omitKeys } from './json-schema.ts';
import { isOptionalAt, metaAt, schemasAt } from '../../schema/check/schema-paths.ts';
import { blocks, type BlockType, blockTypes as types } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';

/** The name of the file with the values of the site, in the pages folder. */
export const valuesFile = '_values.schema.json';

const lists = [
  'page',
  'folder',
  'tag',
  'author',
  'dialog',
  'shared-block',
  'picture',
  'video',
  'sound',
  'subtitles',
] as const;
type Listed = (typeof lists)[number];

/** Returns whether the values file lists the targets of a kind of reference. */
export function isListedReference(refersTo: RefersTo): refersTo is Listed {
  return (lists as readonly RefersTo[]).includes(refersTo);
}

/**
 * Lists the targets that pages of a site can refer to. Editors suggest them but do not report other values as errors,
 * because a target may be newer than this list.
 */
export async function siteValues(
  files: readonly SourceFile[],
  { files: pictures }: Assets,
): Promise<JsonSchema> {
  const documents: { path: string; data: unknown }[] = [];
  for (const { path, file, text } of files) {
    documents.push({ path, data: readYaml(file, text).document.data });
    // Yields, so that the dev server can answer requests: there may be thousands of files.
    await setImmediate();
  }
  const pages = documents.filter(
    ({ path, data }) =>
      !path.startsWith('_') &&
      routeOf(path) !== '/404' &&
      isMapping(data) &&
      !('redirect' in data) &&
      data['status'] !== 'draft' &&
      data['index'] !== 'false',
  );
  const site = documents.find(({ path }) => path === '_site.yaml')?.data;
  const filesOf = (kind: keyof typeof fileEndings) =>
    [...pictures].filter((file) => fileEndings[kind].test(file));
  const values: Record<Listed, string[]> = {
    page: pages.flatMap(({ path, data }) => [
      routeOf(path),
      ...blockIds(data).map((id) => `${routeOf(path)}#${id}`),
    ]),
    folder: [...new Set(pages.flatMap(({ path }) => routeFolders(routeOf(path))))],
    tag: [...new Set(pages.flatMap(({ data }) => stringsIn(isMapping(data) && data['tags'])))],
    author: [...new Set(pages.flatMap(({ data }) => stringsIn(isMapping(data) && [data['author']])))],
    dialog: isMapping(site) && isMapping(site['dialogs']) ? Object.keys(site['dialogs']) : [],
    'shared-block': documents.flatMap(({ path }) => /^_shared\/(.+)\.ya?ml$/.exec(path)?.[1] ?? []),
    picture: filesOf('picture'),
    video: filesOf('video'),
    sound: filesOf('sound'),
    subtitles: filesOf('subtitles'),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Targets of references on this site',
    // Snippets, because editors show `examples` when the pointer is on a value.
    definitions: Object.fromEntries(
      Object.entries(values).map(([name, list]) => [
        name,
        { defaultSnippets: list.toSorted().map((value) => ({ label: value, body: value })) },
      ]),
    ),
  };
}

const stringsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [];

function blockIds(page: unknown): string[] {
  const blocks = isMapping(page) && Array.isArray(page['blocks']) ? page['blocks'] : [];
  return blocks.flatMap((block: unknown) =>
    isMapping(block) && typeof block['id'] === 'string' ? [block['id']] : [],
  );
}

/** Returns the smallest valid block, with the examples of its settings. */
function smallestBlock(schema: z.ZodType): unknown {
  const lacking: z.core.$ZodIssue[] = [];
  // Repeats, because some lists need several items, and some settings make others required.
  for (;;) {
    const block = sample(schema, [], lacking);
    const places = new Set(lacking.map(({ path }) => path.join('.')));
    const issues = schema.safeParse(block).error?.issues ?? [];
    const more = issues.filter(({ path }) => !places.has(path.join('.')));
    if (more.length === 0) return block;
    lacking.push(...more);
  }
}

function sample(root: z.ZodType, path: Path, lacking: readonly z.core.$ZodIssue[]): unknown {
  const [schema] = schemasAt(root, path);
  const { refersTo, examples = [] } = metaAt(root, path);
  // Every site has a home page.
  if (refersTo === 'page') return '/';
  const issueAt = (place: Path) => lacking.find((issue) => issue.path.join('.') === place.join('.'));
  const [example] = examples;
  // Items of a list may need different texts.
  if (typeof example === 'string' && issueAt(path)?.code === 'custom' && !isOptionalAt(root, path))
    return `${example} 2`;
  if (example !== undefined) return example;
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodArray) {
    const issue = issueAt(path);
    const length = issue?.code === 'too_small' ? Number(issue.minimum) : issue ? 2 : 1;
    return Array.from({ length }, (_, index) => sample(root, [...path, index], lacking));
  }
  if (!(schema instanceof z.ZodObject)) return '…';
  const keys = Object.keys(schema.shape).filter(
    (key) => !isOptionalAt(schema, [key]) || issueAt([...path, key]),
  );
  return Object.fromEntries(keys.map((key) => [key, sample(root, [...path, key], lacking)]));
}

/** Converts a block to an editor snippet, inserted after `- `. The tab key moves from value to value. */
function snippetOf(block: unknown): string {
  let stop = 0;
  const lines = stringify(block, { lineWidth: 0 }).trimEnd().split('\n');
  return lines
    .map((line, index) => {
      const [, before = '', value] = /^((?: |- )*[\w-]+: |(?: |- )*- )(.+)$/.exec(line) ?? [];
      if (index === 0 || value === undefined) return escaped(line);
      stop += 1;
      return `${escaped(before)}\${${stop}:${escaped(value)}}`;
    })
    .join('\n  ');
}

const escaped = (text: string) => text.replaceAll(/[\\$}]/g, '\\$&');

const draft = 'http://json-schema.org/draft-07/schema#';
/** Returns the schema of a page, or of a block in `_shared/`. `values` is the path of the values file. */
export function pageJsonSchema(values: string): JsonSchema {
  const valuesOf = sourceIn(values);
  const made = types.map((type) => [type, jsonSchemaOf(blocks[type], valuesOf)] as const);
  const shared: Record<string, JsonSchema> = Object.assign(
    {},
    ...made.map(([, { definitions }]) => definitions),
  );
  const full = made.map(
    ([type, schema]) => [type, { title: type, ...omitKeys(schema, 'definitions') }] as const,
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
  }; // all settings have a schema
  return {
    $schema: draft,
    title: 'Page',
    if: { type: 'object', required: ['type'] },
    then: blockJsonSchema(full),
    else: {
      if: { type: 'object', required: ['redirect'] },
      then: jsonSchemaOf(redirectSettings, valuesOf),
      else: page,
    },
    definitions: {
      ...Object.fromEntries(full.map(([type, schema]) => [`${type}-block`, schema])),
      ...shared,
      icon: iconDefinition(iconNames),
    },
  };
}

/** Returns the schema of `_site.yaml`. */
export function siteJsonSchema(values: string): JsonSchema {
  const { definitions, ...schema } = jsonSchemaOf(site, sourceIn(values));
  return {
    $schema: draft,
    title: 'Site',
    ...schema,
    definitions: { ...definitions, icon: iconDefinition(iconNames) },
  };
}

const sourceIn =
  (values: string): ValueSource =>
  (refersTo) => {
    if (refersTo === 'icon') return { allOf: [{ $ref: '#/definitions/icon' }] };
    return isListedReference(refersTo)
      ? { allOf: [{ $ref: `${values}#/definitions/${refersTo}` }] }
      : undefined;
  };

type NamedSchemas = readonly (readonly [type: BlockType, schema: JsonSchema])[];

/** Returns the schema of an item in the list of blocks: a block, or the name of a shared block. */
function entry(made: NamedSchemas, valuesOf: ValueSource): JsonSchema {
  const { properties: { use, hidden } = {} } = jsonSchemaOf(useSettings, valuesOf);
  const { properties: { type } = {} } = blockJsonSchema(made);
  return {
    type: 'object',
    title: 'Block',
    if: { type: 'object', required: ['type'] },
    then: blockJsonSchema(made),
    else: {
      if: { type: 'object', required: ['use'] },
      then: { title: 'use', additionalProperties: false, properties: { use, hidden } },
      // Required separately, because editors would otherwise suggest both at once.
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

function blockJsonSchema(made: NamedSchemas): JsonSchema {
  const descriptions = made.map(([, { description }]) => description);
  return {
    type: 'object',
    properties: {
      type: {
        description: 'The type of the block.',
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

/** Returns a pattern instead of an enum, because editors show all names of an enum when the pointer is on a value. */
function iconDefinition(icons: readonly string[]): JsonSchema {
  return {
    pattern: `^(${icons.join('|')})$|\\{\\{`,
    patternErrorMessage: 'there is no icon with this name; see all icons at https://lucide.dev/icons',
    defaultSnippets: icons.map((icon) => ({ label: icon, body: icon })),
  };
}
