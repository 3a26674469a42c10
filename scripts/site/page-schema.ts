import { iconNames } from '../../schema/fields/icons.ts';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';
import { z } from 'zod';
import { fileExtensions } from '../../schema/fields/file-types.ts';
import { isMapping, type Path } from '../../schema/base/data.ts';
import { toRoute } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { getRouteFolders } from '../../schema/check/list-selection.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import type { RefersTo } from '../../schema/fields/field-metadata.ts';
import { type JsonSchema, toJsonSchema, type ValueSource, omitKeys } from './json-schema.ts';
import { isOptionalAt, getMetaAt, getSchemasAt } from '../../schema/check/schema-paths.ts';
import { blocks, type BlockType, blockTypes as types } from '../../schema/blocks/index.ts';
import { pageSettings, redirectSettings, useSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';

/** The name of the values file in the pages folder. It lists the targets that pages can refer to. */
export const valuesFile = '_values.schema.json';

const listedReferences = [
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
type ListedReference = (typeof listedReferences)[number];

/** Returns whether the values file lists the targets for this kind of reference. */
export function isListedReference(refersTo: RefersTo): refersTo is ListedReference {
  return (listedReferences as readonly RefersTo[]).includes(refersTo);
}

/**
 * Lists the targets that pages of a site can refer to. Editors suggest these targets, but accept other values,
 * because a target may be newer than this list.
 */
export async function collectSiteValues(
  files: readonly SourceFile[],
  { files: pictures }: Assets,
): Promise<JsonSchema> {
  const documents: { path: string; data: unknown }[] = [];
  for (const { path, file, text } of files) {
    documents.push({ path, data: readYaml(file, text).document.data });
    // Yield after each file, so that the dev server can respond to requests. There may be thousands of files.
    await setImmediate();
  }
  const pages = documents.filter(
    ({ path, data }) =>
      !path.startsWith('_') &&
      toRoute(path) !== '/404' &&
      isMapping(data) &&
      !('redirect' in data) &&
      data['status'] !== 'draft' &&
      data['index'] !== 'false',
  );
  const site = documents.find(({ path }) => path === '_site.yaml')?.data;
  const selectFiles = (kind: keyof typeof fileExtensions) =>
    [...pictures].filter((file) => fileExtensions[kind].test(file));
  const values: Record<ListedReference, string[]> = {
    page: pages.flatMap(({ path, data }) => [
      toRoute(path),
      ...collectBlockIds(data).map((id) => `${toRoute(path)}#${id}`),
    ]),
    folder: [...new Set(pages.flatMap(({ path }) => getRouteFolders(toRoute(path))))],
    tag: [...new Set(pages.flatMap(({ data }) => collectStrings(isMapping(data) && data['tags'])))],
    author: [...new Set(pages.flatMap(({ data }) => collectStrings(isMapping(data) && [data['author']])))],
    dialog: isMapping(site) && isMapping(site['dialogs']) ? Object.keys(site['dialogs']) : [],
    'shared-block': documents.flatMap(({ path }) => /^_shared\/(.+)\.ya?ml$/.exec(path)?.[1] ?? []),
    picture: selectFiles('picture'),
    video: selectFiles('video'),
    sound: selectFiles('sound'),
    subtitles: selectFiles('subtitles'),
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Targets of references on this site',
    // List targets as snippets, because editors would show `examples` when the pointer is on a value.
    definitions: Object.fromEntries(
      Object.entries(values).map(([name, list]) => [
        name,
        { defaultSnippets: list.toSorted().map((value) => ({ label: value, body: value })) },
      ]),
    ),
  };
}

const collectStrings = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];

function collectBlockIds(page: unknown): string[] {
  const blocks = isMapping(page) && Array.isArray(page['blocks']) ? page['blocks'] : [];
  return blocks.flatMap((block: unknown) =>
    isMapping(block) && typeof block['id'] === 'string' ? [block['id']] : [],
  );
}

/** Returns the smallest valid block. Its values are the examples from the schema. */
function createSmallestBlock(schema: z.ZodType): unknown {
  const seenIssues: z.core.$ZodIssue[] = [];
  // Repeat, because some lists need several items, and some settings make other settings required.
  for (;;) {
    const block = createSample(schema, [], seenIssues);
    const issuePaths = new Set(seenIssues.map(({ path }) => path.join('.')));
    const issues = schema.safeParse(block).error?.issues ?? [];
    const newIssues = issues.filter(({ path }) => !issuePaths.has(path.join('.')));
    if (newIssues.length === 0) return block;
    seenIssues.push(...newIssues);
  }
}

function createSample(root: z.ZodType, path: Path, seenIssues: readonly z.core.$ZodIssue[]): unknown {
  const [schema] = getSchemasAt(root, path);
  const { refersTo, examples = [] } = getMetaAt(root, path);
  // Refer to the home page, because every site has one.
  if (refersTo === 'page') return '/';
  const findIssue = (issuePath: Path) =>
    seenIssues.find((issue) => issue.path.join('.') === issuePath.join('.'));
  const [example] = examples;
  // Add a number, because the items of some lists must have different texts.
  if (typeof example === 'string' && findIssue(path)?.code === 'custom' && !isOptionalAt(root, path))
    return `${example} 2`;
  if (example !== undefined) return example;
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodArray) {
    const issue = findIssue(path);
    const length = issue?.code === 'too_small' ? Number(issue.minimum) : issue ? 2 : 1;
    return Array.from({ length }, (_, index) => createSample(root, [...path, index], seenIssues));
  }
  if (!(schema instanceof z.ZodObject)) return '…';
  const keys = Object.keys(schema.shape).filter(
    (key) => !isOptionalAt(schema, [key]) || findIssue([...path, key]),
  );
  return Object.fromEntries(keys.map((key) => [key, createSample(root, [...path, key], seenIssues)]));
}

