import { z } from 'zod';
import type { Path } from '../base/data.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { Inline } from '../markdown/tree.ts';
import type { picture } from '../fields/picture-fields.ts';
import type { FormField } from '../fields/form-fields.ts';
import type { ChartPosition } from '../fields/chart-fields.ts';
import type { Words } from '../fields/words.ts';

/** The sections of the block catalogue, in the order in which it shows them. */
export const purposes = [
  'Openings',
  'Text and media',
  'Proof',
  'Numbers',
  'Lists and cards',
  'Ask and act',
  'Lists of pages',
] as const;
type Purpose = (typeof purposes)[number];

/** A block type: its settings, and everything that the engine needs to know about it. */
export interface BlockDefinition<Schema extends z.ZodType> {
  schema: Schema;
  /** The label that editors show. By default, it is derived from the type. */
  label?: string;
  /** The section of the catalogue that shows the block. Blocks without a section come last. */
  purpose?: Purpose;
  /** Names of the block type in other systems, separated by spaces. */
  otherNames?: string;
  /** Former names of the block type, separated by spaces. Authors can still use them, but get a warning. */
  formerTypes?: string;
  /** Returns facts about the block that other pages or the whole site need. */
  summarize?(block: z.output<Schema>): Omit<BlockSummary, 'pictures'>;
  /** Returns the days and times that the block shows as text. */
  dates?(block: z.output<Schema>): readonly (EventTime & { isCountedDown?: true; isOnline?: true })[];
  calendarEvents?(block: z.output<Schema>): readonly CalendarEvent[];
  /**
   * Returns structured data for search engines (https://schema.org). The questions in all blocks are merged into one
   * FAQPage.
   */
  structuredData?(
    block: z.output<Schema>,
    page: SurroundingPage,
  ): StructuredData | StructuredData[] | undefined;
  form?(block: z.output<Schema>): FormDescription;
  /** Adds the built-in texts that depend on other settings of the block. */
  withDefaultTexts?(block: z.output<Schema>, site: PageWords): z.output<Schema>;
  /**
   * Adds ids to the parts of the block that links can point to. `anchorOf` creates an id from a heading or other text.
   */
  withAnchors?(block: z.output<Schema>, anchorOf: (text: string) => string): z.output<Schema>;
  /** Returns whether the page numbers the headings in the block's texts. */
  hasNumberedHeadings?(block: z.output<Schema>): boolean;
  /** Set if the block itself is a chart. Other blocks have charts in settings called `figure`. */
  isChart?: true;
  /** Returns the position of the block's own chart (default: `field`) and of charts in its items (default: `small`). */
  chartPlaces?(block: z.output<Schema>): { own?: ChartPosition; items?: ChartPosition };
  /** Returns problems with the block that do not depend on the rest of the site. */
  warnings?(block: z.output<Schema>): DiagnosticInit[];
  /** Returns whether the block extends behind the header if it is the first block on a page. */
  isBelowHeader?(block: z.output<Schema>): boolean;
  /** Returns whether the block, if it is the last on a page, needs a different tone from the block above it. */
  needsContrastAbove?(block: z.output<Schema>): boolean;
  /** Converts a block of an unknown type to this type. Returns `undefined` if the content does not fit this type. */
  readForeign?(block: Record<string, unknown>): ForeignBlock | undefined;
  /** Creates a block with only a heading, to replace a block that is invalid. */
  createPlaceholder?(heading?: string): z.output<Schema>;
  /** Creates the first block of a generated page. */
  createOpening?(heading: string, eyebrow: string): z.output<Schema>;
  /**
   * Returns the list for a generated page, which continues a long list or shows the pages with a tag or author
   * (`group`). `isInGroup` tests whether a page on another site belongs to the group.
   */
  createGeneratedList?(
    block: z.output<Schema>,
    group: string | undefined,
    isInGroup: (post: Pick<ExternalPost, 'tags'>, by: PostList['by']) => boolean,
  ): z.output<Schema>;
  /**
   * The name of a list setting that contains links. The page omits the block if none of these links is visible. This
   * always applies to the list `items`, which does not have to be named here.
   */
  emptyWithout?: string;
}

