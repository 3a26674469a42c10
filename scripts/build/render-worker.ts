import { openFileReader, type ReadMaterial } from '../site/read-files.ts';
import { serveTasks } from '../system/worker.ts';
import { openRenderer } from './bundle.ts';
import { createStagingWriter } from './output.ts';
import { createPageWriter } from './page-files.ts';
import { createBatchRenderer, type RenderWork } from './render-pages.ts';

serveTasks(async (readMaterial: ReadMaterial) => {
  const reader = await openFileReader(readMaterial);
  let render: RenderWork['render'];
  const renderTasks: RenderWork = {
    open: async (renderer) => void (await openRenderer(renderer)),
    prepare: ({ material, folder }) => {
      const { write, takeFiles } = createStagingWriter(folder);
      const renderBatch = createBatchRenderer(
        createPageWriter(material, write, reader),
        material.look,
        write,
      );
      render = async (batch) => ({ pages: await renderBatch(batch), files: takeFiles() });
    },
    render: (batch) => render(batch),
  };
  return { read: reader.read, ...renderTasks };
});
