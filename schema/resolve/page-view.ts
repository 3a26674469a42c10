import type { Block } from '../blocks/index.ts';
import type { IconElements } from '../fields/icons.ts';
import type { LanguageAttributes } from '../fields/language.ts';
import type { Page } from '../site/page.ts';
import type { Dialog, Site } from '../site/site.ts';
import type { LanguageLink } from './translations.ts';
import type { PageContextValue } from './page-context.ts';

/** The width and height of a picture in pixels. For photos, also the common start of the URLs of all versions. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/**
 * The theme settings that change the layout of blocks. Styles read these theme settings from Emotion's `theme`. All
 * other theme settings are CSS custom properties.
 */
export type Arrangement = Partial<Pick<Site['theme'], 'cards' | 'heads' | 'icons'>>;

/** The header and navigation settings that one page overrides. */
export interface PageHeader {
  /** Whether the navigation is hidden. */
  bare?: true;
  action?: NonNullable<Page['action']>;
  /** The links to the page in other languages. */
  languages?: readonly LanguageLink[];
  /** The tone of the first block, if the header overlaps it. */
  over?: Block['tone'];
  /**
   * The window width in rem from which the page’s own header is one row, like the site's `headerRow`. Set if the page
   * adds an action or languages to the header.
   */
  row?: number;
  /** In dev, the notice above a page that is not public. */
  notice?: { label: string; text: string };
}

/**
 * A page with all references resolved. The renderer takes it as input, and browsers fetch it to navigate to the page.
 */
export interface PageView {
  path: string;
  /**
   * The page language, if it differs from the site language. `frame` has the language attributes for the parts of the
   * page that are in the site language.
   */
  language?: string;
  frame?: LanguageAttributes;
  /** The page title that the author wrote. */
  name: string;
  /** The document title, which includes the company name. */
  title: string;
  description: string;
  /** The canonical URL, which may be on another site. Undefined for pages that search engines must not index. */
  canonical?: string;
  /** The URLs of the page in each language that it exists in. */
  translations?: readonly { language: string; href: string }[];
  /** The URLs of the previous and next page of a paginated list. */
  prev?: string;
  next?: string;
  /** The data for link previews (Open Graph). Undefined for pages that must not be shared. */
  share?: {
    site: string;
    type: 'article' | 'website';
    locale: string;
    /** The URL of the page, if it has no canonical URL. */
    url?: string;
    title?: string;
    text?: string;
    image: { address: string; width: number; height: number; alt?: string };
  };
  header?: PageHeader;
  /** The theme settings that change the layout of blocks, without those that have default values. */
  arrangement?: Arrangement;
  blocks: Block[];
  reading: PageContextValue;
  /** The dialogs that actions on the page open. */
  dialogs: Record<string, Dialog>;
  icons: Record<string, IconElements>;
  pictures: Record<string, PictureData>;
  /** The type and size of linked files, as text. */
  files?: Record<string, string>;
  /** The languages of linked pages that are in a different language from the page, by path. */
  linkLanguages?: Readonly<Record<string, string>>;
  /** Whether the page contains extended Latin letters. Their fonts are in separate files. */
  extendedLatin?: true;
}
