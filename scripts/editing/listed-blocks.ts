import type { z } from 'zod';
import { blocks, type BlockType, blockTypes, definitionOf, labelOfBlock } from '../../schema/blocks/index.ts';
import { listChoices, metaAt, schemasAt } from '../../schema/check/schema-paths.ts';
import { labelOfChoice } from '../../schema/fields/labels.ts';
import type { ListedBlock } from '../../src/editor/host.ts';

/** Returns all block types with their labels and layouts. */
export const listBlocks = (): (ListedBlock & { type: BlockType })[] =>
  blockTypes.map((type) => ({
    type,
    label: labelOfBlock(type),
    description: blocks[type].description ?? '',
    otherNames: definitionOf({ type }).otherNames ?? '',
    layouts: listLayouts(type),
  }));

/** Returns the layouts of a block type, or one unnamed layout if it has none. */
function listLayouts(type: BlockType): ListedBlock['layouts'] {
  const schema: z.ZodType = blocks[type];
  const meta = metaAt(schema, ['layout']);
  const values = schemasAt(schema, ['layout']).flatMap((one) => listChoices(one) ?? []);
  return values.length === 0
    ? [{ layout: '', label: labelOfBlock(type) }]
    : values.map((layout) => ({ layout, label: labelOfChoice(layout, meta) }));
}
