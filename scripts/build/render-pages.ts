import { chunk } from '../../schema/util.ts';
import type { Website } from '../../schema/checker/check.ts';
import { type PageWithoutBlocks, type SitePage, withoutBlocks } from '../../schema/checker/page-summary.ts';
import { runTasks, type WorkerHandle } from '../system/worker.ts';
import type { SiteLoader } from '../source/load-site.ts';
import { maxWorkers } from '../source/read-files.ts';
import { plainIndex } from '../view/site-context.ts';
import type { Output } from './output.ts';
import type { ShareCard } from '../assets/share-image.ts';
import type { BuildWatch, RenderedPageFiles } from './page-files.ts';
import type { SiteThreadWork } from './render-worker.ts';
import { type Material, type SiteTask, siteWork } from './render-tasks.ts';

/** So many are one task. */
const inTask = 25;
/** A thread has to load the renderer first: as long as so many pages take. */
const pagesPerWorker = 300;

/** The pages of a site, with those who have read them or can. */
export type LoadedPages = Pick<SiteLoader, 'readers' | 'openReaders' | 'fileOf'>;

interface Rerendered {
  pages: readonly SitePage[];
  cards: readonly (readonly [path: string, card: ShareCard])[];
  /** Pages of which only the words are wanted. */
  unwritten: readonly SitePage[];
  website: Website;
  material: Material;
  first: () => Promise<unknown>;
  watch?: BuildWatch | undefined;
  known: LoadedPages;
}

/**
 * Makes pages and share images: many of them in several threads. `threads` is how many help this one, by
 * default as many as are worth it; `first` is what this one does before it takes part.
 */
export async function renderStalePages(
  { pages, cards, unwritten, website, material, first, watch, known }: Rerendered,
  output: Output,
  threads = Math.min(maxWorkers, Math.floor(pages.length / pagesPerWorker)),
): Promise<RenderedPageFiles[]> {
  if (threads > known.readers.length) known.openReaders(threads - known.readers.length);
  const helpers = helpersOf(known);
  const plain = helpers.length > 0 && {
    ...material,
    index: plainIndex(material.index, website, [...pages, ...unwritten]),
  };
  const tasks: SiteTask[] = [
    ...chunk(pages, inTask).map((part) => ({ pages: part })),
    ...chunk(unwritten, inTask).map((part) => ({ pages: part, unwritten: true as const })),
    ...chunk(cards, inTask).map((part) => ({ cards: part })),
  ];
  const others = helpers.map((thread) => {
    // A worker that cannot be prepared fails again at its first task.
    if (plain) thread.do('prepare', { material: plain, folder: output.staging }).catch(() => {});
    return {
      do: async (task: SiteTask) => {
        const made = await thread.do('make', 'pages' in task ? toRead(task, known) : task);
        output.take(made.files);
        return made.pages;
      },
    };
  });
  const own = { do: siteWork(material, (path, content) => output.put(path, content)) };
  const made = await runTasks(tasks, own, others, {
    first,
    done: (task, pages) => {
      if ('cards' in task) watch?.made(pages, task.cards.length);
      else if (!task.unwritten) watch?.made(pages, 0);
    },
  });
  return made.flat();
}

/** Lets those who have read pages load the renderer, while nobody else asks them for anything. */
export function openRenderers(known: Pick<LoadedPages, 'readers'>, renderer: string): void {
  // Who cannot load it says so when it is asked for a page.
  for (const thread of helpersOf(known)) thread.do('open', renderer).catch(() => {});
}

const helpersOf = ({ readers }: Pick<LoadedPages, 'readers'>) =>
  // Their program is the one for this work.
  readers.map(({ thread }) => thread as unknown as WorkerHandle<SiteThreadWork>);

/** A worker reads the blocks of pages from their files, which is faster than sending them. */
function toRead(task: Extract<SiteTask, { pages: unknown }>, known: LoadedPages): SiteTask {
  const fileOf = ({ path, made }: SitePage | PageWithoutBlocks) => (made ? undefined : known.fileOf(path));
  return {
    ...task,
    pages: task.pages.map((page) => (fileOf(page) ? withoutBlocks(page) : page)),
    files: task.pages.flatMap((page) => fileOf(page) ?? []),
  };
}
