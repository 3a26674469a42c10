import type { Block } from '../blocks/index.ts';
import type { IconElements } from '../fields/icons.ts';
import type { LanguageAttributes } from '../fields/language.ts';
import type { Page } from '../site/page.ts';
import type { Dialog, Site } from '../site/site.ts';
import type { LanguageLink } from './translations.ts';
import type { PageContextValue } from './page-context.ts';

/** Width and height in pixels, and for a photo the start of the URLs of its versions. */
export type PictureData = readonly [width: number, height: number, versions?: string];

/**
 * The choices of a site that move the parts of blocks. Styles read them as Emotion's `theme`, in the file of the block.
 * All other choices are custom properties.
 */
export type Arrangement = Partial<Pick<Site['theme'], 'cards' | 'heads' | 'icons'>>;

/** Overrides of header and navigation for one page. */
export interface PageHeader {
  /** Whether the navigation is hidden. */
  bare?: true;
  action?: NonNullable<Page['action']>;
  /** The pages in other languages. */
  languages?: readonly LanguageLink[];
  /** The tone of the first block, if the header stands on it. */
  over?: Block['tone'];
  /** With an action or languages: as `headerRow` of the site. */
  row?: number;
  /** A notice above a page that is not public, in dev. */
  notice?: { label: string; text: string };
}

/**
 * A page as the input of the renderer, and as browsers fetch it to navigate. Complete, without references.
 */
export interface PageView {
  path: string;
  /** The language, if it is another than that of the site, and what marks the parts that are in that. */
  language?: string;
  frame?: LanguageAttributes;
  /** The author's title. */
  name: string;
  /** The document title, with the company's name. */
  title: string;
  description: string;
  /** The canonical URL, possibly on another site. Undefined for pages that search engines must not index. */
  canonical?: string;
  /** The addresses of the page in its languages. */
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
  /** The choices of the theme that differ from the default arrangement. */
  arrangement?: Arrangement;
  blocks: Block[];
  reading: PageContextValue;
  /** The dialogs of its actions. */
  dialogs: Record<string, Dialog>;
  icons: Record<string, IconElements>;
  pictures: Record<string, PictureData>;
  /** The type and size of linked files, as text. */
  files?: Record<string, string>;
  /** The languages of linked pages that are in another one, by path. */
  linkLanguages?: Readonly<Record<string, string>>;
  /** Whether it contains extended Latin letters, which have separate font files. */
  extendedLatin?: true;
}
