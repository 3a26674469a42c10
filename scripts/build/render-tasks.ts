import type { PageWithoutBlocks, SitePage } from '../../schema/check/page-summary.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import type { Site } from '../../schema/site/site.ts';
import type { FileReader } from '../site/read-files.ts';
import { stylePolicy } from '../outputs/csp.ts';
import { drawShareImage, type ShareCard, type ShareLook } from '../assets/share-image.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { openRenderer } from './bundle.ts';
import { type KeyedInput, pageWordsOnly, type RenderedPageFiles, writePageFiles } from './page-files.ts';

/** What all pages and share images are rendered with. Plain data, which can be sent to a worker. */
export interface RenderMaterial {
  site: Site;
  backend: BackendProject;
  /** The markup of the script that starts the application. */
  start: string;
  /** The tags of the site in the head of every page. */
  tags: string;
  /** The program that renders pages. */
  renderer: string;
  look: ShareLook;
}

/** A page to render. For a worker it comes without its blocks, but with the file to read them from. */
export interface PageTask extends KeyedInput {
  page: SitePage | PageWithoutBlocks;
  file?: Pick<SourceFile, 'path' | 'file'> | undefined;
}

/** A batch of pages, or of share images by path. With `wordsOnly`, only the words of the pages are needed. */
export type RenderTask =
  | { pages: readonly PageTask[]; wordsOnly?: true }
  | { cards: readonly (readonly [path: string, card: ShareCard])[] };

/** Returns a function that renders tasks. It loads the renderer for the first one. */
export function taskRenderer(
  { site, backend, start, tags, renderer, look }: RenderMaterial,
  write: (path: string, content: string | Uint8Array) => void,
  reader?: Pick<FileReader, 'blocksOf'>,
): (task: RenderTask) => Promise<RenderedPageFiles[]> {
  let opened: ReturnType<typeof openRenderer> | undefined;

  const render = async ({ page: given, file, ...keyed }: PageTask, wordsOnly: boolean) => {
    const begin = performance.now();
    let bytes = 0;
    const page = 'blocks' in given ? given : { ...given, blocks: (file && reader?.blocksOf(file)) ?? [] };
    const count = (path: string, content: string | Uint8Array) => {
      bytes += content.length;
      write(path, content);
    };
    const context = {
      site,
      backend,
      start,
      stylePolicy,
      renderer: await (opened ??= openRenderer(renderer)),
    };
    const files = wordsOnly
      ? pageWordsOnly(page, keyed, site)
      : await writePageFiles(page, keyed, context, tags, count);
    return { path: page.path, page: files, milliseconds: performance.now() - begin, bytes };
  };

  return async (task) => {
    if ('cards' in task) {
      for (const [path, card] of task.cards) write(path, await drawShareImage(card, look));
      return [];
    }
    const rendered: RenderedPageFiles[] = [];
    for (const page of task.pages) rendered.push(await render(page, task.wordsOnly ?? false));
    return rendered;
  };
}
