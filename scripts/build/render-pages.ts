import { withoutBlocks } from '../../schema/check/page-summary.ts';
import { chunk } from '../../schema/base/lists.ts';
import { runTasks, type WorkerHandle } from '../system/worker.ts';
import type { SiteLoader } from '../site/load-site.ts';
import { maxWorkers } from '../site/read-files.ts';
import type { ShareCard } from '../assets/share-image.ts';
import type { Output } from './output.ts';
import type { BuildWatch, RenderedPageFiles } from './page-files.ts';
import { type PageTask, type RenderMaterial, type RenderTask, taskRenderer } from './render-tasks.ts';
import type { BuildWork } from './render-worker.ts';

const pagesPerTask = 25;
/** A worker has to load the renderer first, which takes as long as so many pages. */
const pagesPerWorker = 300;

/** The part of a loader that rendering needs: its workers, and the files of pages. */
export type PageLoader = Pick<SiteLoader, 'readers' | 'openReaders' | 'fileOf' | 'isParsed'>;

interface StalePages {
  pages: readonly PageTask[];
  /** Pages of other shards, of which only the words are needed. */
  wordsOnly: readonly PageTask[];
  cards: readonly (readonly [path: string, card: ShareCard])[];
}

/**
 * Renders stale pages and share images, here and in `workers` (by default as many as save time). `first` runs
 * here, while the workers have begun.
 */
export async function renderPages(
  { pages, wordsOnly, cards }: StalePages,
  material: RenderMaterial,
  loader: PageLoader,
  output: Output,
  first: () => Promise<unknown>,
  watch?: BuildWatch,
  workers = Math.min(maxWorkers, Math.floor(pages.length / pagesPerWorker)),
): Promise<RenderedPageFiles[]> {
  if (workers > loader.readers.length) loader.openReaders(pages.length, workers - loader.readers.length);
  // A page is rendered where it was parsed, if that thread has time.
  const isParsed = ({ page }: PageTask) => loader.isParsed(page.path);
  const isOwn = (task: RenderTask) => 'pages' in task && task.pages.slice(0, 1).some(isParsed);
  const batches = [pages.filter(isParsed), pages.filter((page) => !isParsed(page))];
  const tasks: RenderTask[] = [
    ...batches.flatMap((some) => chunk(some, pagesPerTask)).map((batch) => ({ pages: batch })),
    ...chunk(wordsOnly, pagesPerTask).map((batch) => ({ pages: batch, wordsOnly: true as const })),
    ...chunk(cards, pagesPerTask).map((batch) => ({ cards: batch })),
  ];
  const others = buildWorkers(loader).map((worker) => {
    // A worker that cannot be prepared fails again at its first task.
    worker.do('prepare', { material, folder: output.staging }).catch(() => {});
    return {
      prefers: (task: RenderTask) => !isOwn(task),
      do: async (task: RenderTask) => {
        const { pages, files } = await worker.do('render', 'pages' in task ? toSend(task, loader) : task);
        output.take(files);
        return pages;
      },
    };
  });
  const own = { prefers: isOwn, do: taskRenderer(material, (path, content) => output.put(path, content)) };
  const rendered = await runTasks(tasks, own, others, {
    first,
    done: (task, pages) => {
      if ('cards' in task) watch?.rendered(pages, task.cards.length);
      else if (!task.wordsOnly) watch?.rendered(pages, 0);
    },
  });
  return rendered.flat();
}

/** Lets the workers that have read pages load the renderer, while they have nothing else to do. */
export function openRenderers(loader: Pick<PageLoader, 'readers'>, renderer: string): void {
  // A worker that cannot load it fails again at its first page.
  for (const worker of buildWorkers(loader)) worker.do('open', renderer).catch(() => {});
}

const buildWorkers = ({ readers }: Pick<PageLoader, 'readers'>) =>
  // A build starts them with the program that has these tasks, too.
  readers.map((reader) => reader as unknown as WorkerHandle<BuildWork>);

/** A worker reads the blocks of a page from its file, which is faster than sending them. */
function toSend(task: Extract<RenderTask, { pages: unknown }>, loader: PageLoader): RenderTask {
  const pages = task.pages.map((one) => {
    const file = one.page.generated ? undefined : loader.fileOf(one.page.path);
    if (!file) return one;
    return { ...one, page: withoutBlocks(one.page), file: { path: file.path, file: file.file } };
  });
  return { ...task, pages };
}
