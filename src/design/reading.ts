import { createContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';
import type { Inline } from '../../schema/text/tree.ts';

/** A heading within the text of a page, and its anchor. */
export interface TextHeading {
  heading: string;
  id: string;
  /** Whether it stands below another one. */
  below?: true;
}

/** A day for machines, and as text. */
interface Day {
  date: string;
  words: string;
}

/** Another article, as a block presents it. */
export interface ArticlePreview extends Pick<BlockOf<'hero'>, 'lead' | 'picture'> {
  path: string;
  title: string;
  published: Day;
  readTime?: string | undefined;
}

/** A page as a list shows it. */
export interface ListedPage {
  path: string;
  title: string;
  text: readonly Inline[];
  picture?: BlockOf<'hero'>['picture'];
  /** The day of an article, or when an event takes place. */
  date?: Day | undefined;
  readTime?: string | undefined;
  tags: readonly { name: string; to?: string | undefined }[];
}

/** What a list shows on this page. */
export interface ShownList {
  posts: readonly ListedPage[];
  /** The tags or authors that stand in the place of posts. */
  groups?: readonly { name: string; count: number; to: string }[] | undefined;
  /** Where its other pages are. */
  paging?: Paging | undefined;
}

/** Which of the pages of a list this is, and the words for it. */
export interface Paging {
  first: string;
  number: number;
  last: number;
  label: string;
  /** `{number}` in it stands for which page it is. */
  name: string;
  previous: string;
  next: string;
}

/** What the blocks of a longer text need to know of their page. It comes with the page's data. */
export interface PageReading {
  /** The headings within its text, where a block lists them. */
  contents: readonly TextHeading[];
  /** That of the site, where a block sorts by it. */
  language?: string;
  /**
   * The days and times that its blocks show, by `begin/end`: in words, and where a calendar can take them
   * from.
   */
  dates?: Readonly<Record<string, { words: string; until?: string | undefined; calendar?: string }>>;
  /** What an article says of itself. */
  article?: {
    author: string;
    /** The page that lists what the author wrote. */
    authorPage?: string | undefined;
    published: Day;
    next?: ArticlePreview | undefined;
  };
  /** What its blocks list, by their index on the page. */
  lists?: Readonly<Record<number, ShownList>>;
}

export const Reading = createContext<PageReading>({ contents: [] });
