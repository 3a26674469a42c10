import type { Block, BlockType } from '../../schema/blocks/index.ts';
import type { LanguageAttributes } from '../../schema/fields/language.ts';
import type { Day } from '../../schema/resolve/page-context.ts';
import type { Arrangement, PageHeader, PageView, PictureData } from '../../schema/resolve/page-view.ts';
import { getBasePath } from '../../schema/base/routes.ts';
import type { Dialog, Site } from '../../schema/site/site.ts';
import { registry } from '../blocks/registry.tsx';
import { getOwnViews, type OwnViews } from './own-views.ts';
import type { BackendProject } from '../ui/page-context.ts';

/** The data that the scripts of a prerendered page need. For a static block, the data only contains its type. */
export interface ClientData {
  path: string;
  language?: string;
  frame?: LanguageAttributes;
  name: string;
  /** The day of the last change. Not set if a block already shows the day. */
  updated?: Day;
  header?: PageHeader;
  arrangement?: Arrangement;
  backend: BackendProject;
  blocks: (BlockType | Block)[];
  /** The pictures of interactive blocks, by `src`. */
  pictures: Record<string, PictureData>;
  files?: Record<string, string>;
  linkLanguages?: Readonly<Record<string, string>>;
  dialogs: Record<string, Dialog>;
  /** The base path of the site, such as `/project`. Not set if the site is at the root of its host. */
  base?: string;
  /** Paths below `base` that other programs on the same host serve. */
  otherPrograms?: readonly string[];
  /** The site's own views. */
  own?: OwnViews;
  /** Whether the document loads the extended fonts. */
  extendedLatin?: true;
}

/** Returns the day on which a page last changed, or `undefined` if a block already shows the day. */
export function getUnshownChange({ reading: { updated } }: PageView): Day | undefined {
  return updated && updated.block < 0 ? { date: updated.date, words: updated.words } : undefined;
}

/** Returns the part of the page data that the scripts of a prerendered page need. */
export function toClientData(
  page: PageView,
  backend: BackendProject,
  { url, otherPrograms }: Pick<Site, 'url' | 'otherPrograms'>,
): ClientData {
  const base = getBasePath(url);
  const { path, language, frame, name, header, arrangement, dialogs, files, linkLanguages } = page;
  const blocks = page.blocks.map((block) => (registry[block.type].hydrates ? block : block.type));
  const updated = getUnshownChange(page);
  const blocksJson = JSON.stringify(blocks);
  const views = getOwnViews();
  const pictures = Object.entries(page.pictures).filter(([src]) => blocksJson.includes(`"${src}"`));
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
    ...(views && { own: views }),
  };
}
