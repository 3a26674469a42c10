import { openFileReader, type ReadMaterial } from '../site/read-files.ts';
import { serveTasks } from '../system/worker.ts';
import { openRenderer } from './bundle.ts';
import { stagingWriter } from './output.ts';
import { pageWriter } from './page-files.ts';
import { batchRenderer, type RenderWork } from './render-pages.ts';

serveTasks(async (given: ReadMaterial) => {
  const reader = await openFileReader(given);
  let render: RenderWork['render'];
  const rendering: RenderWork = {
    open: async (renderer) => void (await openRenderer(renderer)),
    prepare: ({ material, folder }) => {
      const { write, takeFiles } = stagingWriter(folder);
      const run = batchRenderer(pageWriter(material, write, reader), material.look, write);
      render = async (batch) => ({ pages: await run(batch), files: takeFiles() });
    },
    render: (batch) => render(batch),
  };
  return { read: reader.read, ...rendering };
});
