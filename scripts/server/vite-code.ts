import type { Server } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { LatestResult } from '../../schema/base/cache.ts';
import { enterOwnBlocks, createOwnCode } from '../site/own-blocks.ts';
import { getViteEngineFolder, createViteOptions } from '../system/engine-link.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { packagesFolder } from './dev-access.ts';
import { livePath } from './fault-bar.ts';
import { getServedPrograms, type PageCode } from './page-code.ts';

/** Serves the code of pages with Vite. */
export async function openViteCode(server: Server, pagesFolder: string): Promise<PageCode> {
  const vite = await createServer({
    ...createViteOptions(),
    logLevel: 'warn',
    define: { __BOOT__: JSON.stringify(livePath) },
    envDir: false,
    server: {
      middlewareMode: true,
      ws: { server },
      // Vite watches only code. Pages and pictures have a separate watcher, because a site may have many files.
      watch: { ignored: (path) => !isCodePath(path) },
      fs: {
        allow: [
          ...['src', 'schema', 'node_modules'].map((name) => join(getViteEngineFolder(), name)),
          packagesFolder,
        ],
      },
    },
  });
  return {
    windows: vite.ws,
    answer: vite.middlewares,
    // Always pass `/`, because Vite would treat a path such as `/src/loader.ts` as a module.
    addConnection: (document) => vite.transformIndexHtml('/', document),
    async loadRenderer() {
      const entry = (await vite.ssrLoadModule(
        '/src/render/entry-server.tsx',
      )) as typeof import('../../src/render/entry-server.tsx'); // the type of the module at this path
      const ownBlocks = enterOwnBlocks(pagesFolder);
      return renderers.getOrCompute([entry, ownBlocks], () =>
        entry.openRenderer(createOwnCode(getServedPrograms(pagesFolder))),
      );
    },
    locateError: (problem) => vite.ssrFixStacktrace(problem),
    close: () => vite.close(),
  };
}

/** Returns whether a path is in one of the folders with page code, or contains one of them. */
const isCodePath = (path: string) => {
  const root = getViteEngineFolder();
  return path === root || /^(?:src|schema)(?:$|[/\\])/.test(path.slice(root.length + 1));
};

/** The renderer for the current code and the site's own blocks. Vite replaces the module when code changes. */
const renderers = new LatestResult<Promise<Renderer>>();
