import type { z } from 'zod';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { Inline } from '../markdown/tree.ts';
import type { picture } from './fields.ts';
import type { FormField } from './form-fields.ts';
import type { Words } from './words.ts';

/** A block type: its settings, and what the engine must know about its blocks. */
export interface BlockDefinition<Schema extends z.ZodType> {
  schema: Schema;
  /** What other pages, or the site as a whole, must know about a block. */
  summarize?(block: z.output<Schema>): Omit<BlockSummary, 'pictures'>;
  /** The days and times that it shows in words. */
  dates?(block: z.output<Schema>): readonly EventTime[];
  calendarEvent?(block: z.output<Schema>): CalendarEvent;
  /** What search engines read of it (https://schema.org). The questions of all blocks become one FAQPage. */
  structuredData?(block: z.output<Schema>, page: SurroundingPage): StructuredData | undefined;
  form?(block: z.output<Schema>): FormDescription;
  /** The block with the built-in texts that depend on its other settings. */
  withDefaultTexts?(block: z.output<Schema>, site: Texts): z.output<Schema>;
  /** Problems of its content that do not depend on the rest of the site. */
  warnings?(block: z.output<Schema>): DiagnosticInit[];
  /** The setting without whose links the block is left out. The same is true of `items` in any block. */
  emptyWithout?: string;
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

/** The language of a site and its words. */
export interface Texts {
  language: string;
  words: Words;
}

/** An event of a calendar file. */
export interface CalendarEvent {
  /** Without a name it has that of the page. */
  name?: string;
  time: EventTime;
  location: string;
  /** Whether visitors can download it. */
  isDownloadable: boolean;
}

export type StructuredData = { '@type': string } & Record<string, unknown>;

/** The page of a block. */
export interface SurroundingPage {
  title: string;
  description: string;
  url: string;
  /** The organization that publishes the site. */
  publisher: StructuredData;
}

export interface FormDescription {
  id: string;
  fields: readonly FormField[];
  /** How the function treats its messages. Undefined if the form sends nothing. */
  sent?: { webhook?: string; proofOfWork?: boolean };
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
