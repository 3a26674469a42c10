import type { Block } from '../blocks/index.ts';
import type { IconElements } from '../fields/icons.ts';
import type { LanguageAttributes } from '../fields/language.ts';
import type { Page } from '../site/page.ts';
import type { Dialog, Site } from '../site/site.ts';
import type { LanguageLink } from './translations.ts';
import type { PageContextValue } from './page-context.ts';

/** Width and height in pixels. Photos also have the start of the URLs of their versions. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/**
 * The theme settings that change the layout of blocks. Styles read them as Emotion's `theme`. All other theme
 * settings are custom properties.
 */
export type Arrangement = Partial<Pick<Site['theme'], 'cards' | 'heads' | 'icons'>>;

/** Overrides of header and navigation for one page. */
export interface PageHeader {
  /** Whether the navigation is hidden. */
  bare?: true;
  action?: NonNullable<Page['action']>;
  /** The pages in other languages. */
  languages?: readonly LanguageLink[];
  /** The tone of the first block, if the header overlaps it. */
  over?: Block['tone'];
  /** The breakpoint of this header, if it has an action or languages. Like `headerRow` of the site. */
  row?: number;
  /** A notice above a page that is not public, in dev. */
  notice?: { label: string; text: string };
}

/** A page as the input of the renderer, and as browsers fetch it to navigate. All references are resolved. */
export interface PageView {
  path: string;
  /** The language, if the page is not in the language of the site, and the attributes for parts in that language. */
  language?: string;
  frame?: LanguageAttributes;
  /** The author's title. */
  name: string;
  /** The document title, with the company's name. */
  title: string;
  description: string;
  /** The canonical URL, possibly on another site. Undefined for pages that search engines must not index. */
  canonical?: string;
  /** The URLs of the page in all its languages. */
  translations?: readonly { language: string; href: string }[];
  /** The URLs of the previous and next page of a paginated list. */
  prev?: string;
  next?: string;
  /** The link preview (Open Graph). Undefined for pages that must not be shared. */
  share?: {
    site: string;
    type: 'article' | 'website';
    locale: string;
    /** The URL, for pages without a canonical URL. */
    url?: string;
    title?: string;
    text?: string;
    image: { address: string; width: number; height: number; alt?: string };
  };
  header?: PageHeader;
  /** The theme settings that differ from the default arrangement. */
  arrangement?: Arrangement;
  blocks: Block[];
  reading: PageContextValue;
  /** The dialogs of its actions. */
  dialogs: Record<string, Dialog>;
  icons: Record<string, IconElements>;
  pictures: Record<string, PictureData>;
  /** The type and size of linked files, as text. */
  files?: Record<string, string>;
  /** The languages of linked pages in another language, by path. */
  linkLanguages?: Readonly<Record<string, string>>;
  /** Whether it contains extended Latin letters, which have separate font files. */
  extendedLatin?: true;
}
