import type { z } from 'zod';
import {
  blocks,
  type BlockType,
  blockTypes,
  getDefinition,
  getBlockLabel,
} from '../../schema/blocks/index.ts';
import { listChoices, getMetaAt, getSchemasAt } from '../../schema/check/schema-paths.ts';
import { getChoiceLabel } from '../../schema/fields/labels.ts';
import type { ListedBlock } from '../../src/editor/host.ts';

/** Lists all block types with their labels and layouts. */
export const listBlocks = (): (ListedBlock & { type: BlockType })[] =>
  blockTypes.map((type) => ({
    type,
    label: getBlockLabel(type),
    description: blocks[type].description ?? '',
    otherNames: getDefinition({ type }).otherNames ?? '',
    layouts: listLayouts(type),
  }));

/** Lists the layouts of a block type, or one unnamed layout if the block has no layouts. */
function listLayouts(type: BlockType): ListedBlock['layouts'] {
  const schema: z.ZodType = blocks[type];
  const meta = getMetaAt(schema, ['layout']);
  const values = getSchemasAt(schema, ['layout']).flatMap((layoutSchema) => listChoices(layoutSchema) ?? []);
  return values.length === 0
    ? [{ layout: '', label: getBlockLabel(type) }]
    : values.map((layout) => ({ layout, label: getChoiceLabel(layout, meta) }));
}
