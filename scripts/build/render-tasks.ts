import type { PageWithoutBlocks, SitePage } from '../../schema/checker/page-summary.ts';
import type { SourceFile } from '../../schema/content/source-file.ts';
import type { BlockReader } from '../source/read-files.ts';
import { openRenderer } from './bundle.ts';
import type { SiteIndex } from '../view/site-context.ts';
import { stylePolicy } from '../outputs/csp.ts';
import { drawShareImage, type ShareCard, type ShareLook } from '../assets/share-image.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { type RenderedPageFiles, pageWordsOnly, writePageFiles } from './page-files.ts';

/** What pages and share images are made with: plain data, which another thread can be given. */
export interface Material {
  index: SiteIndex;
  backend: BackendProject;
  /** The markup of the script that starts the application. */
  start: string;
  /** What the head of every page says of the site. */
  tags: string;
  /** The program that renders pages. */
  renderer: string;
  look: ShareLook;
}

/**
 * A share of the work on a site; pages are without their blocks where it is done by who has read them, or is
 * to read their `files`, and `unwritten` where only their words are wanted.
 */
export type SiteTask =
  | {
      pages: readonly (SitePage | PageWithoutBlocks)[];
      files?: readonly Pick<SourceFile, 'path' | 'file'>[];
      unwritten?: true;
    }
  | { cards: readonly (readonly [string, ShareCard])[] };

/**
 * Does tasks of a site; what it is done with is loaded for the first. `read` reads the blocks of pages that are sent without.
 */
export function siteWork(
  { index, backend, start, tags, renderer, look }: Material,
  write: (path: string, content: string | Uint8Array) => void,
  read?: Pick<BlockReader, 'blocksOf'>,
): (task: SiteTask) => Promise<RenderedPageFiles[]> {
  const openContext = onFirstUse(async () => ({
    site: index.site,
    renderer: await openRenderer(renderer),
    backend,
    start,
    stylePolicy,
  }));
  return async (task) => {
    if ('pages' in task) {
      const context = await openContext();
      const made: RenderedPageFiles[] = [];
      for (const one of task.pages) {
        const start = performance.now();
        let bytes = 0;
        const whole = 'blocks' in one ? one : { ...one, blocks: read?.blocksOf(one.path) ?? [] };
        const page = task.unwritten
          ? pageWordsOnly(whole, index)
          : await writePageFiles(whole, index, { ...context, drawn: [] }, tags, (path, content) => {
              bytes += content.length;
              write(path, content);
            });
        made.push({ path: one.path, page, milliseconds: performance.now() - start, bytes });
      }
      return made;
    }
    for (const [path, card] of task.cards) write(path, await drawShareImage(card, look));
    return [];
  };
}

function onFirstUse<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
