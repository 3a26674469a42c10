import { omitBlocks } from '../../schema/check/page-summary.ts';
import { chunk } from '../../schema/base/lists.ts';
import { runTasks, type WorkerHandle } from '../system/worker.ts';
import type { SiteLoader } from '../site/load-site.ts';
import { maxWorkers, type ReadWork } from '../site/read-files.ts';
import { drawShareImage, type ShareTheme } from '../assets/share-image.ts';
import type { OwnViewError } from '../../src/render/entry-server.tsx';
import type { BuildTarget } from './build-target.ts';
import type { Output } from './output.ts';
import type { OutputFile } from './output-folder.ts';
import type {
  PageFiles,
  PageTask,
  PageWriter,
  RenderedPageFiles,
  RenderMaterial,
  WriteFile,
} from './page-files.ts';
import type { BuildPlan, CardTask } from './plan-pages.ts';
import { reusePageFiles } from './render-cache.ts';

const tasksPerBatch = 25;
/** The minimum number of pages per worker. Loading the renderer takes as long as rendering about 300 pages. */
const pagesPerWorker = 300;

/** Pages and share images to render. */
export interface RenderBatch {
  pages: readonly PageTask[];
  cards: readonly CardTask[];
}

/** The files of all pages, whether rendered now or reused from the last build. */
export interface RenderedSite {
  /** The files of the pages of this shard, by route. */
  pages: Record<string, PageFiles>;
  /** The searchable words of all live pages, by route. Empty if the site has no search. */
  words: ReadonlyMap<string, string>;
  /** The errors in the site's own views, by route. */
  errors: ReadonlyMap<string, OwnViewError>;
}

/** Receives the progress of a build. */
export interface BuildWatch {
  begin(stale: { pages: number; images: number; unchangedPages: number }): void;
  rendered(pages: readonly RenderedPageFiles[], images: number): void;
}

export interface RenderOptions {
  /** The number of workers. By default, the number that makes the build fastest. */
  threads?: number | undefined;
  watch?: BuildWatch | undefined;
}

/** Messages to a render worker. */
export type RenderWork = {
  /** Loads the renderer while the worker is idle. */
  open(renderer: string): Promise<void>;
  /** Prepares the worker for its first `render`. The worker writes to `folder`. */
  prepare(input: { material: RenderMaterial; folder: string }): void;
  render(batch: RenderBatch): Promise<{ pages: RenderedPageFiles[]; files: OutputFile[] }>;
};

/** Messages to a build worker. On large sites, a build worker reads pages first, and then renders them. */
type BuildWork = Pick<ReadWork, 'read'> & RenderWork;

/** The parts of a site loader that rendering needs: its workers, and the files of pages. */
type PageLoader = Pick<SiteLoader, 'readers' | 'openReaders' | 'findPageFile' | 'isParsed'>;

/**
 * Renders the stale pages and share images: in this thread with `writePage`, and in workers. `runMeanwhile` runs in
 * this thread as soon as the workers have started.
 */
