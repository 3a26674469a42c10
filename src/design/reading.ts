import { createContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';

/** A heading within the text of a page, and the name by which a link reaches it. */
export interface TextHeading {
  heading: string;
  id: string;
}

/** A day for machines, and in words. */
interface Day {
  date: string;
  words: string;
}

/** Another article, as it is announced. */
export interface ArticlePreview extends Pick<BlockOf<'hero'>, 'lead' | 'picture'> {
  path: string;
  title: string;
  published: Day;
  readTime?: string | undefined;
}

/** What a page that is read at some length knows of itself besides its blocks. It comes with the page's data. */
export interface PageReading {
  /** The headings within its text, where a block lists them. */
  contents: readonly TextHeading[];
  /** What an article says of itself. */
  article?: { author: string; published: Day; next?: ArticlePreview | undefined };
}

export const Reading = createContext<PageReading>({ contents: [] });
