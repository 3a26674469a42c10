import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { plainEngineFolder, viteFolder } from '../system/engine-link.ts';
import type { SiteFolders } from '../system/project.ts';
import { writeOutput } from './output.ts';

/** The packages for streams, which Emotion has for servers only. */
const streams = new Set(['through', 'html-tokenize', 'multipipe']);

/** Writes the editor as static files, for any host of files. They hold no repository and no token. */
export async function buildHostedEditor(
  out: string,
  folders: SiteFolders,
  print: (text: string) => void,
): Promise<void> {
  const { build } = await import('vite');
  const root = join(plainEngineFolder(), 'src/hosted');
  const { configFile: _file, ...shared } = viteFolder();
  const bundle = await build({
    ...shared,
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    // It may lie at any address.
    base: './',
    // Emotion collects styles only where it takes itself to be on a server, as previews are drawn to HTML.
    resolve: { conditions: ['edge-light', 'module', 'production'] },
    plugins: [withoutStreams],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: [join(root, 'index.html'), join(root, 'page.html')] },
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
    },
  });
  const { output: files } = bundle as Rollup.RolldownOutput; // without a watcher or a list of formats
  await writeOutput(out, folders, print, (output) => {
    for (const file of files) output.put(file.fileName, file.type === 'chunk' ? file.code : file.source);
  });
}

const noStreams = '\0no-streams';

const withoutStreams: Plugin = {
  name: 'pagewright-without-streams',
  enforce: 'pre',
  resolveId: (source) => (streams.has(source) ? noStreams : undefined),
  load: (id) => (id === noStreams ? 'export default undefined;' : undefined),
};
