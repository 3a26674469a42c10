import { FileReader, type ReadMaterial, type ReadWork } from '../site/read-files.ts';
import { serveTasks } from '../system/worker.ts';
import { openRenderer } from './bundle.ts';
import { stagingWriter } from './output.ts';
import type { OutputFile } from './output-folder.ts';
import type { RenderedPageFiles } from './page-files.ts';
import { type RenderMaterial, type RenderTask, taskRenderer } from './render-tasks.ts';

/** The tasks of a worker of a build. It reads pages first, if there are enough to read, and then renders them. */
export type BuildWork = Pick<ReadWork, 'read'> & RenderWork;
type RenderWork = {
  /** Loads the renderer while the worker has nothing else to do. */
  open(renderer: string): Promise<void>;
  /** Comes before the first `render`. The worker writes into `folder`. */
  prepare(given: { material: RenderMaterial; folder: string }): void;
  render(task: RenderTask): Promise<{ pages: RenderedPageFiles[]; files: OutputFile[] }>;
};

serveTasks((given: ReadMaterial) => {
  const reader = new FileReader(given);
  let render: RenderWork['render'];
  const rendering: RenderWork = {
    open: async (renderer) => void (await openRenderer(renderer)),
    prepare: ({ material, folder }) => {
      const { write, takeFiles } = stagingWriter(folder);
      const run = taskRenderer(material, write, reader);
      render = async (task) => ({ pages: await run(task), files: takeFiles() });
    },
    render: (task) => render(task),
  };
  return { read: reader.read, ...rendering };
});
