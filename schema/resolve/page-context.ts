import type { Opening } from '../blocks/block-definition.ts';
import type { LanguageAttributes } from '../fields/language.ts';
import type { Inline } from '../markdown/tree.ts';

/** A heading in the text of a page, with its anchor. */
export interface TextHeading {
  heading: string;
  id: string;
  /** Whether the heading is a subheading. */
  below?: true;
}

/** A date, as ISO 8601 and as text. */
export interface Day {
  date: string;
  words: string;
}

/** A preview of another article. */
export interface ArticlePreview extends Opening {
  path: string;
  /** Set if the article is in another language than the page. */
  language?: LanguageAttributes;
  title: string;
  published: Day;
}

/** A page in a list. */
export interface PostCardData extends Omit<Opening, 'lead'> {
  path: string;
  /** Set if the listed page is in another language than this page. */
  language?: LanguageAttributes;
  title: string;
  text: readonly Inline[];
  /** The date of an article or an event. */
  date?: Day | undefined;
  tags: readonly { name: string; to?: string | undefined }[];
  /** The name of the site, if the post is on another site. */
  source?: string;
}

/** The content of a list on this page. */
export interface RenderedList {
  posts: readonly PostCardData[];
  /** Tags or authors, for lists that show them instead of posts. */
  groups?: readonly { name: string; count: number; to: string }[] | undefined;
  /** Links to the other pages of the list. */
  paging?: Paging | undefined;
}

/** The links to the other pages of a paginated list, and their texts. */
export interface Paging {
  first: string;
  number: number;
  last: number;
  label: string;
  /** The name of a page of the list, with `{number}` for the page number. */
  name: string;
  previous: string;
  next: string;
}

/** The data about a page that its blocks need. It is part of the page's data. */
export interface PageContextValue {
  /** The headings in the texts of the page, if a block lists them. */
  contents: readonly TextHeading[];
  /** The page language, if a block sorts texts or shows times. */
  language?: string;
  /** The dates that blocks show, as text and with the path of a calendar file, by `toDateKey`. */
  dates?: Readonly<
    Record<
      string,
      {
        words: string;
        until?: string | undefined;
        calendar?: string;
        /** The number of available seats, as text. */
        seats?: string;
        /** The instant at which the countdown ends. */
        countdown?: string;
      }
    >
  >;
  /** The byline of an article. */
  article?: {
    author: string;
    /** The page with all articles of the author. */
    authorPage?: string | undefined;
    published: Day;
    next?: ArticlePreview | undefined;
  };
  /**
   * The day of the last change, as a sentence, and the index of the block that shows it, or -1 if no block shows it.
   */
  updated?: Day & { block: number };
  /** The lists that blocks show, by block index. */
  lists?: Readonly<Record<number, RenderedList>>;
}

/** Returns the key for the date or time that a block shows. `number` is the block index on the page. */
export const toDateKey = (number: number, begins: string, ends = ''): string => `${number}/${begins}/${ends}`;
