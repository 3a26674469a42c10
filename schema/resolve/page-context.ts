import type { Opening } from '../blocks/block-definition.ts';
import type { LanguageAttributes } from '../fields/language.ts';
import type { Inline } from '../markdown/tree.ts';

/** A heading in a text on the page, with its anchor. */
export interface TextHeading {
  heading: string;
  id: string;
  /** Whether this is a subheading in the table of contents. */
  below?: true;
}

/** A date in ISO 8601 format and as text for visitors. */
export interface Day {
  date: string;
  words: string;
}

/** A preview of an article, shown on a different page. */
export interface ArticlePreview extends Opening {
  path: string;
  /** Set if the article is in a different language from the page. */
  language?: LanguageAttributes;
  title: string;
  published: Day;
}

/** A page in a list. */
export interface PostCardData extends Omit<Opening, 'lead'> {
  path: string;
  /** Set if the listed page is in a different language from this page. */
  language?: LanguageAttributes;
  title: string;
  text: readonly Inline[];
  /** The date of an article or an event. */
  date?: Day | undefined;
  tags: readonly { name: string; to?: string | undefined }[];
  /** The name of the site, if the post is on another site. */
  source?: string;
}

/** The content that a list shows on this page. */
export interface RenderedList {
  posts: readonly PostCardData[];
  /** The tags or authors, if the list shows tags or authors instead of posts. */
  groups?: readonly { name: string; count: number; to: string }[] | undefined;
  /** The links to the other pages of the list, if the list has several pages. */
  paging?: Paging | undefined;
}

/** The links to the other pages of a paginated list, with their labels. */
export interface Paging {
  first: string;
  number: number;
  last: number;
  label: string;
  /** The name of each page in the list, with `{number}` as a placeholder for the page number. */
  name: string;
  previous: string;
  next: string;
}

/** The data that blocks need about their page. Browsers receive it as part of the page's data. */
export interface PageContextValue {
  /** The headings in the text on the page. Empty if no block lists them. */
  contents: readonly TextHeading[];
  /** The page language. Set if a block sorts words or shows times. */
  language?: string;
  /**
   * The dates that blocks show, as text and with the path of a calendar file. The function `toDateKey` creates the
   * keys.
   */
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
  /** The byline data, if the page is an article. */
  article?: {
    author: string;
    /** The page with all articles by the author. */
    authorPage?: string | undefined;
    published: Day;
    next?: ArticlePreview | undefined;
  };
  /**
   * The day of the last change, with the sentence that shows it. `block` is the index of the block that shows the
   * sentence, or -1 if no block shows it.
   */
  updated?: Day & { block: number };
  /** The lists that blocks show, by block index. */
  lists?: Readonly<Record<number, RenderedList>>;
}

/**
 * Returns the key in `dates` for the date or time that a block shows. `number` is the index of the block on the page.
 */
export const toDateKey = (number: number, begins: string, ends = ''): string => `${number}/${begins}/${ends}`;
