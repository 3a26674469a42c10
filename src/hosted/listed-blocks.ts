import { z } from 'zod';
import { blocks, blockTypes, labelOfBlock } from '../../schema/blocks/index.ts';
import { metaAt, schemasAt } from '../../schema/check/schema-paths.ts';
import { labelOfChoice } from '../../schema/fields/labels.ts';
import type { ListedBlock } from '../editor/host.ts';

/** Returns all block types and their layouts with their labels. */
export function listedBlocks(): ListedBlock[] {
  return blockTypes.map((type) => {
    const schema: z.ZodType = blocks[type];
    const meta = metaAt(schema, ['layout']);
    const layouts = schemasAt(schema, ['layout']).flatMap((one) =>
      one instanceof z.ZodEnum ? one.options.map(String) : [],
    );
    return {
      type,
      label: labelOfBlock(type),
      description: schema.description ?? '',
      layouts: layouts.map((layout) => ({ layout, label: labelOfChoice(layout, meta) })),
    };
  });
}
