import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isOptionalAt } from '../../schema/check/schema-paths.ts';
import { blocks, type BlockType, definitionOf } from '../../schema/blocks/index.ts';
import type { purposes } from '../../schema/blocks/block-definition.ts';
import { listBlocks } from '../editing/listed-blocks.ts';
import { ownBlockFolder } from '../site/own-blocks.ts';
import { engineFolder } from '../system/project.ts';

/** An example of a block type in one of its layouts. */
export interface Example {
  type: BlockType;
  /** Empty if the block has no layouts. */
  layout: string;
  /** Its anchor in the catalogue, such as `card-grid-tiles`. */
  id: string;
  /** The label of the layout. */
  label: string;
  /** The block as an author writes it. */
  yaml: string;
}

/** A block type with its examples. */
export interface CatalogueEntry {
  type: BlockType;
  label: string;
  purpose: (typeof purposes)[number] | undefined;
  description: string;
  /** Names of the block in other programs. */
  otherNames: string;
  examples: readonly Example[];
}

/** How the example of a layout differs from the full example: the catalogue shows typical settings of each layout. */
interface Change {
  /** Settings to remove. */
  without?: readonly string[];
  /** YAML of settings to add or replace. */
  with?: string;
}

/** Splits YAML by its top-level settings. */
const partsOf = (text: string): Map<string, string> =>
  new Map(text.split(/^(?=\w)/m).map((part) => [part.slice(0, part.indexOf(':')), part]));

const folderOfBlock = (type: BlockType): string =>
  ownBlockFolder(type) ?? join(engineFolder, 'schema/blocks', type);

/** Returns the example of a block, as an author writes it. */
export const exampleText = (type: BlockType): string =>
  readFileSync(join(folderOfBlock(type), 'example.yaml'), 'utf8');

/** Reads how the example of a block type changes by layout. `*` applies to all other layouts. */
function readLayoutChanges(type: BlockType): Readonly<Record<string, Change>> {
  const file = join(folderOfBlock(type), 'catalogue.yaml');
  // This file is part of the engine, so its type is known.
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Record<string, Change>) : {};
}

function yamlOf(type: BlockType, layout: string): string {
  const changes = readLayoutChanges(type);
  const { without = [], with: others = '' } = changes[layout] ?? changes['*'] ?? {};
  const parts = partsOf(exampleText(type));
  for (const name of without) parts.delete(name);
  // Without an `id`, which would be duplicate if the block is copied twice.
  if (isOptionalAt(blocks[type], ['id'])) parts.delete('id');
  if (others !== '') for (const [name, part] of partsOf(others)) parts.set(name, part);
  return [...parts.values()].join('').replace(/^layout: .*$/m, `layout: ${layout}`);
}

/** Returns all block types, each with an example of all layouts. */
export const catalogue = (): CatalogueEntry[] =>
  listBlocks().map(({ layouts, ...block }) => ({
    ...block,
    purpose: definitionOf(block).purpose,
    examples: layouts.map(({ layout, label }) => ({
      type: block.type,
      layout,
      id: `${block.type}-${layout || 'example'}`,
      label,
      yaml: yamlOf(block.type, layout),
    })),
  }));
