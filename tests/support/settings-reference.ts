import { z } from 'zod';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { pageSettings } from '../../schema/site/page.ts';
import { site } from '../../schema/site/site.ts';
import { type JsonSchema, omitKeys } from '../../scripts/site/json-schema.ts';

/** Settings that most blocks have. The reference lists them only once. */
const commonSettings: ReadonlySet<string> = new Set(['id', 'tone', 'hidden', 'eyebrow', 'heading', 'lead']);

/**
 * Returns a Markdown reference of every setting for blocks, pages
 * and the site, as nested lists generated from the schemas.
 */
export function printSettingsReference(): string {
  const schemas = blockTypes.map((type) => [type, toJson(blocks[type])] as const);
  const textBlock = toJson(blocks.text);
  const action = schemas
    .map(([, { $defs }]) => ($defs as JsonSchema['properties'])?.['action'])
    .find(Boolean); // zod defines these types
  const settingsByName = new Map<string, string>();
  const printSection = (title: string, schema: JsonSchema, isShown: (name: string) => boolean = () => true) =>
    `## ${title}\n\n${String(schema['description'] ?? '')}\n\n${printSettings(schema, isShown, { title, listed: settingsByName }).join('\n')}`;
  return [
    '# All settings',
    'Settings in **bold** are required. Indented settings belong to the setting above them.',
    printSection('Every block', omitKeys(textBlock, 'description'), (name) => commonSettings.has(name)),
    ...schemas.map(([type, schema]) =>
      printSection(
        type,
        schema,
        (name) => name !== 'type' && !(commonSettings.has(name) && isSameSetting(schema, textBlock, name)),
      ),
    ),
    printSection('Actions', { ...(action && findGroup(action)), description: action?.['description'] }),
    printSection('A page', toJson(pageSettings)),
    printSection('The site', toJson(site)),
  ]
    .join('\n\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .concat('\n');
}

const toJson = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema; // no schema of Pagewright is a boolean

const isSameSetting = (first: JsonSchema, second: JsonSchema, name: string): boolean =>
  JSON.stringify(first.properties?.[name]) === JSON.stringify(second.properties?.[name]) &&
  first.required?.includes(name) === second.required?.includes(name);

/** Returns the anchor that GitHub creates for a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

interface ReferenceSection {
  title: string;
  /** The links to groups of settings that are already listed. The keys are the groups as JSON. */
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
      const line = `${indent}- ${isRequired ? `**\`${name}\`**` : `\`${name}\``}: ${describeSetting(setting)}`;
      const group = findGroup(setting);
      if (!group) return [line];
      const key = JSON.stringify(group.properties);
      const earlierLink = section.listed.get(key);
      if (earlierLink === undefined && Object.keys(group.properties ?? {}).length > 4)
        section.listed.set(key, `\`${name}\` in [${section.title}](#${toAnchor(section.title)})`);
      return earlierLink === undefined
        ? [line, ...printSettings(group, () => true, section, `${indent}  `)]
        : [`${line} Its settings are those of ${earlierLink}.`];
    });
}

/**
 * Returns the settings in a mapping or in the items of a list. If several mappings are allowed, merges their settings.
 */
function findGroup(setting: JsonSchema): JsonSchema | undefined {
  if (setting.properties) return setting;
  const groups = innerSchemas(setting)
    .map(findGroup)
    .filter((group) => group !== undefined);
  if (groups.length < 2) return groups[0];
  const [{ required = [] } = {}] = groups;
  return {
    properties: Object.fromEntries(
      groups.toReversed().flatMap((group) => Object.entries(group.properties ?? {})),
    ),
    required: required.filter((name) => groups.every((group) => group.required?.includes(name))),
  };
}

const innerSchemas = ({ items, anyOf, oneOf }: JsonSchema): JsonSchema[] =>
  [items, anyOf, oneOf].flat().filter((schema) => schema !== undefined) as JsonSchema[]; // schemas by zod

/** Returns a setting's description, its choices (unless the description names them), and an example. */
function describeSetting(setting: JsonSchema): string {
  const description = String(setting['description'] ?? (setting['items'] ? 'A list.' : ''));
  const choices = [setting['enum'] ?? []].flat().filter((choice) => !/true|false/.test(String(choice)));
  const [example] = [setting['examples'] ?? []].flat();
  return [
    description,
    ...(choices.some((choice) => !description.includes(`\`${String(choice)}\``))
      ? [`One of ${choices.map((choice) => `\`${String(choice)}\``).join(', ')}.`]
      : []),
    ...(example === undefined ? [] : [`Example: \`${String(example)}\``]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
