import { z } from 'zod';
import type { Block } from './blocks/index.ts';
import { name, pageAddress, text } from './fields.ts';

const status = z.enum(['live', 'draft']).default('live');

/** What stands in a page file around its blocks; the blocks have schemas of their own. */
export const pageSettings = z.strictObject({
  title: text,
  description: text,
  status,
  blocks: z.array(z.unknown()).min(1),
});

/** A page that only sends visitors on. */
export const redirectSettings = z.strictObject({ redirect: pageAddress, status });

/** `- use: name` stands for the block in `_shared/name.yaml`. */
export const useSettings = z.strictObject({ use: name });

export interface Page {
  /** The address: `/`, `/about/us`. */
  path: string;
  title: string;
  description: string;
  status: 'live' | 'draft';
  blocks: Block[];
}

export interface Redirect {
  path: string;
  to: string;
}
