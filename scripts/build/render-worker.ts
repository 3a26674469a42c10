import { serveTasks } from '../system/worker.ts';
import { openRenderer } from './bundle.ts';
import { stagingWriter } from './output.ts';
import type { OutputFile } from './output-folder.ts';
import { BlockReader, type ReadMaterial, type ReadWork, readWork } from '../source/read-files.ts';
import type { RenderedPageFiles } from './page-files.ts';
import { type Material, type SiteTask, siteWork } from './render-tasks.ts';

/** The tasks of a thread that helps with a site. Those of the reading come first, if they come. */
export type SiteThreadWork = Pick<ReadWork, 'read'> & MakeWork;
type MakeWork = {
  /** Loads the renderer before it is asked for pages, if there is time. */
  open(renderer: string): Promise<void>;
  /** Comes before the first `make`; `folder` is where it writes. */
  prepare(given: { material: Material; folder: string }): void;
  make(task: SiteTask): Promise<{ pages: RenderedPageFiles[]; files: OutputFile[] }>;
};

serveTasks((given: ReadMaterial) => {
  const blocks = new BlockReader(given);
  let make: MakeWork['make'];
  const making: MakeWork = {
    open: async (renderer) => void (await openRenderer(renderer)),
    prepare: ({ material, folder }) => {
      const { write, takeFiles } = stagingWriter(folder);
      const work = siteWork(material, write, blocks);
      make = async (task) => {
        if ('files' in task) blocks.add(task.files ?? []);
        return { pages: await work(task), files: takeFiles() };
      };
    },
    make: (task) => make(task),
  };
  return { ...readWork(given), ...making };
});
