import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rollup } from 'vite';
import { cachedFolder } from '../base/cached-folder.ts';
import { engineCache, engineFolder } from '../base/project.ts';
import { bundleFingerprint } from './bundle-fingerprint.ts';
import { quietReact } from './cheap-react-errors.ts';
import { plainImports } from './plain-imports.ts';
import { removeOldBundles } from './remove-old-bundles.ts';
import { leanRouter } from './slim-react-router.ts';

/** The renderer, built. It does not depend on the pages, so it is built again only when code changes. */
export interface Bundle {
  /** Folder with the scripts that browsers load, as they are served below `/assets/`. */
  assets: string;
  /** The text of the script that stands inline in every page. */
  loader: string;
  /** The program that renders pages. */
  renderer: string;
}

const bundles = join(engineCache, 'bundles');

/**
 * Builds the code for browsers and for prerendering, or takes what an earlier build of the same code left.
 */
export async function bundle(): Promise<Bundle> {
  const name = bundleFingerprint(engineFolder);
  const folder = await cachedFolder(join(bundles, name), async (beside) => {
    await asProduction(() => buildInto(beside));
    removeOldBundles(bundles);
  });
  return {
    assets: join(folder, 'browser/assets'),
    loader: readFileSync(join(folder, 'loader.js'), 'utf8'),
    renderer: join(folder, 'server/entry-server.js'),
  };
}

/** Vite takes from the environment, too, whether it bundles for production. */
async function asProduction(work: () => Promise<void>): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

async function buildInto(folder: string): Promise<void> {
  // Loaded for a build that has to bundle: most take what an earlier one left.
  const { build } = await import('vite');
  const shared = {
    root: engineFolder,
    configFile: join(engineFolder, 'vite.config.ts'),
    // No file of settings beside the code has a say.
    envDir: false,
    logLevel: 'warn',
    mode: 'production',
  } as const;
  // Libraries mark themselves for React's server components, which are not used here.
  const onLog: Rollup.InputOptions['onLog'] = (level, log, pass) =>
    log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : pass(level, log);

  const browser = await build({
    ...shared,
    plugins: [leanRouter, quietReact],
    build: {
      outDir: join(folder, 'browser'),
      emptyOutDir: true,
      // What is there already needs no preparing: what starts, and for all but that the design.
      modulePreload: {
        resolveDependencies: (_file, needed, { hostId }) => {
          const there = /\bboot-/.test(hostId) ? /\bboot-/ : /\b(?:boot|design)-/;
          const others = needed.filter((file) => !there.test(file));
          return others.length > 1 ? others : [];
        },
      },
      rolldownOptions: {
        onLog,
        input: { boot: join(engineFolder, 'src/entry-client.tsx') },
        // The loader calls what the entry exports.
        preserveEntrySignatures: 'allow-extension',
        // What starts is one file, and the design that many blocks need is another.
        output: {
          codeSplitting: {
            groups: [
              { name: 'boot', test: /src\/entry-client/, priority: 2 },
              {
                name: 'design',
                test: /@emotion|stylis|src\/design\/(?!prose|facts|small|byline|even)/,
                priority: 1,
              },
            ],
          },
        },
      },
    },
  });
  const boot = chunks(browser).find(({ isEntry }) => isEntry);
  if (!boot) throw new Error('The bundle for browsers has no entry.');

  const loader = await build({
    ...shared,
    define: { __BOOT__: JSON.stringify(`/${boot.fileName}`) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(engineFolder, 'src/loader.ts'),
        output: { format: 'iife', entryFileNames: 'loader.js' },
      },
    },
  });
  if (chunks(loader).length !== 1) throw new Error('The inline loader must be one piece.');

  // All in one piece: the built renderer must not depend on what else is installed where it runs.
  await build({
    ...shared,
    plugins: [plainImports],
    // Said here, or the environment of each later build would choose between two Reacts.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: join(engineFolder, 'src/entry-server.tsx'),
      ssrEmitAssets: true,
      outDir: join(folder, 'server'),
      emptyOutDir: true,
      // And in one file, which Node reads sooner than sixty.
      rolldownOptions: { onLog, output: { codeSplitting: false } },
    },
  });
  // Or Node reads it once more to see what it is.
  writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}\n');
  // The font is named by the styles, which only the renderer writes.
  for (const font of globSync('assets/*.woff2', { cwd: join(folder, 'server') }))
    cpSync(join(folder, 'server', font), join(folder, 'browser', font));
}

function chunks(output: unknown): Rollup.OutputChunk[] {
  const outputs = [output].flat() as Rollup.RolldownOutput[]; // one-off builds never return a watcher
  return outputs.flatMap((one) => one.output).filter((file) => file.type === 'chunk');
}
