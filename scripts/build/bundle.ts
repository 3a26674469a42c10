import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readdirSync, rmSync, statSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Rollup } from 'vite';
import { pathToFileURL } from 'node:url';
import { hashFiles, filesIn, getCachedFolder } from '../system/cache.ts';
import { engineCache, engineFolder } from '../system/project.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';

/**
 * Whole rooms rather than files by name: what bundles the code, what is bundled, and whatever they import.
 */
const sources = [
  'schema',
  'src',
  'scripts/system',
  'scripts/build',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** The files of an engine that its bundle depends on. */
export const bundleSources = (engine: string): string[] => filesIn(engine, sources);

/** Is another one whenever something changes that the bundle depends on. */
export function bundleHash(engine: string): string {
  const kept = join(engine, 'node_modules/.cache/pagewright/bundle.json');
  const digest = hashFiles(engine, sources, kept);
  return hash('sha256', `${process.version} ${digest}`).slice(0, 16);
}

/** Enough to go back and forth between some states of the code without building each again. */
const kept = 5;

/** Removes all but the newest bundles from the folder that they lie in. */
export function removeOldBundles(folder: string): void {
  const builtAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const names = readdirSync(folder).toSorted((a, b) => builtAt(b) - builtAt(a));
  for (const name of names.slice(kept)) rmSync(join(folder, name), { recursive: true, force: true });
}

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
  const name = bundleHash(engineFolder);
  const folder = await getCachedFolder(join(bundles, name), async (beside) => {
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
        input: { boot: join(engineFolder, 'src/client/entry-client.tsx') },
        // The loader calls what the entry exports.
        preserveEntrySignatures: 'allow-extension',
        // What starts is one file, with what every later chunk needs of it; the design of blocks is another.
        output: {
          codeSplitting: {
            groups: [
              { name: 'boot', test: /src\/client\/entry-client|schema\/util/, priority: 2 },
              {
                name: 'design',
                test: /@emotion|stylis|src\/components\/(?!prose|code-block|fact-list|small|byline|tags|page-context)/,
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
        input: join(engineFolder, 'src/client/loader.ts'),
        output: { format: 'iife', entryFileNames: 'loader.js' },
      },
    },
  });
  if (chunks(loader).length !== 1) throw new Error('The inline loader must be one piece.');

  // All in one piece: the built renderer must not depend on what else is installed where it runs.
  await build({
    ...shared,
    // Said here, or the environment of each later build would choose between two Reacts.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: join(engineFolder, 'src/render/entry-server.tsx'),
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

type Entry = typeof import('../../src/render/entry-server.tsx');

/** Loads the renderer of a bundle. */
export async function openRenderer(program: string): Promise<Renderer> {
  const entry = (await import(pathToFileURL(program).href)) as Entry; // built from it by `bundle`
  return entry.openRenderer();
}
