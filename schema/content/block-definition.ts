import type { z } from 'zod';
import type { Inline } from '../markdown/tree.ts';
import type { picture } from './fields.ts';

/** A block type: its settings, and what the engine must know about its blocks. */
export interface BlockDefinition<Schema extends z.ZodType> {
  schema: Schema;
  /** What other pages, or the site as a whole, must know about a block. */
  summarize?(block: z.output<Schema>): Omit<BlockSummary, 'pictures'>;
}

export const defineBlock = <Schema extends z.ZodType>(
  definition: BlockDefinition<Schema>,
): BlockDefinition<Schema> => definition;

/** Plain data, because it is cached. */
export interface BlockSummary {
  /** The kind of page that a page with this block is too. */
  kind?: 'event' | 'job';
  /** When an event takes place. */
  event?: EventTime;
  /** How lists and links present a page that begins with this block. */
  opening?: Opening;
  people?: readonly Person[];
  /** Which pages it lists. */
  list?: PostList;
  /** The host of an external site that it embeds, once the visitor agrees. */
  frame?: string;
  /** The last day on which it is shown. It is its setting `until`. */
  until?: string;
  /** What the page must provide for it. */
  needs?: readonly Need[];
  /** Every picture that it shows. The engine finds them by the settings called `src`. */
  pictures?: readonly string[];
}

export type Need = 'author page' | 'headings' | 'language' | 'next article';

export interface EventTime {
  begins: string;
  ends?: string;
  zone?: string;
}

export interface Opening {
  lead?: Inline[];
  picture?: z.output<typeof picture> & { text?: Inline[] };
  readTime?: string;
}

export interface Person {
  name: string;
  title: string;
  href?: string;
}

/** The settings by which a block chooses pages. */
export interface PostList {
  /** The routes that are listed first. */
  items?: readonly string[];
  from?: string;
  kind?: 'article' | 'event' | 'job' | 'service' | 'product';
  tag?: string;
  author?: string;
  when?: 'coming' | 'past';
  order?: 'newest' | 'oldest' | 'title' | 'related';
  most?: number;
  perPage?: number;
  by?: 'tag' | 'author';
}
