import { z } from 'zod';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { pageSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import { type JsonSchema, omitKeys } from '../site/json-schema.ts';

/** The settings that are the same in most blocks. The reference lists them once. */
const common: ReadonlySet<string> = new Set(['id', 'tone', 'hidden', 'eyebrow', 'heading', 'lead']);

/** Prints every setting of blocks, pages and the site as nested Markdown lists, from the schemas. */
export function printSettingsReference(): string {
  const schemas = blockTypes.map((type) => [type, toJson(blocks[type])] as const);
  const typical = toJson(blocks.text);
  const action = schemas
    .map(([, { $defs }]) => ($defs as JsonSchema['properties'])?.['action'])
    .find(Boolean); // zod's
  const listed = new Map<string, string>();
  const section = (title: string, schema: JsonSchema, isShown: (name: string) => boolean = () => true) =>
    `## ${title}\n\n${String(schema['description'] ?? '')}\n\n${linesOf(schema, isShown, { title, listed }).join('\n')}`;
  return [
    '# All settings',
    'A setting in **bold** is required; an indented one belongs to the one above it.',
    section('Every block', omitKeys(typical, 'description'), (name) => common.has(name)),
    ...schemas.map(([type, schema]) =>
      section(
        type,
        schema,
        (name) => name !== 'type' && !(common.has(name) && isSame(schema, typical, name)),
      ),
    ),
    section('Actions', { ...(action && groupIn(action)), description: action?.['description'] }),
    section('A page', toJson(pageSettings)),
    section('The site: _site.yaml', toJson(site)),
  ]
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .concat('\n');
}

const toJson = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema; // no schema of ours is a boolean

const isSame = (one: JsonSchema, other: JsonSchema, name: string): boolean =>
  JSON.stringify(one.properties?.[name]) === JSON.stringify(other.properties?.[name]) &&
  one.required?.includes(name) === other.required?.includes(name);

/** Groups of settings that are listed already, and where. */
interface Listed {
  title: string;
  listed: Map<string, string>;
}

function linesOf(
  schema: JsonSchema,
  isShown: (name: string) => boolean,
  found: Listed,
  indent = '',
): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => isShown(name))
    .flatMap(([name, setting]) => {
      const isRequired = schema.required?.includes(name) === true && setting['default'] === undefined;
      const line = `${indent}- ${isRequired ? `**\`${name}\`**` : `\`${name}\``}: ${describe(setting)}`;
      const group = groupIn(setting);
      if (!group) return [line];
      const key = JSON.stringify(group.properties);
      const earlier = found.listed.get(key);
      if (earlier === undefined && Object.keys(group.properties ?? {}).length > 4)
        found.listed.set(key, `\`${name}\` in [${found.title}](#${found.title})`);
      return earlier === undefined
        ? [line, ...linesOf(group, () => true, found, `${indent}  `)]
        : [`${line} Its settings are those of ${earlier}.`];
    });
}

/** The settings that a setting holds, also as the items of a list. Of a choice of groups, those of all. */
function groupIn(setting: JsonSchema): JsonSchema | undefined {
  if (setting.properties) return setting;
  const groups = innerSchemas(setting)
    .map(groupIn)
    .filter((one) => one !== undefined);
  if (groups.length < 2) return groups[0];
  const [{ required = [] } = {}] = groups;
  return {
    properties: Object.fromEntries(
      groups.toReversed().flatMap((one) => Object.entries(one.properties ?? {})),
    ),
    required: required.filter((name) => groups.every((one) => one.required?.includes(name))),
  };
}

const innerSchemas = ({ items, anyOf, oneOf }: JsonSchema): JsonSchema[] =>
  [items, anyOf, oneOf].flat().filter((one) => one !== undefined) as JsonSchema[]; // schemas, as zod makes them

/** What a setting is, the choices that this does not name, and an example. */
function describe(setting: JsonSchema): string {
  const description = String(setting['description'] ?? (setting['items'] ? 'A list.' : ''));
  const choices = [setting['enum'] ?? []].flat().filter((one) => !/true|false/.test(String(one)));
  const [example] = [setting['examples'] ?? []].flat();
  return [
    description,
    ...(choices.some((one) => !description.includes(`\`${String(one)}\``))
      ? [`One of ${choices.map((one) => `\`${String(one)}\``).join(', ')}.`]
      : []),
    ...(example === undefined ? [] : [`Example: \`${String(example)}\``]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
