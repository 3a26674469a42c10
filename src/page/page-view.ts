import type { Block, BlockType } from '../../schema/content/blocks/index.ts';
import type { Page } from '../../schema/content/page.ts';
import type { Dialog } from '../../schema/content/site.ts';
import type { IconElements } from '../components/icon.tsx';
import type { PictureData } from '../components/page-context.ts';
import type { PageContext, BackendProject } from '../components/page-context.ts';
import { registry } from '../blocks/index.tsx';

/** What stands around a page that has it in another way than all the others. */
export interface PageHeader {
  /** Whether nothing of the site's navigation is shown. */
  bare?: true;
  action?: NonNullable<Page['action']>;
  /** What authors at work read above a page that is not public. */
  notice?: { label: string; text: string };
}

/** A page as the renderer takes it, and as a browser fetches it to navigate. It is complete. */
export interface PageView {
  path: string;
  /** The title as the author wrote it. */
  name: string;
  /** The document's title, with the company's name. */
  title: string;
  description: string;
  /**
   * The full URL, or that of another site where the same text stood first; missing if search engines must not
   * list the page.
   */
  canonical?: string;
  /** The full URLs of the pages before and behind it, if it is one of a long list. */
  prev?: string;
  next?: string;
  /** How a link to the page is shown elsewhere; missing if nobody shall show one. */
  share?: {
    site: string;
    type: 'article' | 'website';
    /** The full URL, where the page has none for search engines. */
    url?: string;
    title?: string;
    text?: string;
    image: { address: string; width: number; height: number; alt?: string };
  };
  header?: PageHeader;
  blocks: Block[];
  reading: PageContext;
  /** The dialogs that its actions open. */
  dialogs: Record<string, Dialog>;
  icons: Record<string, IconElements>;
  pictures: Record<string, PictureData>;
  /** The kind and size of files that it links to, in words. */
  files?: Record<string, string>;
  /** Whether it has letters that are in font files of their own. */
  extendedLatin?: true;
}

/** What a prerendered page gives its scripts. Of blocks without behaviour that is only the type. */
export interface ClientData {
  path: string;
  name: string;
  header?: PageHeader;
  backend: BackendProject;
  blocks: (BlockType | Block)[];
  /** Those of blocks with behaviour. */
  pictures: Record<string, PictureData>;
  files?: Record<string, string>;
  dialogs: Record<string, Dialog>;
  /** Whether the document has the fonts of rarer letters. */
  extendedLatin?: true;
}

/** What the scripts of a prerendered page need of it. */
export function clientData(page: PageView, backend: BackendProject): ClientData {
  const { path, name, header, dialogs, files } = page;
  const blocks = page.blocks.map((block) => (registry[block.type].hydrates ? block : block.type));
  const content = JSON.stringify(blocks);
  const pictures = Object.entries(page.pictures).filter(([src]) => content.includes(`"${src}"`));
  return {
    path,
    name,
    ...(header && { header }),
    backend,
    blocks,
    pictures: Object.fromEntries(pictures),
    ...(files && { files }),
    dialogs,
  };
}