/** Converts a block to an editor snippet for insertion after `- `. The tab key moves from value to value. */
function toSnippet(block: unknown): string {
  let tabStop = 0;
  const lines = stringify(block, { lineWidth: 0 }).trimEnd().split('\n');
  return lines
    .map((line, index) => {
      const [, before = '', value] = /^((?: |- )*[\w-]+: |(?: |- )*- )(.+)$/.exec(line) ?? [];
      if (index === 0 || value === undefined) return escapeSnippet(line);
      tabStop += 1;
      return `${escapeSnippet(before)}\${${tabStop}:${escapeSnippet(value)}}`;
    })
    .join('\n  ');
}

const escapeSnippet = (text: string) => text.replaceAll(/[\\$}]/g, '\\$&');

const draft07Url = 'http://json-schema.org/draft-07/schema#';
/** Returns the schema of a page, or of a block in `_shared/`. `values` is the path of the values file. */
export function createPageSchema(values: string): JsonSchema {
  const valueSource = createValueSource(values);
  const blockSchemas = types.map((type) => [type, toJsonSchema(blocks[type], valueSource)] as const);
  const shared: Record<string, JsonSchema> = Object.assign(
    {},
    ...blockSchemas.map(([, { definitions }]) => definitions),
  );
  const titledSchemas = blockSchemas.map(
    ([type, schema]) => [type, { title: type, ...omitKeys(schema, 'definitions') }] as const,
  );
  const { status, ...settings } = toJsonSchema(pageSettings, valueSource).properties ?? {};
  const page: JsonSchema = {
    title: 'page',
    type: 'object',
    additionalProperties: false,
    required: ['title', 'description', 'blocks'],
    properties: {
      ...settings,
      status,
      blocks: { ...settings['blocks'], items: createBlockItemSchema(titledSchemas, valueSource) },
    } as Record<string, JsonSchema>,
  }; // all settings have a schema
  return {
    $schema: draft07Url,
    title: 'Page',
    if: { type: 'object', required: ['type'] },
    then: createBlockSchema(titledSchemas),
    else: {
      if: { type: 'object', required: ['redirect'] },
      then: toJsonSchema(redirectSettings, valueSource),
      else: page,
    },
    definitions: {
      ...Object.fromEntries(titledSchemas.map(([type, schema]) => [`${type}-block`, schema])),
      ...shared,
      icon: createIconDefinition(iconNames),
    },
  };
}

/** Returns the schema of `_site.yaml`. */
export function createSiteSchema(values: string): JsonSchema {
  const { definitions, ...schema } = toJsonSchema(site, createValueSource(values));
  return {
    $schema: draft07Url,
    title: 'Site',
    ...schema,
    definitions: { ...definitions, icon: createIconDefinition(iconNames) },
  };
}

const createValueSource =
  (values: string): ValueSource =>
  (refersTo) => {
    if (refersTo === 'icon') return { allOf: [{ $ref: '#/definitions/icon' }] };
    return isListedReference(refersTo)
      ? { allOf: [{ $ref: `${values}#/definitions/${refersTo}` }] }
      : undefined;
  };

type NamedSchemas = readonly (readonly [type: BlockType, schema: JsonSchema])[];

/** Returns the schema of an item in the list of blocks: a block, or the name of a shared block. */
function createBlockItemSchema(blockSchemas: NamedSchemas, valueSource: ValueSource): JsonSchema {
  const { properties: { use, hidden } = {} } = toJsonSchema(useSettings, valueSource);
  const { properties: { type } = {} } = createBlockSchema(blockSchemas);
  return {
    type: 'object',
    title: 'Block',
    if: { type: 'object', required: ['type'] },
    then: createBlockSchema(blockSchemas),
    else: {
      if: { type: 'object', required: ['use'] },
      then: { title: 'use', additionalProperties: false, properties: { use, hidden } },
      // Repeat `required` in each condition, because editors would otherwise suggest both settings at once.
      else: {
        defaultSnippets: blockSchemas.map(([type, { description }]) => ({
          label: type,
          description,
          bodyText: toSnippet(createSmallestBlock(blocks[type])),
        })),
        properties: { type, use },
        allOf: [{ required: ['type'], errorMessage: 'a block needs a `type`' }],
      },
    } as JsonSchema, // both settings have a schema
  };
}

function createBlockSchema(blockSchemas: NamedSchemas): JsonSchema {
  const descriptions = blockSchemas.map(([, { description }]) => description);
  return {
    type: 'object',
    properties: {
      type: {
        description: 'The block type.',
        enum: blockSchemas.map(([type]) => type),
        enumDescriptions: descriptions,
        markdownEnumDescriptions: descriptions,
      },
    },
    allOf: blockSchemas.map(([type]) => ({
      if: { type: 'object', required: ['type'], properties: { type: { const: type } } },
      then: { $ref: `#/definitions/${type}-block` },
    })),
  };
}

/**
 * Returns the definition of icon names: a pattern, because editors show all names of an enum when the pointer is on a
 * value.
 */
function createIconDefinition(icons: readonly string[]): JsonSchema {
  return {
    pattern: `^(${icons.join('|')})$|\\{\\{`,
    patternErrorMessage: 'there is no icon with this name; see all icons at https://lucide.dev/icons',
    defaultSnippets: icons.map((icon) => ({ label: icon, body: icon })),
  };
}
