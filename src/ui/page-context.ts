import { createContext, type ReactNode } from 'react';
import type { BlockType } from '../../schema/blocks/index.ts';
import type { PageContextValue } from '../../schema/resolve/page-context.ts';
import type { PictureData } from '../../schema/resolve/page-view.ts';
import { toSiteUrl } from './site-url.ts';

/** The position of a block on its page, set by `src/page`. */
export interface BlockPosition {
  /** The index of the block on its page, from 0. Part of the ids in the block. */
  number: number;
  /** Whether this is the first block, whose picture is visible at once. */
  first: boolean;
  /** The level of the block's heading, and of the headings inside. */
  heading: 'h1' | 'h2';
  inner: 'h2' | 'h3';
  /** For a block inside another: its share of the page width. */
  share?: number;
  /** Renders a block of a loaded type inside this one. */
  renderSmallBlock?(type: BlockType, settings: object): ReactNode;
}
export const BlockPositionContext = createContext<BlockPosition>({
  number: -1,
  first: false,
  heading: 'h2',
  inner: 'h3',
});

export const PageContext = createContext<PageContextValue>({ contents: [] });

/** The Supabase project with the functions. An empty address means the site's own origin. */
export interface BackendProject {
  address: string;
  anonymousKey: string;
}
export const BackendContext = createContext<BackendProject>({ address: '', anonymousKey: '' });

/** The form on an answer page, and the result of its post. */
export interface FormPost {
  /** The route of the form's page. */
  page: string;
  status?: 'success' | 'error';
  /** The id of the posted form. */
  form?: string;
}
export const FormPostContext = createContext<FormPost>({ page: '/' });

/** Returns the URL of a function for a form post. */
export function functionUrl(backend: BackendProject, name: string): string {
  const path = `/functions/v1/${name}`;
  return backend.address === '' ? toSiteUrl(path) : backend.address + path;
}

export const noFiles: Readonly<Record<string, string>> = {};
/** The type and size of linked files as text, by path. */
export const FilesContext = createContext(noFiles);

export const noLinkLanguages: Readonly<Record<string, string>> = {};
/** The languages of linked pages, by path, if they differ from the language of the link. */
export const LinkLanguagesContext = createContext(noLinkLanguages);

/** Returns the id of a dialog's element. */
export const toDialogId = (name: string) => `dialog_${name}`;

/** The sizes of the page's pictures, by `src`. They are part of the page's data. */
export const PicturesContext = createContext<Readonly<Record<string, PictureData>>>({});
