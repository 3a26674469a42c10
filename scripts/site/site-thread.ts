import { workerData } from 'node:worker_threads';
import { doTasks } from '../base/thread.ts';
import { writerBelow } from '../output/write-below.ts';
import { type Material, siteWork } from './site-work.ts';

/** What a thread that helps with a site is given. */
export interface SiteThreadData {
  material: Material;
  /** Where it writes. */
  folder: string;
}

const { material, folder } = workerData as SiteThreadData; // given by `makeAnew`
doTasks(siteWork(material, writerBelow(folder)));
