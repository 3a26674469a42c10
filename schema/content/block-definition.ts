import type { z } from 'zod';

/** A block type: its settings, and what the engine must know about its blocks. */
export interface BlockDefinition<Schema extends z.ZodType> {
  schema: Schema;
}

export const defineBlock = <Schema extends z.ZodType>(
  definition: BlockDefinition<Schema>,
): BlockDefinition<Schema> => definition;
