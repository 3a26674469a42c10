import type { Block, BlockType } from '../../schema/blocks/index.ts';
import type { Dialog } from '../../schema/site.ts';
import type { IconDrawing } from '../design/icon.tsx';
import type { PictureData } from '../design/picture-data.ts';
import type { PageReading } from '../design/reading.ts';
import type { BackendProject } from '../services/functions.ts';

/** A page as the renderer takes it, and as a browser fetches it to navigate: nothing is left to look up. */
export interface PageView {
  path: string;
  /** The title as the author wrote it. */
  name: string;
  /** The document's title, with the company's name. */
  title: string;
  description: string;
  /** The full address, or nothing where search engines should not look. */
  canonical?: string;
  /** How a link to the page is shown elsewhere. */
  share: {
    site: string;
    type: 'article' | 'website';
    image: { address: string; width: number; height: number };
  };
  blocks: Block[];
  reading: PageReading;
  /** The dialogs that its actions open. */
  dialogs: Record<string, Dialog>;
  icons: Record<string, IconDrawing>;
  pictures: Record<string, PictureData>;
}

/** What a prerendered page tells its scripts: the content of blocks without behaviour is not repeated. */
export interface FirstView {
  path: string;
  name: string;
  backend: BackendProject;
  blocks: (BlockType | Block)[];
  /** Those that blocks with behaviour may draw anew. */
  pictures: Record<string, PictureData>;
  dialogs: Record<string, Dialog>;
}
