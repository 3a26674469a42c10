import type { SitePage } from '../../schema/check/page-summary.ts';
import { openRenderer } from '../bundle/open-renderer.ts';
import type { SiteIndex } from '../document/site-index.ts';
import { stylePolicy } from '../hosting/style-csp.ts';
import type { ShareCard, ShareLook } from '../pictures/share-image/share-painter.ts';
import type { BackendProject } from '../../src/entry-server.tsx';
import type { WrittenPage } from './build-memory.ts';
import { writePage } from './write-page.ts';

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

/** A share of the work on a site. */
export type SiteTask = { pages: readonly SitePage[] } | { cards: readonly (readonly [string, ShareCard])[] };

/** Does tasks of a site; what it is done with is loaded for the first. */
export function siteWork(
  { index, backend, start, tags, renderer, look }: Material,
  write: (path: string, content: string | Uint8Array) => void,
): (task: SiteTask) => Promise<WrittenPage[]> {
  const openContext = onFirstUse(async () => ({
    site: index.site,
    renderer: await openRenderer(renderer),
    backend,
    start,
    stylePolicy,
  }));
  const openPainter = onFirstUse(async () => {
    const { sharePainter } = await import('../pictures/share-image/share-painter.ts');
    return sharePainter(look);
  });
  return async (task) => {
    if ('pages' in task) {
      const context = await openContext();
      const written: WrittenPage[] = [];
      for (const page of task.pages)
        written.push(await writePage(page, index, { ...context, drawn: [] }, tags, write));
      return written;
    }
    const paint = await openPainter();
    for (const [path, card] of task.cards) write(path, paint(card));
    return [];
  };
}

function onFirstUse<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