export const defineBlock = <Schema extends z.ZodType>(
  definition: BlockDefinition<Schema>,
): BlockDefinition<Schema> => definition;

/** The equivalent that is suggested for a block from another system. */
export interface ForeignBlock {
  /** Describes the block type to use, for messages. */
  label: string;
  /** The settings that the author should write, with `…` for missing values. */
  example: string;
  /** All settings of the equivalent block. Set if no values are missing. */
  settings?: Record<string, unknown>;
}

/** Creates the schema of a block type. */
export const blockSchema = <Type extends string, Settings extends z.ZodRawShape>(
  type: Type,
  settings: Settings,
) => z.strictObject({ type: z.literal(type), ...settings });

/** Facts about a block, in a form that can be stored in the cache. */
export interface BlockSummary {
  /** The kind of the page, if the block determines it. */
  kind?: 'event' | 'job';
  events?: readonly EventTime[];
  /** Whether the build writes a calendar file for each event of the block. */
  hasCalendarFile?: true;
  /** The preview of the page in lists and links, used if the block is the first on the page. */
  opening?: Opening;
  people?: readonly PersonSummary[];
  /** The settings that select the pages that the block lists. */
  list?: PostList;
  /** The hosts whose content the block embeds with the visitor's consent. */
  frames?: readonly string[];
  /** The last day on which the block is visible, from its setting `until`. */
  until?: string;
  /** The days after which a part of the block, such as an event, is out of date. */
  lastDays?: readonly LastDay[];
  /** Data that the page must provide to the block. */
  needs?: readonly PageNeed[];
  /** All pictures in the block. The engine collects them from settings called `src`. */
  pictures?: readonly string[];
}

export type PageNeed = 'author page' | 'headings' | 'language' | 'last change' | 'next article';

export interface EventTime {
  begins: string;
  ends?: string | undefined;
  /** The number of free seats. */
  seats?: number | undefined;
  /**
   * The time zone of the event (default: the site's time zone). An event at a venue shows a time zone only if it sets
   * one.
   */
  zone?: string | undefined;
}

/** The last day of an event, or the last day on which people can apply for a job. */
export interface LastDay {
  setting: Path;
  day: string;
  zone?: string | undefined;
}

export interface PageWords {
  language: string;
  words: Words;
}

export interface CalendarEvent {
  /** The name of the event (default: the page title). */
  name?: string;
  time: EventTime;
  location: string;
  isDownloadable: boolean;
}

export type StructuredData = { '@type': string } & Record<string, unknown>;

interface SurroundingPage {
  title: string;
  description: string;
  url: string;
  /** The time zone of the site. */
  zone?: string;
  publisher: StructuredData;
  /** The publisher, with its postal address, email address and telephone number. */
  organization: StructuredData;
}

export interface FormDescription {
  id: string;
  fields: readonly FormField[];
  /** Options for the contact function, or `undefined` if the form sends nothing. */
  sent?: {
    webhook?: string;
    proofOfWork?: boolean;
    maxPerAddress?: number;
    confirmation?: { subject: string; text: string };
    /** The route of the page to show after the message has been sent. */
    thanks?: string;
  };
}

export interface Opening {
  lead?: Inline[];
  picture?: z.output<typeof picture> & { text?: Inline[] };
  /** The SVG for phones. Previews in other tall areas also use it. */
  tallPicture?: { src: string };
  readTime?: string;
}

export interface PersonSummary {
  name: string;
  title?: string | undefined;
  href?: string;
}

/** A page on another site that a list shows. */
export interface ExternalPost {
  href: string;
  title: string;
  date: string;
  /** The name of the publication or site that the page belongs to. */
  source: string;
  text?: Inline[];
  tags?: readonly string[];
}

/** The settings that determine which pages a block lists. */
export interface PostList {
  /**
   * Routes of pages to list first, and pages on other sites. Pages on other sites are sorted together with the pages in
   * the folder.
   */
  items?: readonly (string | ExternalPost)[];
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
