import type { Block, BlockType } from '../../schema/content/blocks/index.ts';
import type { Page } from '../../schema/content/page.ts';
import type { Dialog, Site } from '../../schema/content/site.ts';
import type { Arrangement } from '../components/arrangement.ts';
import type { IconElements } from '../components/icon.tsx';
import type {
  Day,
  LanguageAttributes,
  PictureData,
  PageContextValue,
  BackendProject,
} from '../components/page-context.ts';
import { registry } from '../blocks/index.tsx';
import { basePath } from '../../schema/content/routes.ts';

/** Overrides of header and navigation for one page. */
export interface PageHeader {
  /** Whether the navigation is hidden. */
  bare?: true;
  action?: NonNullable<Page['action']>;
  /** The tone of the first block, if the header stands on it. */
  over?: Block['tone'];
  /** With an action: as `headerRow` of the site. */
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

/** The data of a prerendered page for its scripts. Static blocks only have their type. */
export interface ClientData {
  path: string;
  language?: string;
  frame?: LanguageAttributes;
  name: string;
  /** The day of the last change, if no block shows it. */
  updated?: Day;
  header?: PageHeader;
  arrangement?: Arrangement;
  backend: BackendProject;
  blocks: (BlockType | Block)[];
  /** The data of interactive blocks. */
  pictures: Record<string, PictureData>;
  files?: Record<string, string>;
  linkLanguages?: Readonly<Record<string, string>>;
  dialogs: Record<string, Dialog>;
  /** The path below which the site is served, if it is not the root of its host. */
  base?: string;
  /** The paths below it that other programs answer. */
  otherPrograms?: readonly string[];
  /** Whether the document loads the extended fonts. */
  extendedLatin?: true;
}

/** The day of the last change of a page, if no block shows it. */
export function changeAtEnd({ reading: { updated } }: PageView): Day | undefined {
  return updated && updated.block < 0 ? { date: updated.date, words: updated.words } : undefined;
}

/** Selects the data of a prerendered page for its scripts. */
export function clientData(
  page: PageView,
  backend: BackendProject,
  { url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>,
): ClientData {
  const base = basePath(url);
  const { path, language, frame, name, header, arrangement, dialogs, files, linkLanguages } = page;
  const blocks = page.blocks.map((block) => (registry[block.type].hydrates ? block : block.type));
  const updated = changeAtEnd(page);
  const content = JSON.stringify(blocks);
  const pictures = Object.entries(page.pictures).filter(([src]) => content.includes(`"${src}"`));
  return {
    path,
    ...(language !== undefined && { language, frame }),
    name,
    ...(updated && { updated }),
    ...(header && { header }),
    ...(arrangement && { arrangement }),
    backend,
    blocks,
    pictures: Object.fromEntries(pictures),
    ...(files && { files }),
    ...(linkLanguages && { linkLanguages }),
    dialogs,
    ...(base !== '' && { base }),
    ...(otherPrograms.length > 0 && { otherPrograms }),
  };
}
