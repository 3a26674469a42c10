import { createContext } from 'react';
import type { BlockOf } from '../../schema/blocks/index.ts';

/** A heading within the text of a page, and the name by which a link reaches it. */
export interface Part {
  heading: string;
  id: string;
}

/** A day for machines, and in words. */
interface Day {
  date: string;
  words: string;
}

/** Another article, as it is announced. */
export interface Announced extends Pick<BlockOf<'hero'>, 'lead' | 'picture'> {
  path: string;
  title: string;
  published: Day;
  readTime?: string | undefined;
}

/** What a page that is read at some length knows of itself besides its blocks. It comes with the page's data. */
export interface PageReading {
  /** The headings within its text, where a block lists them. */
  contents: readonly Part[];
  /** What an article says of itself. */
  article?: { author: string; published: Day; next?: Announced | undefined };
}

export const Reading = createContext<PageReading>({ contents: [] });
