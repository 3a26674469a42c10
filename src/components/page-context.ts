import { type ComponentType, createContext } from 'react';
import type { Block, BlockType, BlockOf } from '../../schema/content/blocks/index.ts';
import type { Inline } from '../../schema/markdown/tree.ts';

/** What a block needs to know of its position on the page. `src/page` decides it. */
export interface BlockPosition {
  /** Counted from 0; what a block names within its page begins with it. */
  number: number;
  /** Whether this is the page's first block, whose picture is seen at once. */
  first: boolean;
  /** The heading level of the block, and that of the headings inside it. */
  heading: 'h1' | 'h2';
  inner: 'h2' | 'h3';
  /** Of a block in a part of another one: the share of the page's width that it has. */
  share?: number;
  /** The component of a type of block that is loaded. */
  componentOf?(type: BlockType): ComponentType<Block>;
}
export const BlockPositionContext = createContext<BlockPosition>({
  number: -1,
  first: false,
  heading: 'h2',
  inner: 'h3',
});

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
export interface PostCardData {
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
export interface RenderedList {
  posts: readonly PostCardData[];
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
export interface PageContext {
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
  lists?: Readonly<Record<number, RenderedList>>;
}

export const YamlResult = createContext<PageContext>({ contents: [] });

/** The Supabase project with the functions; without an address, the site's own origin has them. */
export interface BackendProject {
  address: string;
  anonymousKey: string;
}
export const Backend = createContext<BackendProject>({ address: '', anonymousKey: '' });

/** What an ordinary form post sends along, and its result on an answer page. */
export interface FormPost {
  /** The route of the form's page. */
  page: string;
  status?: 'success' | 'error';
  /** The id of the posted form. */
  form?: string;
}
export const Post = createContext<FormPost>({ page: '/' });

/** The URL of a function, for an ordinary form post. */
export function functionUrl(backend: BackendProject, name: string): string {
  return `${backend.address}/functions/v1/${name}`;
}

export const noFiles: Readonly<Record<string, string>> = {};
/** The kind and size, as text, of the files that a page links to, by path. */
export const Files = createContext(noFiles);

/** Returns the id of a dialog's element. */
export const dialogId = (name: string) => `dialog_${name}`;

/** Width and height in pixels, and for a photo the start of the URLs of its versions. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/** The sizes of the pictures that a page shows, by `src`. They come with the data of the page. */
export const Pictures = createContext<Readonly<Record<string, PictureData>>>({});
