import { z } from 'zod';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { pageSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import { type JsonSchema, omitKeys } from '../../scripts/site/json-schema.ts';

/** Settings of most blocks. The reference lists them once. */
const commonSettings: ReadonlySet<string> = new Set(['id', 'tone', 'hidden', 'eyebrow', 'heading', 'lead']);

/** Prints every setting of blocks, pages and the site as nested Markdown lists, from the schemas. */
export function printSettingsReference(): string {
  const schemas = blockTypes.map((type) => [type, toJson(blocks[type])] as const);
  const textBlock = toJson(blocks.text);
  const action = schemas
    .map(([, { $defs }]) => ($defs as JsonSchema['properties'])?.['action'])
    .find(Boolean); // definitions by zod
  const listed = new Map<string, string>();
  const section = (title: string, schema: JsonSchema, isShown: (name: string) => boolean = () => true) =>
    `## ${title}\n\n${String(schema['description'] ?? '')}\n\n${printSettings(schema, isShown, { title, listed }).join('\n')}`;
  return [
    '# All settings',
    'Settings in **bold** are required. Indented settings belong to the setting above them.',
    section('Every block', omitKeys(textBlock, 'description'), (name) => commonSettings.has(name)),
    ...schemas.map(([type, schema]) =>
      section(
        type,
        schema,
        (name) => name !== 'type' && !(commonSettings.has(name) && isSame(schema, textBlock, name)),
      ),
    ),
    section('Actions', { ...(action && findGroup(action)), description: action?.['description'] }),
    section('A page', toJson(pageSettings)),
    section('The site', toJson(site)),
  ]
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .concat('\n');
}

const toJson = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema; // no schema of Pagewright is a boolean

const isSame = (one: JsonSchema, other: JsonSchema, name: string): boolean =>
  JSON.stringify(one.properties?.[name]) === JSON.stringify(other.properties?.[name]) &&
  one.required?.includes(name) === other.required?.includes(name);

/** Returns the anchor of a heading, in the format of GitHub. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

interface ReferenceSection {
  title: string;
  /** Links to groups of settings that are listed already, by their JSON. */
  listed: Map<string, string>;
}

function printSettings(
  schema: JsonSchema,
  isShown: (name: string) => boolean,
  section: ReferenceSection,
  indent = '',
): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => isShown(name))
    .flatMap(([name, setting]) => {
      const isRequired = schema.required?.includes(name) === true && setting['default'] === undefined;
      const line = `${indent}- ${isRequired ? `**\`${name}\`**` : `\`${name}\``}: ${describe(setting)}`;
      const group = findGroup(setting);
      if (!group) return [line];
      const key = JSON.stringify(group.properties);
      const earlier = section.listed.get(key);
      if (earlier === undefined && Object.keys(group.properties ?? {}).length > 4)
        section.listed.set(key, `\`${name}\` in [${section.title}](#${toAnchor(section.title)})`);
      return earlier === undefined
        ? [line, ...printSettings(group, () => true, section, `${indent}  `)]
        : [`${line} Its settings are those of ${earlier}.`];
    });
}

/** Returns the settings in a mapping or in the items of a list. Merges them if several mappings are allowed. */
function findGroup(setting: JsonSchema): JsonSchema | undefined {
  if (setting.properties) return setting;
  const groups = innerSchemas(setting)
    .map(findGroup)
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
  [items, anyOf, oneOf].flat().filter((one) => one !== undefined) as JsonSchema[]; // schemas by zod

/** Prints the description of a setting, its choices unless the description names them, and an example. */
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
