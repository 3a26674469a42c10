import { availableParallelism } from 'node:os';
import type { Website } from '../../schema/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { divideWork } from '../base/divide-work.ts';
import { openThread } from '../base/thread.ts';
import { plainIndex } from '../document/site-index.ts';
import type { Output } from '../output/output.ts';
import type { ShareCard } from '../pictures/share-image/share-painter.ts';
import type { BuildWatch, MadePage } from './build-work.ts';
import type { SiteThreadData } from './site-thread.ts';
import { type Material, type SiteTask, siteWork } from './site-work.ts';

/** So many are one task. */
const inTask = 25;
/** A thread has to load the renderer first: as long as so many pages take. */
const worthAThread = 300;
/** Each takes some 200 MB. */
const mostThreads = 3;

interface MadeAnew {
  pages: readonly SitePage[];
  cards: readonly (readonly [path: string, card: ShareCard])[];
  website: Website;
  material: Material;
  first: () => Promise<unknown>;
  watch?: BuildWatch | undefined;
}

/**
 * Makes pages and share images: many of them in several threads. `threads` is how many help this one, by
 * default as many as are worth it; `first` is what this one does before it takes part.
 */
export async function makeAnew(
  { pages, cards, website, material, first, watch }: MadeAnew,
  output: Output,
  threads = Math.min(mostThreads, availableParallelism() - 1, Math.floor(pages.length / worthAThread)),
): Promise<MadePage[]> {
  const tasks: SiteTask[] = [
    ...inParts(pages).map((part) => ({ pages: part })),
    ...inParts(cards).map((part) => ({ cards: part })),
  ];
  const own = siteWork(material, output.put);
  const program = new URL('./site-thread.ts', import.meta.url);
  const opened = Array.from({ length: threads }, () => {
    const index = plainIndex(material.index, website);
    const data: SiteThreadData = { material: { ...material, index }, folder: output.staging };
    return openThread<SiteTask, MadePage[]>(program, data);
  });
  try {
    const made = await divideWork(tasks, own, opened, {
      first,
      done: (task, pages) => watch?.made(pages, 'cards' in task ? task.cards.length : 0),
    });
    return made.flat();
  } finally {
    await Promise.all(opened.map((thread) => thread.close()));
  }
}

function inParts<One>(all: readonly One[]): (readonly One[])[] {
  return Array.from({ length: Math.ceil(all.length / inTask) }, (_, part) =>
    all.slice(part * inTask, (part + 1) * inTask),
  );
}
