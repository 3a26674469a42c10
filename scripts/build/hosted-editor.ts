import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import type { HostedBlocks } from '../../src/render/entry-server.tsx';
import { openOwnBlocks, type OwnBlocks } from '../site/own-blocks.ts';
import { readSourceFiles } from '../site/read-pages.ts';
import { getViteEngineFolder, createViteOptions } from '../system/engine-link.ts';
import { listFiles, listPublicFiles } from '../system/files.ts';
import { libFolder, packageHash, type SiteFolders } from '../system/project.ts';
import { writeOutput } from './output.ts';

/** The names of stream packages that Emotion needs only on servers. */
const streamPackages = new Set(['through', 'html-tokenize', 'multipipe']);

/** A file of the bundled editor. */
interface HostedFile {
  path: string;
  content: string | Uint8Array;
}

/**
 * Writes the editor as static files, for any static host. These files contain no repository name and no token. With
 * `hasDemo`, they contain a copy of the site to try out the editor.
 */
export async function buildHostedEditor(
  outputFolder: string,
  folders: SiteFolders,
  hasDemo: boolean,
  print: (text: string) => void,
): Promise<void> {
  const files = packageHash === undefined ? await bundleHostedEditor() : readBundledEditor();
  const ownBlocks = await openOwnBlocks(folders.pages);
  const attributes = `${hasDemo ? ' data-demo' : ''}${ownBlocks.compiled ? ' data-own' : ''}`;
  await writeOutput(outputFolder, folders, print, (output) => {
    for (const { path, content } of files)
      output.put(
        path,
        path === 'index.html' ? String(content).replace('<html', `<html${attributes}`) : content,
      );
    for (const { path, content } of listOwnBlockFiles(ownBlocks)) output.put(`own/${path}`, content);
    if (!hasDemo) return;
    const demo = listDemoFiles(folders);
    const fileList = demo.map(({ path, content }) => ({ path, sha: path, size: content.length }));
    output.put('demo/files.json', JSON.stringify(fileList));
    for (const { path, content } of demo) output.put(`demo/${path}`, content);
  });
}

/** Reads the editor that an installed package contains. */
function readBundledEditor(): HostedFile[] {
  const folder = join(libFolder, 'hosted');
  return listFiles(folder).files.map((path) => ({ path, content: readFileSync(join(folder, path)) }));
}

/** Bundles the editor and returns its files. */
export async function bundleHostedEditor(): Promise<HostedFile[]> {
  const { build } = await import('vite');
  const root = join(getViteEngineFolder(), 'src/hosted');
  const { configFile: _file, ...sharedOptions } = createViteOptions();
  const bundle = await build({
    ...sharedOptions,
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    mode: 'production',
    // Use relative URLs, because the editor may be served at any path.
    base: './',
    // Use the server version of Emotion, because only this version collects styles when previews are rendered to HTML.
    resolve: { conditions: ['edge-light', 'module', 'production'] },
    plugins: [removeStreams],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: [join(root, 'index.html'), join(root, 'page.html')] },
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
    },
  });
  const { output: files } = bundle as Rollup.RolldownOutput; // a single build, without a watcher
  return files.map((file) => ({
    path: file.fileName,
    content: file.type === 'chunk' ? file.code : file.source,
  }));
}

/** Lists the compiled files of a site's own blocks. */
function listOwnBlockFiles({ compiled, definitions: { key, definitions, faulty } }: OwnBlocks): HostedFile[] {
  if (!compiled) return [];
  const { folder, views } = compiled;
  const blocks: HostedBlocks = { key, types: Object.keys(definitions), faulty, views };
  const programs = listFiles(folder).files.filter((path) => path.endsWith('.js') && path !== 'config.js');
  return [
    { path: 'blocks.json', content: JSON.stringify(blocks) },
    ...programs.map((path) => ({ path, content: readFileSync(join(folder, path)) })),
  ];
}

/** Lists the pages and public files of a site, with their paths in the site folder. */
function listDemoFiles({ pages, public: files }: SiteFolders): { path: string; content: Uint8Array }[] {
  const sources = readSourceFiles(pages).map(({ path }) => [`pages/${path}`, join(pages, path)] as const);
  const publicFiles = listPublicFiles(files).files.map(
    (path) => [`public/${path}`, join(files, path)] as const,
  );
  return [...sources, ...publicFiles].map(([path, file]) => ({ path, content: readFileSync(file) }));
}

const emptyModuleId = '\0no-streams';

const removeStreams: Plugin = {
  name: 'pagewright-without-streams',
  enforce: 'pre',
  resolveId: (source) => (streamPackages.has(source) ? emptyModuleId : undefined),
  load: (id) => (id === emptyModuleId ? 'export default undefined;' : undefined),
};
