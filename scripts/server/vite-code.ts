import type { Server } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { plainEngineFolder, viteFolder } from '../system/engine-link.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { packagesFolder } from './dev-access.ts';
import { livePath } from './fault-bar.ts';
import type { PageCode } from './page-code.ts';

/** Serves the code of pages from its sources. */
export async function openViteCode(server: Server): Promise<PageCode> {
  const vite = await createServer({
    ...viteFolder(),
    logLevel: 'warn',
    define: { __BOOT__: JSON.stringify(livePath) },
    envDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      // Vite watches code only: pages and pictures may be many and have a separate watcher.
      watch: { ignored: (path) => !isCode(path) },
      fs: {
        allow: [
          ...['src', 'schema', 'node_modules'].map((name) => join(plainEngineFolder(), name)),
          packagesFolder,
        ],
      },
    },
  });
  return {
    windows: vite.ws,
    answer: vite.middlewares,
    // Not the requested path: Vite would take /src/loader.ts for a module.
    connected: (document) => vite.transformIndexHtml('/', document),
    async loadRenderer() {
      const entry = (await vite.ssrLoadModule(
        '/src/render/entry-server.tsx',
      )) as typeof import('../../src/render/entry-server.tsx'); // the type of that module
      return rendererOf(entry);
    },
    locateError: (problem) => vite.ssrFixStacktrace(problem),
    close: () => vite.close(),
  };
}

/** Whether a path is, or contains, code of pages. */
const isCode = (path: string) => {
  const root = plainEngineFolder();
  return path === root || /^(?:src|schema)(?:$|[/\\])/.test(path.slice(root.length + 1));
};

const renderers = new WeakMap<object, Promise<Renderer>>();

/** Caches the renderer per module. Vite loads a new module when code has changed. */
function rendererOf(entry: { openRenderer(): Promise<Renderer> }): Promise<Renderer> {
  const renderer = renderers.get(entry) ?? entry.openRenderer();
  renderers.set(entry, renderer);
  return renderer;
}
