import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readdirSync, rmSync, statSync, readFileSync, writeFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { pathToFileURL } from 'node:url';
import { hashFiles, listFilesUnder, getCachedFolder } from '../system/cache.ts';
import { getViteEngineFolder, createViteOptions } from '../system/engine-link.ts';
import { engineCache, engineFolder, libFolder, packageHash } from '../system/project.ts';
import { createOwnCode, type OwnPrograms } from '../site/own-blocks.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';

/** The files and folders of the bundled code, of the code that bundles it, and of everything they import. */
const sourcePaths = [
  'schema',
  'src',
  'scripts/system',
  'scripts/build',
  // The renderer imports the following modules to load the site's own blocks.
  'scripts/site/own-blocks.ts',
  'scripts/site/compile-blocks.ts',
  'scripts/site/compile-program.ts',
  'scripts/site/site-config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Lists the source files of an engine that its bundle depends on. */
export const listBundleSources = (engine: string): string[] => listFilesUnder(engine, sourcePaths);

/** Returns a hash of all inputs of the bundle. */
export function hashBundleSources(engine: string): string {
  const cache = join(engine, 'node_modules/.cache/pagewright/bundle.json');
  return hash('sha256', `${process.version} ${hashFiles(engine, sourcePaths, cache)}`).slice(0, 16);
}

/** Maximum number of cached bundles: enough to switch between versions of the code without bundling again. */
const maxBundles = 5;

/** Removes all but the newest bundles from their folder. */
export function removeOldBundles(folder: string): void {
  const readBuildTime = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(folder).toSorted((a, b) => readBuildTime(b) - readBuildTime(a));
  for (const name of names.slice(maxBundles)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The bundled code. It does not depend on the pages, so it is bundled again only when code changes. */
interface Bundle {
  /** The folder with the files that are served below `/assets/`. */
  assets: string;
  /** Returns the loader for a site with this base path. The loader is the inline script in every page. */
  loader(base: string): string;
  /** The program that renders pages. */
  renderer: string;
  /** The file with the licences of the packages in `assets`. */
  licenses: string;
}

const bundlesFolder = join(engineCache, 'bundles');

/** The placeholder for the base path of a site in the inline script. */
const basePlaceholder = '/--base--';

/** Returns the bundled code for browsers and for prerendering. An installed package already contains this code. */
export async function loadBundle(): Promise<Bundle> {
  const folder = packageHash === undefined ? await createBundle() : join(libFolder, 'bundle');
  return {
    assets: join(folder, 'browser/assets'),
    loader: (base) => readFileSync(join(folder, 'loader.js'), 'utf8').replace(basePlaceholder, base),
    renderer: join(folder, 'server/entry-server.js'),
    licenses: join(folder, 'browser/licenses.md'),
  };
}

/** Bundles the code, unless the cache contains a bundle of the current code. Returns the bundle folder. */
export const createBundle = (): Promise<string> =>
  getCachedFolder(join(bundlesFolder, hashBundleSources(engineFolder)), async (temporaryFolder) => {
    await runInProduction(() => writeBundle(temporaryFolder));
    removeOldBundles(bundlesFolder);
  });

/** Runs `work` in production mode, which Vite also reads from NODE_ENV. */
export async function runInProduction(work: () => Promise<void>): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

const createSharedConfig = () =>
  ({
    ...createViteOptions(),
    // Ignore `.env` files.
    envDir: false,
    logLevel: 'warn',
    mode: 'production',
  }) as const;

// Ignores warnings about directives for React's server components, such as 'use client', in libraries.
export const onLog: Rollup.InputOptions['onLog'] = (level, log, passOn) =>
  log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : passOn(level, log);

async function writeBundle(folder: string): Promise<void> {
  await bundleLoader(folder, await bundleBrowserCode(folder));
  await bundleRenderer(folder);
  // Without this package.json, Node would parse the renderer twice to detect its module format.
  writeFileSync(join(folder, 'server/package.json'), '{"type":"module"}\n');
}

/** Bundles the code for browsers. Returns the name of the entry file. */
async function bundleBrowserCode(folder: string): Promise<string> {
  // Imported lazily, because most builds find their bundle in the cache and do not need Vite.
  const { build } = await import('vite');
  const browserOutput = await build({
    ...createSharedConfig(),
    // Use relative URLs, because a site may be served below a path.
    base: './',
    build: {
      outDir: join(folder, 'browser'),
      emptyOutDir: true,
      license: { fileName: 'licenses.md' },
      // Preload only chunks that are not loaded yet. Code outside of `boot` runs only when both `boot` and `design` are
      // loaded. The import itself loads `file`.
      modulePreload: {
        resolveDependencies: (file, dependencies, { hostId }) => {
          const loadedChunks = /\bboot-/.test(hostId) ? /\bboot-/ : /\b(?:boot|design)-/;
          return dependencies.filter((dependency) => dependency !== file && !loadedChunks.test(dependency));
        },
      },
      rolldownOptions: {
        onLog,
        input: { boot: join(getViteEngineFolder(), 'src/client/entry-client.tsx') },
        // Keep the exports of the entry file, because the loader calls them.
        preserveEntrySignatures: 'allow-extension',
        // Two shared chunks: `boot` starts the application and has the code that all later chunks share; `design` has
        // the styles and UI components that interactive blocks need.
        output: {
          codeSplitting: {
            groups: [
              // Without this group, a module that navigation and links share would be in `design`, and every page would
              // load `design`.
              {
                name: 'boot',
                test: /src\/client\/entry-client|schema\/(?:base|markdown\/plain-text)|with-timeout/,
                priority: 2,
              },
              {
                name: 'design',
                // Includes only modules that interactive blocks need, because interactive blocks wait for this chunk.
                test: /@emotion|stylis|src\/ui\/(?!public-ui|prose|cell-text|code-block|chart|key-figure|fact-list|small|tag|page-context|alert-sign|monogram|last-change|site-url|linked-card|numbered-steps)/,
                priority: 1,
              },
            ],
          },
        },
      },
    },
  });
  const boot = listChunks(browserOutput).find(({ isEntry }) => isEntry);
  if (!boot) throw new Error('The bundle for browsers has no entry.');
  return boot.fileName;
}

/** Bundles the inline script of every page, which loads the entry file. */
async function bundleLoader(folder: string, boot: string): Promise<void> {
  const { build } = await import('vite');
  const loader = await build({
    ...createSharedConfig(),
    define: { __BOOT__: JSON.stringify(`${basePlaceholder}/${boot}`) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(getViteEngineFolder(), 'src/client/loader.ts'),
        output: { format: 'iife', entryFileNames: 'loader.js' },
      },
    },
  });
  if (listChunks(loader).length !== 1) throw new Error('The inline loader must be a single chunk.');
}

/** Returns a Vite plugin that serializes the styles of a component only once, not for every element. */
function serializeStylesOnce(): Plugin {
  const serializer = join(getViteEngineFolder(), 'src/render/serialize-styles.ts').replaceAll('\\', '/');
  return {
    name: 'styles-once',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === '@emotion/serialize' && importer !== serializer ? serializer : undefined,
  };
}

/** Bundles the program that renders pages. */
async function bundleRenderer(folder: string): Promise<void> {
  const { build } = await import('vite');
  // Include all packages, because the renderer must not depend on the packages installed where it runs.
  await build({
    ...createSharedConfig(),
    // Set the variable here. Otherwise, NODE_ENV in the process that runs the renderer would choose the version of
    // React.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    plugins: [serializeStylesOnce()],
    build: {
      ssr: join(getViteEngineFolder(), 'src/render/entry-server.tsx'),
      ssrEmitAssets: true,
      outDir: join(folder, 'server'),
      emptyOutDir: true,
      // Write a single file, because Node loads one file faster than sixty chunks.
      rolldownOptions: { onLog, output: { codeSplitting: false } },
    },
  });
}

function listChunks(output: unknown): Rollup.OutputChunk[] {
  const outputs = [output].flat() as Rollup.RolldownOutput[]; // one-off builds never return a watcher
  return outputs.flatMap((rollupOutput) => rollupOutput.output).filter((file) => file.type === 'chunk');
}

type EntryServer = typeof import('../../src/render/entry-server.tsx');

/** Loads the renderer of a bundle, together with the site's own views. */
export async function openRenderer(program: string, sitePrograms?: OwnPrograms): Promise<Renderer> {
  const entry = (await import(pathToFileURL(program).href)) as EntryServer; // the module that `bundleRenderer` builds
  return entry.openRenderer(createOwnCode(sitePrograms));
}