export async function renderPages(
  { pages, cards, otherSearchedPages, livePages, material }: BuildPlan,
  { output, lastCache, files }: BuildTarget,
  writePage: PageWriter,
  loader: PageLoader,
  { threads, watch }: RenderOptions,
  runMeanwhile: () => Promise<void>,
): Promise<RenderedSite> {
  const stalePages = pages.filter(
    ({ page, key }) => !reusePageFiles(lastCache.pages[page.path], key, output),
  );
  const staleCards = cards.filter(({ path, key }) => !files.reuse(path, key));
  watch?.begin({
    pages: stalePages.length,
    images: staleCards.length,
    unchangedPages: pages.length - stalePages.length,
  });
  const workers = threads ?? Math.min(maxWorkers, Math.floor(stalePages.length / pagesPerWorker));
  if (workers > loader.readers.length) loader.openReaders(stalePages.length, workers - loader.readers.length);
  // If possible, a page is rendered in the thread that parsed it.
  const isParsed = ({ page }: PageTask) => loader.isParsed(page.path);
  const isParsedHere = ({ pages: [first] }: RenderBatch) => first !== undefined && isParsed(first);
  const taskGroups = [
    stalePages.filter(isParsed),
    stalePages.filter((task) => !isParsed(task)),
    otherSearchedPages,
  ];
  const batches: RenderBatch[] = [
    ...taskGroups
      .flatMap((group) => chunk(group, tasksPerBatch))
      .map((group) => ({ pages: group, cards: [] })),
    ...chunk(staleCards, tasksPerBatch).map((group) => ({ pages: [], cards: group })),
  ];
  const render = createBatchRenderer(writePage, material.look, (path, content) => output.put(path, content));
  const ownRenderer = { prefers: isParsedHere, do: render };
  const otherRenderers = createWorkerRenderers(loader, material, output).map((renderInWorker) => ({
    prefers: (batch: RenderBatch) => !isParsedHere(batch),
    do: renderInWorker,
  }));
  const renderedBatches = await runTasks(batches, ownRenderer, otherRenderers, {
    first: runMeanwhile,
    done: (batch, written) => {
      if (!batch.pages[0]?.wordsOnly) watch?.rendered(written, batch.cards.length);
    },
  });
  const renderedPages = new Map(renderedBatches.flat().map(({ path, page }) => [path, page]));
  const findPageFiles = (path: string) => renderedPages.get(path) ?? lastCache.pages[path];
  return {
    pages: Object.fromEntries(
      pages.flatMap(({ page: { path } }) => {
        const written = findPageFiles(path);
        return written ? [[path, written] as const] : [];
      }),
    ),
    errors: new Map(renderedBatches.flat().flatMap(({ path, error }) => (error ? [[path, error]] : []))),
    words: new Map(livePages.map(({ path }) => [path, findPageFiles(path)?.words ?? ''])),
  };
}

/** Returns a function that renders a batch in this thread. */
export const createBatchRenderer =
  (writePage: PageWriter, look: ShareTheme, write: WriteFile) =>
  async ({ pages, cards }: RenderBatch): Promise<RenderedPageFiles[]> => {
    for (const { path, card } of cards) write(path, await drawShareImage(card, look));
    const renderedPages: RenderedPageFiles[] = [];
    for (const task of pages) renderedPages.push(await writePage(task));
    return renderedPages;
  };

/** Returns one function per worker. The function renders a batch in its worker. */
const createWorkerRenderers = (loader: PageLoader, material: RenderMaterial, output: Output) =>
  getBuildWorkers(loader).map((worker) => {
    // Ignore errors here: the first batch fails for the same reason and reports the error.
    worker.do('prepare', { material, folder: output.staging }).catch(() => {});
    return async ({ pages, cards }: RenderBatch) => {
      const result = await worker.do('render', {
        pages: pages.map((task) => toWorkerTask(task, loader)),
        cards,
      });
      output.addStaged(result.files);
      return result.pages;
    };
  });

/** Loads the renderer in the workers that have read pages, while they are idle. */
export function preloadRenderers(loader: Pick<PageLoader, 'readers'>, renderer: string): void {
  // Ignore errors here: the first batch fails for the same reason and reports the error.
  for (const worker of getBuildWorkers(loader)) worker.do('open', renderer).catch(() => {});
}

const getBuildWorkers = ({ readers }: Pick<PageLoader, 'readers'>) =>
  // A build starts its readers with `render-worker.ts`, which also handles the tasks in `BuildWork`.
  readers.map((reader) => reader as unknown as WorkerHandle<BuildWork>);

/**
 * Removes the blocks from a task for a worker, because reading blocks from the page file is faster than receiving them.
 */
function toWorkerTask(task: PageTask, loader: PageLoader): PageTask {
  const file = task.page.generated ? undefined : loader.findPageFile(task.page.path);
  if (!file) return task;
  return { ...task, page: omitBlocks(task.page), file: { path: file.path, file: file.file } };
}
