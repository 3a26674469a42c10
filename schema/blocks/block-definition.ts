import { z } from 'zod';
import type { Path } from '../base/data.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import type { Inline } from '../markdown/tree.ts';
import type { picture } from '../fields/picture-fields.ts';
import type { FormField } from '../fields/form-fields.ts';
import type { ChartPlace } from '../fields/chart-fields.ts';
import type { Words } from '../fields/words.ts';

/** The sections of the catalogue, in order. */
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

/** A block type: its settings, and everything that the engine needs to know about its blocks. */
export interface BlockDefinition<Schema extends z.ZodType> {
  schema: Schema;
  /** Its label for authors (default: its type in words). */
  label?: string;
  /** Its section in the catalogue. Blocks without one come last. */
  purpose?: Purpose;
  /** What the block is called elsewhere, with blanks between the names. */
  otherNames?: string;
  /** The names of its type in earlier versions, separated by spaces. They work, with a warning. */
  formerTypes?: string;
  /** The facts that other pages or the whole site need. */
  summarize?(block: z.output<Schema>): Omit<BlockSummary, 'pictures'>;
  /** The days and times that the block spells out. */
  dates?(block: z.output<Schema>): readonly (EventTime & { isCountedDown?: true; isOnline?: true })[];
  calendarEvents?(block: z.output<Schema>): readonly CalendarEvent[];
  /** Data for search engines (https://schema.org). The questions of all blocks are merged into one FAQPage. */
  structuredData?(
    block: z.output<Schema>,
    page: SurroundingPage,
  ): StructuredData | StructuredData[] | undefined;
  form?(block: z.output<Schema>): FormDescription;
  /** Adds built-in texts that depend on other settings of the block. */
  withDefaultTexts?(block: z.output<Schema>, site: Texts): z.output<Schema>;
  /** Gives ids to parts that links can lead to. `anchorOf` makes one from a text. */
  withAnchors?(block: z.output<Schema>, anchorOf: (text: string) => string): z.output<Schema>;
  /** Whether the page puts numbers in front of the headings in its texts. */
  hasNumberedHeadings?(block: z.output<Schema>): boolean;
  /** Whether the block itself is a chart. Other blocks have charts in settings called `figure`. */
  isChart?: true;
  /** Where its chart is drawn (default: `field`), and those of its items (default: `small`). */
  chartPlaces?(block: z.output<Schema>): { own?: ChartPlace; items?: ChartPlace };
  /** Problems that do not depend on the rest of the site. */
  warnings?(block: z.output<Schema>): DiagnosticInit[];
  /** Whether the header stands on the block, on its ground, if the block comes first. */
  isBelowHeader?(block: z.output<Schema>): boolean;
  /** Whether, as the last block, it needs another tone than the section above it. */
  needsContrastAbove?(block: z.output<Schema>): boolean;
  /** Reads a block of an unknown type, if this type has what the block shows. */
  readForeign?(block: Record<string, unknown>): ForeignBlock | undefined;
  /** Creates a block that shows nothing but a heading, in place of one that cannot be read. */
  createPlaceholder?(heading?: string): z.output<Schema>;
  /** Creates the first block of a generated page. */
  createOpening?(heading: string, eyebrow: string): z.output<Schema>;
  /**
   * Returns the list for a generated page: a further page of the list, or the page of a tag or author (`group`).
   * `isInGroup` tests a page of another site.
   */
  createGeneratedList?(
    block: z.output<Schema>,
    group: string | undefined,
    isInGroup: (post: Pick<OutsidePost, 'tags'>, by: PostList['by']) => boolean,
  ): z.output<Schema>;
  /** Omits the block if this list has no visible links. Always applies to `items`. */
  emptyWithout?: string;
}

export const defineBlock = <Schema extends z.ZodType>(
  definition: BlockDefinition<Schema>,
): BlockDefinition<Schema> => definition;

/** What a block of another system is in this one. */
export interface ForeignBlock {
  /** Which block shows it. */
  label: string;
  /** The settings to write, with `…` for what is missing. */
  example: string;
  /** All settings, if nothing is missing. */
  settings?: Record<string, unknown>;
}

/** The settings of a block type. */
export const blockSchema = <Type extends string, Settings extends z.ZodRawShape>(
  type: Type,
  settings: Settings,
) => z.strictObject({ type: z.literal(type), ...settings });

/** Facts about a block. Serializable, for the cache. */
export interface BlockSummary {
  /** A further kind of the page. */
  kind?: 'event' | 'job';
  events?: readonly EventTime[];
  /** Whether the build writes a calendar file for each of its events. */
  hasCalendarFile?: true;
  /** The preview of the page in lists and links, if the block comes first. */
  opening?: Opening;
  people?: readonly PersonSummary[];
  /** The pages that it lists. */
  list?: PostList;
  /** The hosts that it embeds with the visitor's consent. */
  frames?: readonly string[];
  /** The last day on which it is visible: its setting `until`. */
  until?: string;
  /** The days after which a part of it is out of date, and their settings. */
  lastDays?: readonly LastDay[];
  /** Data that the page must provide. */
  needs?: readonly Need[];
  /** All its pictures, which the engine collects from settings called `src`. */
  pictures?: readonly string[];
}

export type Need = 'author page' | 'headings' | 'language' | 'last change' | 'next article';

export interface EventTime {
  begins: string;
  ends?: string | undefined;
  /** How many are free. */
  seats?: number | undefined;
  /** Default: the time zone of the site, but an event at a place shows only its own. */
  zone?: string | undefined;
}

/** The last day of an event, or of applying for a job. */
export interface LastDay {
  setting: Path;
  day: string;
  zone?: string | undefined;
}

export interface Texts {
  language: string;
  words: Words;
}

export interface CalendarEvent {
  /** Default: the title of the page. */
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
  /** The publisher with its address and numbers. */
  organization: StructuredData;
}

export interface FormDescription {
  id: string;
  fields: readonly FormField[];
  /** Options of the contact function. `undefined` if the form sends nothing. */
  sent?: {
    webhook?: string;
    proofOfWork?: boolean;
    maxPerAddress?: number;
    confirmation?: { subject: string; text: string };
    /** The page to show when the message is sent. */
    thanks?: string;
  };
}

export interface Opening {
  lead?: Inline[];
  picture?: z.output<typeof picture> & { text?: Inline[] };
  /** The drawing for phones, which also fits tall places. */
  tallPicture?: { src: string };
  readTime?: string;
}

export interface PersonSummary {
  name: string;
  title?: string | undefined;
  href?: string;
}

/** A page of another site in a list. */
export interface OutsidePost {
  href: string;
  title: string;
  date: string;
  /** Where it stands. */
  source: string;
  text?: Inline[];
  tags?: readonly string[];
}

/** The settings by which a block selects pages. */
export interface PostList {
  /** Routes to list first, and pages of other sites, which are sorted among those of the folder. */
  items?: readonly (string | OutsidePost)[];
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
