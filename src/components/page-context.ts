import { createContext, type ReactNode } from 'react';
import type { Opening } from '../../schema/content/block-definition.ts';
import type { BlockType } from '../../schema/content/blocks/index.ts';
import type { Inline } from '../../schema/markdown/tree.ts';
import { siteUrl } from './site-url.ts';

/** The position of a block on its page, set by `src/page`. */
export interface BlockPosition {
  /** From 0. Prefix of the ids in the block. */
  number: number;
  /** Whether this is the first block, whose picture is visible at once. */
  first: boolean;
  /** The level of the block's heading, and of the headings inside. */
  heading: 'h1' | 'h2';
  inner: 'h2' | 'h3';
  /** For a block inside another: its share of the page width. */
  share?: number;
  /** Renders a block of a loaded type inside of this one. */
  renderSmallBlock?(type: BlockType, settings: object): ReactNode;
}
export const BlockPositionContext = createContext<BlockPosition>({
  number: -1,
  first: false,
  heading: 'h2',
  inner: 'h3',
});

/** A heading in the text of a page, with its anchor. */
export interface TextHeading {
  heading: string;
  id: string;
  /** Whether it is a subheading. */
  below?: true;
}

/** The attributes of an element in another language than the page. */
export interface LanguageAttributes {
  lang: string;
  dir: 'ltr' | 'rtl';
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
  /** Set if the page is in another language than this one. */
  language?: LanguageAttributes;
  title: string;
  text: readonly Inline[];
  /** The date of an article or an event. */
  date?: Day | undefined;
  tags: readonly { name: string; to?: string | undefined }[];
  /** Where it stands, if that is another site. */
  source?: string;
}

/** The content of a list on this page. */
export interface RenderedList {
  posts: readonly PostCardData[];
  /** Tags or authors, for lists that show these instead of posts. */
  groups?: readonly { name: string; count: number; to: string }[] | undefined;
  /** Links to the other pages of the list. */
  paging?: Paging | undefined;
}

/** The position in a paginated list, and its texts. */
export interface Paging {
  first: string;
  number: number;
  last: number;
  label: string;
  /** With `{number}` for the page number. */
  name: string;
  previous: string;
  next: string;
}

/** What blocks need to know about their page. It is part of the page's data. */
export interface PageContextValue {
  /** The headings in the text, if a block lists them. */
  contents: readonly TextHeading[];
  /** The language, if a block sorts by it or shows times. */
  language?: string;
  /** The dates that blocks show, by `begin/end`: as text, and the path of a calendar file. */
  dates?: Readonly<
    Record<
      string,
      {
        words: string;
        until?: string | undefined;
        calendar?: string;
        /** The instant until which the block counts. */
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
  /** The day of the last change, as a sentence, and the index of the block that shows it; -1 if none does. */
  updated?: Day & { block: number };
  /** The lists of blocks, by the index of the block. */
  lists?: Readonly<Record<number, RenderedList>>;
}

export const PageContext = createContext<PageContextValue>({ contents: [] });

/** The Supabase project with the functions. An empty address stands for the site's own origin. */
export interface BackendProject {
  address: string;
  anonymousKey: string;
}
export const Backend = createContext<BackendProject>({ address: '', anonymousKey: '' });

/** The form on an answer page, and the result of its post. */
export interface FormPost {
  /** The route of the form's page. */
  page: string;
  status?: 'success' | 'error';
  /** The id of the posted form. */
  form?: string;
}
export const Post = createContext<FormPost>({ page: '/' });

/** Returns the URL of a function for a form post. */
export function functionUrl(backend: BackendProject, name: string): string {
  const path = `/functions/v1/${name}`;
  return backend.address === '' ? siteUrl(path) : backend.address + path;
}

export const noFiles: Readonly<Record<string, string>> = {};
/** The type and size, as text, of linked files, by path. */
export const FilesContext = createContext(noFiles);

export const noLanguages: Readonly<Record<string, string>> = {};
/** The languages of linked pages that are in another one than the link, by path. */
export const LinkLanguages = createContext(noLanguages);

/** Returns the id of a dialog's element. */
export const dialogId = (name: string) => `dialog_${name}`;

/** Width and height in pixels, and for a photo the start of the URLs of its versions. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/** The sizes of the page's pictures, by `src`. They are part of the page's data. */
export const Pictures = createContext<Readonly<Record<string, PictureData>>>({});
