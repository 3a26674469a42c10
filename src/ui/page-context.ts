import { createContext, type ReactNode } from 'react';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { PageContextValue } from '../../schema/resolve/page-context.ts';
import type { PictureData } from '../../schema/resolve/page-view.ts';
import { toSiteUrl } from './site-url.ts';

/** The position of a block on its page. Code in `src/page` provides it. */
export interface BlockPosition {
  /** The index of the block on its page, from 0. The ids of elements in the block contain this index. */
  number: number;
  /** Whether this is the first block, whose picture is visible without scrolling. */
  first: boolean;
  /** The levels of the block's heading and of the headings inside the block. */
  heading: 'h1' | 'h2';
  inner: 'h2' | 'h3';
  /** The block's share of the page width. Only set for a small block inside a different block. */
  share?: number;
  /** Renders a small block inside this block. The code of the small block's type must already be loaded. */
  renderSmallBlock?(type: BlockType, settings: object): ReactNode;
}
export const BlockPositionContext = createContext<BlockPosition>({
  number: -1,
  first: false,
  heading: 'h2',
  inner: 'h3',
});

export const PageContext = createContext<PageContextValue>({ contents: [] });

/** The Supabase project that runs the functions. An empty URL means that the site's own origin runs them. */
export interface BackendProject {
  address: string;
  anonymousKey: string;
}
export const BackendContext = createContext<BackendProject>({ address: '', anonymousKey: '' });

/** The form submission that a response page answers, and the result. */
export interface FormPost {
  /** The route of the page with the form. */
  page: string;
  status?: 'success' | 'error';
  /** The id of the form that was submitted. */
  form?: string;
}
export const FormPostContext = createContext<FormPost>({ page: '/' });

/** Returns the URL of a function that handles form submissions. */
export function toFunctionUrl(backend: BackendProject, name: string): string {
  const path = `/functions/v1/${name}`;
  return backend.address === '' ? toSiteUrl(path) : backend.address + path;
}

export const noFiles: Readonly<Record<string, string>> = {};
/** The types and sizes of linked files as text, by file path. */
export const FilesContext = createContext(noFiles);

export const noLinkLanguages: Readonly<Record<string, string>> = {};
/**
 * The languages of linked pages, by path. Only contains pages in a language that differs from the language of the text
 * around the link.
 */
export const LinkLanguagesContext = createContext(noLinkLanguages);

/** Returns the id of a `<dialog>` element. */
export const toDialogId = (name: string) => `dialog_${name}`;

/** The sizes of the pictures on the page, by `src`. They are part of the page data. */
export const PicturesContext = createContext<Readonly<Record<string, PictureData>>>({});
