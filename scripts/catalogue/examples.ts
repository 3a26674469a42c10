import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isOptionalAt } from '../../schema/check/schema-paths.ts';
import { blocks, type BlockType, definitionOf } from '../../schema/blocks/index.ts';
import type { purposes } from '../../schema/blocks/block-definition.ts';
import { listBlocks } from '../editing/listed-blocks.ts';
import { ownBlockFolder } from '../site/own-blocks.ts';
import { engineFolder } from '../system/project.ts';

/** A block type in one of its layouts. */
export interface Example {
  type: BlockType;
  /** Empty if the block has no layouts. */
  layout: string;
  /** `card-grid-tiles`: its anchor in the catalogue. */
  id: string;
  /** What people call the layout. */
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
  /** What the block is called elsewhere. */
  otherNames: string;
  examples: readonly Example[];
}

/** What differs from the example that uses every setting: a catalogue shows what is usual, and layouts need settings of their own. */
interface Change {
  without?: readonly string[];
  /** Settings that are added, or take the place of those of the example. */
  with?: string;
}

/** A text of YAML by its settings at the top. */
const partsOf = (text: string): Map<string, string> =>
  new Map(text.split(/^(?=\w)/m).map((part) => [part.slice(0, part.indexOf(':')), part]));

const folderOfBlock = (type: BlockType): string =>
  ownBlockFolder(type) ?? join(engineFolder, 'schema/blocks', type);
/** The example of a block, as an author writes it. */
export const exampleText = (type: BlockType): string =>
  readFileSync(join(folderOfBlock(type), 'example.yaml'), 'utf8');

/** Reads how the example of a block type changes by layout. `*` is for all layouts without an entry. */
function readLayoutChanges(type: BlockType): Readonly<Record<string, Change>> {
  const file = join(folderOfBlock(type), 'catalogue.yaml');
  // A file of the engine, so its shape is known.
  return existsSync(file) ? (parse(readFileSync(file, 'utf8')) as Record<string, Change>) : {};
}

function yamlOf(type: BlockType, layout: string): string {
  const changes = readLayoutChanges(type);
  const { without = [], with: others = '' } = changes[layout] ?? changes['*'] ?? {};
  const parts = partsOf(exampleText(type));
  for (const name of without) parts.delete(name);
  // A block that is copied twice would have the same `id` twice.
  if (isOptionalAt(blocks[type], ['id'])) parts.delete('id');
  if (others !== '') for (const [name, part] of partsOf(others)) parts.set(name, part);
  return [...parts.values()].join('').replace(/^layout: .*$/m, `layout: ${layout}`);
}

/** All block types, each in all of its layouts. */
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
