import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isOptionalAt } from '../../schema/check/schema-paths.ts';
import { blocks, type BlockType, getDefinition } from '../../schema/blocks/index.ts';
import type { purposes } from '../../schema/blocks/block-definition.ts';
import { listBlocks } from '../editing/block-list.ts';
import { findOwnBlockFolder } from '../site/own-blocks.ts';
import { engineFolder } from '../system/project.ts';

/** An example of a block type in one of its layouts. */
export interface Example {
  type: BlockType;
  /** The name of the layout, or an empty string if the block has no layouts. */
  layout: string;
  /** The anchor of the example in the catalogue, such as `card-grid-tiles`. */
  id: string;
  /** The label of the layout. */
  label: string;
  /** The YAML of the block, as an author writes it. */
  yaml: string;
}

/** A block type with its examples. */
export interface CatalogueEntry {
  type: BlockType;
  label: string;
  purpose: (typeof purposes)[number] | undefined;
  description: string;
  /** Names for this kind of block in other website builders. */
  otherNames: string;
  examples: readonly Example[];
}

/**
 * The changes that turn the full example into the example of a layout, so that each layout is shown with its typical
 * settings.
 */
interface ExampleChange {
  /** Settings to remove. */
  without?: readonly string[];
  /** YAML of settings to add or replace. */
  with?: string;
}

/** Splits YAML into its top-level settings. */
const splitSettings = (text: string): Map<string, string> =>
  new Map(text.split(/^(?=\w)/m).map((part) => [part.slice(0, part.indexOf(':')), part]));

const getBlockFolder = (type: BlockType): string =>
  findOwnBlockFolder(type) ?? join(engineFolder, 'schema/blocks', type);

/** Returns the example YAML of a block, as an author writes it. */
export const readExample = (type: BlockType): string =>
  readFileSync(join(getBlockFolder(type), 'example.yaml'), 'utf8');

/** Reads the changes to the example of a block type, by layout. The key `*` applies to layouts that are not listed. */
function readLayoutChanges(type: BlockType): Readonly<Record<string, ExampleChange>> {
  const file = join(getBlockFolder(type), 'catalogue.yaml');
  // The type is known, because this file is part of the engine.
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Record<string, ExampleChange>) : {};
}

function createExampleYaml(type: BlockType, layout: string): string {
  const changes = readLayoutChanges(type);
  const { without = [], with: addedSettings = '' } = changes[layout] ?? changes['*'] ?? {};
  const parts = splitSettings(readExample(type));
  for (const name of without) parts.delete(name);
  // Remove an optional `id`, because authors who copy the block twice would get a duplicate id.
  if (isOptionalAt(blocks[type], ['id'])) parts.delete('id');
  if (addedSettings !== '') for (const [name, part] of splitSettings(addedSettings)) parts.set(name, part);
  return [...parts.values()].join('').replace(/^layout: .*$/m, `layout: ${layout}`);
}

/** Lists all block types, with an example of each layout. */
export const listCatalogueEntries = (): CatalogueEntry[] =>
  listBlocks().map(({ layouts, ...block }) => ({
    ...block,
    purpose: getDefinition(block).purpose,
    examples: layouts.map(({ layout, label }) => ({
      type: block.type,
      layout,
      id: `${block.type}-${layout || 'example'}`,
      label,
      yaml: createExampleYaml(block.type, layout),
    })),
  }));
