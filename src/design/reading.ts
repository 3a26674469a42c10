import { createContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';

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

/** What the blocks of a longer text need to know of their page. It comes with the page's data. */
export interface PageReading {
  /** The headings within its text, where a block lists them. */
  contents: readonly TextHeading[];
  /**
   * The days and times that its blocks show, by `begin/end`: in words, and where a calendar can take them
   * from.
   */
  dates?: Readonly<Record<string, { words: string; until?: string | undefined; calendar?: string }>>;
  /** What an article says of itself. */
  article?: { author: string; published: Day; next?: ArticlePreview | undefined };
}

export const Reading = createContext<PageReading>({ contents: [] });
